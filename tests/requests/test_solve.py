"""Tricks asked for as JSON: who leads, who is exempt, and where a card at fault was written."""

from __future__ import annotations

from typing import Any

import pytest
from bad_deals import GOOD

from solver.deal import Deal
from solver.errors import DealError, PlayError
from solver.game.cards import Seat
from solver.requests.solve import SolveTask
from solver.search import PositionResult, TableResult

LINE = "W H N:A.2...B K.3..2 Q.4..3 J.5..4"


def test_a_leader_or_a_play_asks_for_cards_else_for_leaders() -> None:
    assert isinstance(SolveTask.from_dict(GOOD).run(), TableResult)
    assert isinstance(SolveTask.from_dict({**GOOD, "leader": "south"}).run(), PositionResult)
    assert isinstance(SolveTask.from_dict({**GOOD, "play": ["AS"]}).run(), PositionResult)


def test_the_exempt_are_a_set_of_seats() -> None:
    task = SolveTask.from_dict({**GOOD, "leader": "N", "exempt": ["n", "South", "N"]})
    assert task.exempt == frozenset({Seat.N, Seat.S})
    assert SolveTask.from_dict(GOOD).exempt is None
    answer = task.run().to_dict()
    assert "2H" in answer["cards"]  # a trump, led at once (R12 a)
    assert "2H" not in SolveTask.from_dict({**GOOD, "leader": "N"}).run().to_dict()["cards"]


@pytest.mark.parametrize(
    ("exempt", "pointer", "rule"),
    [("N", "/exempt", "R12"), (["N"] * 5, "/exempt", "R12"), (["N", "X"], "/exempt/1", "R1")],
)
def test_who_cannot_be_exempt(exempt: Any, pointer: str, rule: str) -> None:
    with pytest.raises(DealError) as caught:
        SolveTask.from_dict({**GOOD, "exempt": exempt})
    assert (caught.value.pointer, caught.value.rule) == (pointer, rule)


@pytest.mark.parametrize(
    ("play", "pointer"),
    [
        (["AS", "3H"], "/play/1"),
        ([["AS", "3H"]], "/play/0/1"),
        ([["AS", "KS", "QS", "JS"], ["BB"], []], "/play/1"),
    ],
)
def test_a_card_at_fault_is_pointed_at_where_it_was_written(play: Any, pointer: str) -> None:
    with pytest.raises((DealError, PlayError)) as caught:
        SolveTask.from_dict({**GOOD, "play": play}).run()
    assert caught.value.pointer == pointer


def test_a_card_at_fault_on_a_deal_line_points_to_the_line() -> None:
    assert Deal.parse(f"{LINE} AS.3H up=7H").play
    with pytest.raises(PlayError) as caught:
        SolveTask.from_dict({"deal": f"{LINE} AS.3H up=7H"}).run()
    assert (caught.value.pointer, caught.value.rule) == ("/deal", "R11")
    assert caught.value.message.startswith("/play/1: E must follow S")
