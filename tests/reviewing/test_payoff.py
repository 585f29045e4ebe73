"""Points of the real contracts."""

from __future__ import annotations

from random import Random

from hypothesis import given
from review_cases import random_hand
from strategies import seeds

from solver import review
from solver.game.rules import Rules


@given(seeds)
def test_points_follow_the_real_contracts(seed: int) -> None:
    """A trick that changes no score costs no points."""
    deal = random_hand(Random(seed), 4, Rules(trick_points=5), whole=1)
    reviewed = review(deal)
    for play in reviewed.plays:
        assert (play.margin_before == play.margin_after) == (play.loss_points == 0)
        assert play.loss_tricks or not play.loss_points
    points = sum(point.loss_points or 0 for point in reviewed.turning_points)
    assert points == sum(part.loss_points or 0 for part in reviewed.players.values())
