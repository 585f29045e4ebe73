"""Answers read back: every kind of answer that the service documents can be read by the client."""

from __future__ import annotations

import sys
from dataclasses import fields
from typing import Any

import pytest

from api.examples import examples
from solver.answer import Answer, members
from solver.client import answers
from solver.client.answers import Asked, read_answer
from solver.game.auction import Bid, Contract
from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS
from solver.reviewing.result import TurningPoint
from solver.search.results import TableResult

WORKED_OUT = {"Losses", "PointLosses", "PartyReview"}
"""Kinds that follow from the rest of a review."""
UNTOLD = {"names"}
"""What a file calls the hands of a game: no request tells it."""


def kinds(base: type[Answer] = Answer) -> list[type[Answer]]:
    """The engine's answers that a client reads."""
    inner = [kind for each in base.__subclasses__() for kind in (each, *kinds(each))]
    # A dataclass with slots is made anew, and the first one stays among the subclasses.
    real = [kind for kind in inner if getattr(sys.modules[kind.__module__], kind.__name__, None) is kind]
    return [kind for kind in real if kind.__module__.startswith("solver.") and kind.__name__ not in WORKED_OUT]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_fields_that_the_json_leaves_out_are_filled(kind: type[Answer]) -> None:
    left_out = {field.name for field in fields(kind)} - {*members(kind), *UNTOLD}  # type: ignore[arg-type]
    assert not left_out or kind in answers._HIDDEN


def test_a_table_is_read() -> None:
    shown: Any = next(iter(examples("solve", "response").values()))["value"]
    table = read_answer(TableResult, shown, Asked())
    assert table.to_dict() == shown
    assert set(table.tricks) == set(Seat)


@pytest.mark.parametrize(("name", "level"), [("board", 1), ("double board", 2), ("triple board", 4)])
def test_a_board_has_the_level_of_its_rules(name: str, level: int) -> None:
    contract = Contract.of(Side.NS, name, PRESETS["bab_online"])
    assert (contract.level, contract.total, str(contract)) == (level, None, name)
    with pytest.raises(ValueError, match="tuple"):
        Contract.of(Side.NS, "fivefold board", PRESETS["bab_online"])


def test_a_turning_point_has_its_bid() -> None:
    data = {"kind": "bid", "seat": "N", "side": "NS", "what": "pass", "trick": None, "index": None}
    point = read_answer(TurningPoint, {**data, "loss_tricks": 0, "loss_points": 5, "text": "."}, Asked())
    assert point.choice == Bid.PASS
