"""``solve``: seats by letter or name, and what it makes of a deal before and after the first lead."""

from __future__ import annotations

from typing import Any

import pytest

from solver.deal import Deal
from solver.dealing import deal_hands
from solver.errors import BackAlleyError
from solver.game.cards import Seat
from solver.search import PositionResult, TableResult, solve


def test_seats_may_be_given_by_letter() -> None:
    deal = deal_hands(4, seed=1)
    by_seat = solve(deal, leader=Seat.E, exempt=[Seat.E, Seat.S]).to_dict()
    by_letter = solve(deal, leader="e", exempt=["East", "S"]).to_dict()
    assert {**by_letter, "ms": 0} == {**by_seat, "ms": 0}


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({"leader": "Q"}, "/leader"),
        ({"leader": 1}, "/leader"),
        ({"exempt": ["N", 9]}, "/exempt/1"),
        ({"exempt": "NX"}, "/exempt/1"),
        ({"exempt": [None]}, "/exempt/0"),
    ],
    ids=str,
)
def test_a_seat_that_is_none_is_pointed_at(asked: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BackAlleyError) as caught:
        solve(deal_hands(4, seed=1), **asked)
    assert caught.value.pointer == pointer


def test_a_table_before_the_first_lead_and_cards_after_it() -> None:
    deal = deal_hands(4, seed=1)
    table = solve(deal)
    assert isinstance(table, TableResult)
    for leader in Seat:
        position = solve(deal, leader=leader)
        assert isinstance(position, PositionResult)
        assert position.turn == leader
        assert position.tricks == table.tricks[leader]
        assert {position.cards[card]["NS"] for card in position.best} == {position.tricks["NS"]}  # type: ignore[index]
        assert len(position.line) == 16
    assert table.max_tricks["NS"] == max(tricks["NS"] for tricks in [*table.tricks.values(), *table.board.values()])  # type: ignore[index]


def test_a_play_at_its_end_has_its_tricks_and_no_cards() -> None:
    over = solve(Deal.parse("W S N:A... K... Q... J... board 0 0 0 AS.KS.QS.JS"))
    assert isinstance(over, PositionResult)
    assert (over.turn, over.cards, over.best, over.line) == (None, {}, (), ())
    assert over.tricks == {"NS": 1, "EW": 0}
