"""The chance to win over the deals to come, against plain recursion."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import any_rules, seeds

from solver.bidding.par_margins import ParMargins
from solver.bidding.winning import outlooks
from solver.game.rules import RedealDealer, Rules


def chance(
    lead: int, left: list[int], dealer: int, same: bool, margins: dict[int, ParMargins], depth: int = 40
) -> float:
    """NS's chance, one deal after the other; ``dealer`` is the side that deals next, 0 for NS."""
    if not left:
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    deal = margins[left[0]]
    total = 0.0
    for margin, share in zip(deal.margins, deal.chances, strict=True):
        after = lead + (margin if dealer == 0 else -margin)
        total += share * chance(after, left[1:], 1 - dealer, same, margins, depth)
    if deal.passed_out_chance and depth:
        again = dealer if same else 1 - dealer
        total += deal.passed_out_chance * chance(lead, left, again, same, margins, depth - 1)
    return total


@settings(max_examples=20)
@given(seeds, st.sampled_from(RedealDealer))
def test_outlooks_equal_plain_recursion(seed: int, redeal: RedealDealer) -> None:
    rng = Random(seed)
    margins = {}
    for cards in (1, 2):
        passed = rng.choice((0, 10))
        spots = rng.sample(range(-6, 7), 3)
        first, second = sorted(rng.sample(range(1, 100 - passed), 2))
        counts = (first, second - first, 100 - passed - second)
        margins[cards] = ParMargins(100, passed, 0, dict(zip(spots, counts, strict=True)))
    left = [rng.choice((1, 2)) for _ in range(rng.randint(0, 2))]
    chances = outlooks(left, Rules(redeal_dealer=redeal), margins)
    for dealer in (0, 1):
        for lead in range(-20, 21):
            plain = chance(lead, left, dealer, redeal is RedealDealer.SAME, margins, 10)
            assert float(chances[dealer].chance(lead)) == pytest.approx(plain, abs=1e-8)


@settings(max_examples=20)
@given(any_rules, st.lists(st.integers(1, 13), max_size=4))
def test_a_larger_lead_is_never_worse_and_the_sides_mirror(rules: Rules, left: list[int]) -> None:
    ns_deals, ew_deals = outlooks(left, rules)
    span = range(-ns_deals.reach - 2, ns_deals.reach + 3)
    chances = [float(ns_deals.chance(lead)) for lead in span]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0.0, 1.0)
    assert [1 - float(ew_deals.chance(-lead)) for lead in span] == pytest.approx(chances)
