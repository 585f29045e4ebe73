"""``solve``: seats by letter or name, and what it makes of a deal before and after the first lead."""

from __future__ import annotations

from typing import Any

import pytest

from solver.dealing import deal_hands
from solver.errors import BackAlleyError
from solver.game.cards import Seat
from solver.search import solve


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
