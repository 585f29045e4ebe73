"""Answers: their members in order, and values that become JSON only in ``to_dict``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from solver.answer import Answer, members, to_json
from solver.game.auction import Bid
from solver.game.cards import BIG, Seat, Side


@dataclass(frozen=True, slots=True)
class Plain(Answer):
    seat: Annotated[Seat, "Who."]
    tricks: Annotated[dict[Side, int], "How many."]


@dataclass(frozen=True, slots=True)
class WithMembers(Answer):
    MEMBERS: ClassVar[tuple[str, ...]] = ("twice", "plain")

    number: int
    plain: Annotated[Plain, "A part."]

    @property
    def twice(self) -> int:
        """Two times the number."""
        return 2 * self.number


def test_members_are_the_fields_or_those_named() -> None:
    assert members(Plain) == ("seat", "tricks")
    assert members(WithMembers) == ("twice", "plain")


def test_an_answer_as_json() -> None:
    answer = WithMembers(2, Plain(Seat.N, {Side.NS: 1, Side.EW: 2}))
    assert answer.to_dict() == {"twice": 4, "plain": {"seat": "N", "tricks": {"NS": 1, "EW": 2}}}
    assert [type(word) for word in answer.to_dict()["plain"]["tricks"]] == [str, str]


def test_values_have_their_own_json_form() -> None:
    values = {Seat.E: (BIG, Bid.BOARD, Bid.of(3), Side.EW, None)}
    assert to_json(values) == {"E": ["BB", "board", 3, "EW", None]}
