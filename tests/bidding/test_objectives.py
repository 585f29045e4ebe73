"""What each side bids for: the chance to win against brute force, and objectives read from JSON."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bidding_cases import OBJECTIVES, Case, random_case
from bidding_oracle import Line, Oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from solver.bidding import Margin, Own, Win, optimal_bids
from solver.bidding.forms import OBJECTIVES as NAMES
from solver.bidding.objectives import read_objective
from solver.dealing import deal_hands
from solver.errors import DealError
from solver.game.cards import Seat
from solver.game.rules import Rules

leads = st.integers(-80, 80)


def test_objectives_can_differ() -> None:
    """A deal on which each objective bids another way, so that none of them is idle."""
    lines = set()
    for seed in range(40):
        case = random_case(Random(seed), 3, most_bids=0)
        answers = {name: Case(case.deal, case.table, name).answer() for name in OBJECTIVES}
        lines.add(tuple(str(answer.line) for answer in answers.values()))
    assert any(len(set(of_each)) == 3 for of_each in lines)


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
    oracle = WinOracle(cards, plain.dealer, plain.rules, plain.ns, plain.boards, plain.rainbows)
    assert case.deal.dealer is not None
    oracle.lead = lead
    win = Win.of(lead, [], cards, case.deal.dealer, case.deal.rules)
    oracle.again = float(win.again.chance(lead))
    asked = {"name": "win", "score": {"NS": lead, "EW": 0}, "left": []}
    result = optimal_bids(case.deal, table=case.table, objective=asked)
    line = oracle.best_line(case.prefix)
    assert tuple(result.line[Seat.at(oracle.seat(place))] for place in range(4)) == line
    side = oracle.seat(len(case.prefix)) % 2
    values = {str(option.bid): round(option.value, 9) for option in result.explanations}
    assert values == {bid: oracle.keys(end, side)[0] for bid, end in oracle.options(case.prefix).items()}


def test_every_name_has_its_objective() -> None:
    auction = deal_hands(3, Rules(), 1).auction
    told = {"score": {"NS": 0, "EW": 0}, "left": []}
    for name in NAMES:
        asked = {"name": name} | (told if name == Win.name else {})
        assert read_objective(asked, auction).name == name


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
    result = optimal_bids(case.deal, table=case.table, objective=asked)
    assert result.line == optimal_bids(case.deal, table=case.table).line


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


def test_every_name_is_read_and_an_objective_stays() -> None:
    auction = deal_hands(2, Rules(), 1).auction
    for name in NAMES:
        asked = {"name": name} if name != "win" else {"name": name, "score": {"NS": 1, "EW": 2}, "left": 1}
        assert read_objective(asked, auction).name == name
    assert read_objective(None, auction) == Margin()
    own = Own()
    assert read_objective(own, auction) is own
