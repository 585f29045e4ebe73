"""Which cases of a table cannot differ (R12 a): a seat with no trump, or with nothing else, needs no exemption.

``Engine.table`` drops such seats and searches equal cases once.  Each case asked alone, from cold and with every
exempt seat kept, must have the same value.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from solver.dealing import deals
from solver.game.cards import Seat, trump_mask
from solver.game.rules import BigLed, BreakOn, LittleLed, Rules
from solver.search import Engine, exempt_that_matters, value

SETS = [frozenset(seat for seat in Seat if mask >> seat & 1) for mask in range(16)]
"""Every set of seats; the place in the list is its mask."""
CASES = [(leader, exempt) for leader in Seat for exempt in SETS]


@pytest.mark.parametrize("break_on", list(BreakOn))
def test_every_case_alone(break_on: BreakOn) -> None:
    for cards, big_led, little_led in product(range(1, 6), BigLed, LittleLed):
        rules = Rules(break_on=break_on, big_led=big_led, little_led=little_led)
        for deal in deals(cards, 2, f"exempt/{big_led}/{little_led}", rules):
            shared = Engine(rules).table(deal, CASES)
            for (leader, exempt), tricks in zip(CASES, shared, strict=True):
                assert value(deal.start(leader, exempt)) == tricks, (deal, leader, exempt)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_few_cases_alone(threads: int) -> None:
    """A leader's cases are settled together, at times by a case between them that nobody asked for."""
    for break_on, cards in product(BreakOn, range(2, 7)):
        rules = Rules(break_on=break_on)
        for deal in deals(cards, 5, "few", rules):
            rng = Random(f"{break_on}/{deal.hands}")
            asked = [(leader, exempt) for leader in rng.sample(list(Seat), 2) for exempt in rng.sample(SETS, 3)]
            values = Engine(rules, threads=threads).table(deal, asked)
            for (leader, exempt), tricks in zip(asked, values, strict=True):
                assert value(deal.start(leader, exempt)) == tricks, (deal, asked)


def test_fewer_cases_are_searched_where_trumps_are_few() -> None:
    """A seat's exemption is dropped exactly when it holds no trump or only trumps, or trump may be led anyway."""
    for cards in range(1, 14):
        for deal in deals(cards, 20, "matters"):
            trumps = trump_mask(deal.trump)
            mixed = {s for s in Seat if deal.hands[s] & trumps and deal.hands[s] & ~trumps}
            assert exempt_that_matters(deal, frozenset(Seat)) == mixed
        for deal in deals(cards, 2, "matters", Rules(break_on=BreakOn.UNRESTRICTED)):
            assert exempt_that_matters(deal, frozenset(Seat)) == frozenset()


@pytest.mark.parametrize("break_on", list(BreakOn))
def test_freedom_never_hurts_its_side(break_on: BreakOn) -> None:
    """More seats of a side free to lead trumps: never fewer tricks for it, so a table's cases bound one another."""
    rules = Rules(break_on=break_on)
    for cards in range(2, 7):
        for deal in deals(cards, 3, "freedom", rules):
            for leader in Seat:
                alone = [value(deal.start(leader, exempt)) for exempt in SETS]
                for exempt, seat in product(range(16), Seat):
                    gain = alone[exempt | 1 << seat] - alone[exempt]
                    assert gain >= 0 if seat in (Seat.N, Seat.S) else gain <= 0, (deal, leader, exempt, seat)
