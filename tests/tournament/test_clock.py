"""Times as classes: quantiles within a class, and sums that do not depend on who counted."""

from __future__ import annotations

import json
from random import Random

import pytest

from solver.tournament.clock import Clock


def test_quantiles_are_within_a_class_of_the_truth() -> None:
    rng = Random(1)
    seconds = [rng.lognormvariate(-7, 2) for _ in range(999)]
    clock = Clock()
    for each in seconds:
        clock.add("card", each)
    for share in (0.01, 0.5, 0.9, 0.99):
        truth = sorted(seconds)[int(share * 999)]
        assert clock.quantile("card", share) == pytest.approx(truth, rel=0.06)
    assert clock.quantile("bid", 0.5) is None


def test_clocks_add_up_and_come_back_from_json() -> None:
    one, other, whole = Clock(), Clock(), Clock()
    for number in range(50):
        (one if number % 3 else other).add("bid" if number % 2 else "card", number / 1000)
        whole.add("bid" if number % 2 else "card", number / 1000)
    one.merge(Clock.from_dict(json.loads(json.dumps(other.to_dict()))))
    assert one.to_dict() == whole.to_dict()


@pytest.mark.parametrize(
    "wrong", [3, [1], {"bid": 3}, {"bid": {"x": 1}}, {"bid": {"1": "a"}}, {"bid": {"1": -1}}, {"bid": {"999999": 1}}]
)
def test_what_no_clock_wrote_is_no_clock(wrong: object) -> None:
    with pytest.raises((AttributeError, TypeError, ValueError)):
        Clock.from_dict(wrong)  # type: ignore[arg-type]
