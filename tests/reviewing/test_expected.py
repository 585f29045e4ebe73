"""What could be expected before a deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.game.cards import Seat
from solver.game.rules import PRESETS, Rules
from solver.reviewing.expected import Expected, expected_margin


@pytest.mark.parametrize("cards", [1, 5, 13])
def test_only_who_deals_tells_the_sides_apart(cards: int) -> None:
    north, east = (expected_margin(cards, seat, PRESETS["standard"]) for seat in (Seat.N, Seat.E))
    assert north.measured
    assert (east.margin, east.error) == (-north.margin, north.error)


def test_the_order_of_hand_sizes_changes_nothing_and_other_scores_are_not_measured() -> None:
    standard = PRESETS["standard"]
    assert expected_margin(5, Seat.N, replace(standard, hand_sizes=(5,))) == expected_margin(5, Seat.N, standard)
    assert expected_margin(5, Seat.N, Rules(trick_points=7)) == Expected()
