"""The chance to win the game: exact on the last deal, plain recursion before it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from bidding_cases import random_case
from bidding_oracle import Line, Oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from solver.bidding.asking import read_objective
from strategies import any_rules, seeds

from solver.bidding import Win, optimal_bids
from solver.bidding.winning import Margins, measured_under, outlooks, read_margins
from solver.bidding.worlds import World, bids_over_worlds
from solver.dealing import deal_hands
from solver.errors import DealError
from solver.game.cards import Seat
from solver.game.rules import PRESETS, RedealDealer, Rules
from solver.search.double_dummy_table import TrickTable

leads = st.integers(-80, 80)


class WinOracle(Oracle):
    """On the last deal: ahead after it wins, level is half; ``again`` is NS's chance if the deal is passed out."""

    lead: int
    again: float

    def keys(self, bids: Line, side: int) -> tuple[Any, ...]:
        margin = self.margin(bids)
        after = self.lead + margin
        ns = self.again if all(bid == 0 for bid in bids) else 1.0 if after > 0 else 0.5 if after == 0 else 0.0
        own = self.result(bids)[side]
        return (round(ns if side == 0 else 1 - ns, 9), margin if side == 0 else -margin, own)


@settings(max_examples=80)
@given(st.integers(1, 5), seeds, leads)
def test_the_last_deal_equals_brute_force(cards: int, seed: int, lead: int) -> None:
    case = random_case(Random(seed), cards, most_bids=3)
    plain = case.oracle()
    oracle = WinOracle(cards, plain.dealer, plain.rules, plain.ns, plain.claims, plain.rainbows)
    assert case.deal.dealer is not None
    oracle.lead = lead
    win = Win.of(lead, [], cards, case.deal.dealer, case.deal.rules)
    oracle.again = float(win.again.at(lead))
    asked = {"name": "win", "score": {"NS": lead, "EW": 0}, "left": []}
    found = optimal_bids(case.deal, table=case.table, objective=asked)
    line = oracle.best_line(case.prefix)
    assert tuple(found.line[str(Seat.at(oracle.seat(place)))] for place in range(4)) == line
    side = oracle.seat(len(case.prefix)) % 2
    values = {str(option.bid): round(option.value, 9) for option in found.explanations}
    assert values == {bid: oracle.keys(end, side)[0] for bid, end in oracle.options(case.prefix).items()}


def chance(lead: int, left: list[int], dealer: int, same: bool, margins: dict[int, Margins], depth: int = 40) -> float:
    """NS's chance, one deal after the other; ``dealer`` is the side that deals next, 0 for NS."""
    if not left:
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    deal = margins[left[0]]
    total = 0.0
    for margin, share in zip(deal.margins, deal.chances, strict=True):
        after = lead + (margin if dealer == 0 else -margin)
        total += share * chance(after, left[1:], 1 - dealer, same, margins, depth)
    if deal.passed_out and depth:
        again = dealer if same else 1 - dealer
        total += deal.passed_out * chance(lead, left, again, same, margins, depth - 1)
    return total


@settings(max_examples=20)
@given(seeds, st.sampled_from(RedealDealer))
def test_outlooks_equal_plain_recursion(seed: int, redeal: RedealDealer) -> None:
    rng = Random(seed)
    margins = {}
    for cards in (1, 2):
        shares = [rng.random() for _ in range(3)]
        passed = rng.choice((0.0, 0.1))
        whole = sum(shares) / (1 - passed)
        spots = tuple(rng.sample(range(-6, 7), 3))
        margins[cards] = Margins(spots, tuple(share / whole for share in shares), passed)
    left = [rng.choice((1, 2)) for _ in range(rng.randint(0, 2))]
    found = outlooks(left, Rules(redeal_dealer=redeal), margins)
    for dealer in (0, 1):
        for lead in range(-20, 21):
            plain = chance(lead, left, dealer, redeal is RedealDealer.SAME, margins, 10)
            assert float(found[dealer].at(lead)) == pytest.approx(plain, abs=1e-8)


@settings(max_examples=20)
@given(any_rules, st.lists(st.integers(1, 13), max_size=4))
def test_a_larger_lead_is_never_worse_and_the_sides_mirror(rules: Rules, left: list[int]) -> None:
    ns_deals, ew_deals = outlooks(left, rules)
    span = range(-ns_deals.reach - 2, ns_deals.reach + 3)
    chances = [float(ns_deals.at(lead)) for lead in span]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0.0, 1.0)
    assert [1 - float(ew_deals.at(-lead)) for lead in span] == pytest.approx(chances)


def test_measured_deals_are_whole() -> None:
    for preset in {measured_under(rules) for rules in PRESETS.values()}:
        found = read_margins(preset)
        assert list(found) == list(range(1, 14))
        for deal in found.values():
            assert sum(deal.chances) + deal.passed_out == pytest.approx(1)


def test_the_deals_left_may_be_counted() -> None:
    deal = deal_hands(3, Rules(), 1)
    score = {"NS": 20, "EW": 25}
    some = optimal_bids(deal, objective={"name": "win", "score": score, "left": [12, 13]})
    assert some == optimal_bids(deal, objective={"name": "win", "score": score, "left": 2})
    assert some.objective == "win"
    assert all(0 < option.value < 1 for option in some.explanations)


@settings(max_examples=30)
@given(st.integers(1, 6), seeds, leads, st.lists(st.integers(1, 4), max_size=2))
def test_with_open_hands_the_margin_wins_games(cards: int, seed: int, lead: int, left: list[int]) -> None:
    """The chance only rises with the margin, so the order of results is the same once somebody has bid (R9)."""
    case = random_case(Random(seed), cards, most_bids=3)
    if not any(bid.number or bid.is_board for bid in case.deal.bids):
        return
    asked = {"name": "win", "score": {"NS": lead, "EW": 0}, "left": left}
    found = optimal_bids(case.deal, table=case.table, objective=asked)
    assert found.line == optimal_bids(case.deal, table=case.table).line


def test_far_behind_a_board_is_worth_its_risk() -> None:
    """Over worlds the need to catch up changes the bid: a board that fails nine times in ten beats a sure loss."""
    worlds = []
    for at in range(10):
        deal = replace(deal_hands(3, Rules(), at), dealer=Seat.W)
        ns = 3 if at == 0 else 2
        worlds.append(World(deal, 1.0, TrickTable(3, Seat.W, (ns,) * 4, (-1, *(ns,) * 15))))
    quiet = {"fixed": {"E": "pass", "S": "pass", "W": 1}}
    best = {}
    for lead in (-25, 0, 25):
        asked = {"name": "win", "score": {"NS": lead, "EW": 0}, "left": []}
        best[lead] = bids_over_worlds(worlds, objective=asked, constraints=quiet).best
    assert best[-25] == "board"
    assert best[0] == best[25] == 2


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ("win", "/objective/score"),
        ({"name": "win", "score": {"NS": 1}, "left": 1}, "/objective/score/EW"),
        ({"name": "win", "score": {"NS": 1, "EW": 2, "NE": 1}, "left": 1}, "/objective/score/NE"),
        ({"name": "win", "score": {"NS": 1, "EW": 2}}, "/objective/left"),
        ({"name": "win", "score": {"NS": 1, "EW": 2}, "left": 26}, "/objective/left"),
        ({"name": "win", "score": {"NS": 1, "EW": 2}, "left": [3, 14]}, "/objective/left/1"),
        ({"name": "win", "score": {"NS": 1, "EW": 2}, "left": [1], "luck": 1}, "/objective/luck"),
        ({"name": "own", "left": 1}, "/objective/left"),
        ({"name": ["own"]}, "/objective"),
        (3, "/objective"),
    ],
)
def test_a_bad_objective_is_pointed_at(asked: object, pointer: str) -> None:
    with pytest.raises(DealError) as caught:
        read_objective(asked, deal_hands(2, Rules(), 1).auction)
    assert caught.value.pointer == pointer
