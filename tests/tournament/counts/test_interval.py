"""Means and their intervals: Student's quantiles from a table, and how often intervals hold the truth."""

from __future__ import annotations

import math
from random import Random

import pytest

from solver.tournament.counts.interval import Mean, student

TABLE = {
    1: 12.7062,
    2: 4.3027,
    3: 3.1824,
    4: 2.7764,
    5: 2.5706,
    7: 2.3646,
    10: 2.2281,
    20: 2.0860,
    60: 2.0003,
    120: 1.9799,
}


@pytest.mark.parametrize(("freedom", "quantile"), TABLE.items())
def test_quantiles_are_those_of_the_table(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=1e-3)


def test_a_mean_in_full() -> None:
    mean = Mean.of([1.0, 2.0, 3.0, 6.0])
    sd = math.sqrt(14 / 3)
    assert (mean.deals, mean.mean) == (4, 3.0)
    assert mean.sd == pytest.approx(sd, abs=1e-6)
    assert mean.interval == pytest.approx((3 - 3.18245 * sd / 2, 3 + 3.18245 * sd / 2), abs=1e-4)
    assert mean.half_width == pytest.approx(3.18245 * sd / 2, abs=1e-4)
    assert mean.within(3.5)
    assert not mean.within(3.4)
    assert not mean.within(None)


def test_one_value_has_no_interval() -> None:
    mean = Mean.of([4.0])
    assert (mean.interval, mean.sd, mean.half_width) == (None, None, math.inf)
    assert not mean.within(1e9)


def test_the_order_of_values_does_not_matter() -> None:
    values = [Random(1).gauss(0, 1e6) for _ in range(500)] + [1e-9, 1e12, -1e12]
    assert Mean.of(values) == Mean.of(values[::-1])


def test_intervals_hold_the_true_mean_as_often_as_they_say() -> None:
    rng = Random(3)
    held = 0
    for _ in range(4000):
        low, high = Mean.of([rng.gauss(2, 5) for _ in range(6)]).interval or (0, 0)
        held += low <= 2 <= high
    assert abs(held - 3800) < 3.5 * math.sqrt(4000 * 0.05 * 0.95)
