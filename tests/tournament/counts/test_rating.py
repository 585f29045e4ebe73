"""Ratings by least squares: exact where the means agree with one another, and invariant as they must be."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from solver.game.rules import STANDARD
from solver.tournament.counts.interval import Mean
from solver.tournament.counts.rating import ratings
from solver.tournament.counts.result import BotResult, MatchResult


def met(mean: float, sd: float, pairs: int) -> MatchResult:
    bot = BotResult("x", 0, 0, 0, None, 0, 0, 0, 0)
    part = Mean(pairs, mean, (mean - 1, mean + 1), sd)
    return MatchResult((bot, bot), STANDARD, "0", pairs, mean, None, sd, False, {}, {"bids": part}, 0, 0, ())


def test_means_that_agree_give_back_the_strengths() -> None:
    strength = [7.0, -2.0, 4.0, -9.0]
    matches = [
        (one, other, met(strength[one] - strength[other], 5.0 + one, 100 + other))
        for one, other in combinations(range(4), 2)
    ]
    rated = ratings(list("abcd"), matches)
    assert [each.bot for each in rated] == ["a", "c", "b", "d"]
    assert [each.rating for each in rated] == pytest.approx([7, 4, -2, -9])


def test_two_bots_share_their_mean_and_its_error() -> None:
    one, other = ratings(["a", "b"], [(0, 1, met(3.0, 10.0, 400))])
    assert (one.rating, other.rating) == (1.5, -1.5)
    assert one.interval == pytest.approx((1.5 - 1.96 * 0.25, 1.5 + 1.96 * 0.25), abs=1e-3)


def test_they_are_the_weighted_least_squares() -> None:
    rng = np.random.default_rng(4)
    pairs = list(combinations(range(5), 2))
    matches = [
        (one, other, met(float(rng.normal(0, 9)), float(rng.uniform(3, 30)), int(rng.integers(50, 900))))
        for one, other in pairs
    ]
    rated = {each.bot: each.rating for each in ratings([str(place) for place in range(5)], matches)}
    assert sum(rated.values()) == pytest.approx(0, abs=1e-3)
    rows, wanted = [], []
    for one, other, match in matches:
        assert match.sd is not None
        weight = match.deals**0.5 / match.sd
        row = np.zeros(5)
        row[one], row[other] = weight, -weight
        rows.append(row)
        wanted.append(weight * match.mean)
    solved = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)[0]
    assert [rated[str(place)] for place in range(5)] == pytest.approx(solved - solved.mean(), abs=1e-3)


def test_bots_that_play_alike_do_not_outweigh_the_rest() -> None:
    same = replace(met(0.0, 0.0, 100), sd=0.0)
    rated = ratings(list("abc"), [(0, 1, same), (0, 2, met(6.0, 8.0, 100)), (1, 2, met(6.0, 8.0, 100))])
    assert [each.rating for each in rated] == pytest.approx([2, 2, -4], abs=1e-3)
