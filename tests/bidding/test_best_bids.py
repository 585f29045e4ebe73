"""Best bids against plain backward induction, the solved cases, and their own plan."""

from __future__ import annotations

import doctest
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from bidding_cases import Case, differences, plan_differences, random_case
from bidding_oracle import Oracle
from cases import CASES, case_deal, read_cases
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import auctions, seeds

import solver.bidding
from solver.bidding import optimal_bids
from solver.dealing import deal_hands
from solver.errors import Cancelled, DealError, LimitError
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat, Side
from solver.game.rules import Rules
from solver.game.scoring import deal_score
from solver.search import Cancel, trick_table
from solver.search.double_dummy_table import TrickTable

ROOT = Path(__file__).resolve().parents[2]


@given(st.integers(1, 6), seeds)
def test_random_tables_equal_backward_induction(cards: int, seed: int) -> None:
    assert list(differences(random_case(Random(seed), cards))) == []


@settings(max_examples=25)
@given(st.integers(1, 8), seeds)
def test_real_tables_equal_backward_induction(cards: int, seed: int) -> None:
    assert list(differences(random_case(Random(seed), cards, real=True))) == []


@settings(max_examples=8)
@given(st.integers(7, 13), seeds)
def test_large_hands_equal_backward_induction(cards: int, seed: int) -> None:
    assert list(differences(random_case(Random(seed), cards))) == []


@given(auctions(complete=True), seeds)
def test_the_oracle_keeps_the_rules(auction: Auction, seed: int) -> None:
    rng = Random(seed)
    cards = auction.cards
    ns = tuple(rng.randint(0, cards) for _ in range(4))
    boards = (-1, *(rng.randint(0, cards) for _ in range(15)))
    table = TrickTable(cards, auction.dealer, (ns[0], ns[1], ns[2], ns[3]), boards)
    rainbows = (rng.randint(0, 2), rng.randint(0, 2)) if cards == 4 else (0, 0)
    oracle = Oracle(cards, auction.dealer.place, auction.rules, ns, boards, rainbows)
    line = tuple(bid.to_json() for bid in auction.bids)
    for made in range(4):
        before = Auction(auction.dealer, cards, auction.rules, auction.bids[:made])
        assert list(oracle.legal(line[:made])) == [bid.to_json() for bid in before.legal()]
    tricks = 0 if auction.passed_out else table.ns_tricks(auction)
    score = deal_score(auction, tricks, {Side.NS: rainbows[0], Side.EW: rainbows[1]})
    assert oracle.result(line)[:2] == (score[Side.NS], score[Side.EW])
    if not auction.passed_out:
        assert (Seat.at(oracle.leader(line)), oracle.ns_tricks(line)) == (auction.leader, tricks)


def test_solved_cases() -> None:
    for case in read_cases(CASES / "bids.jsonl"):
        deal = case_deal(case)
        table = trick_table(deal)
        assert optimal_bids(deal, table=table).margin == case["par_margin_ns"]
        after = case["after"]
        result = optimal_bids(deal.with_bids(map(Bid.parse, after["bids"])), table=table)
        sign = 1 if result.next in (Seat.N, Seat.S) else -1
        assert result.next == after["next"]
        assert {str(bid): sign * margin for bid, margin in result.options.items()} == after["margin_ns_by_bid"]
        assert result.margin == sign * max(result.options.values())


@given(st.integers(1, 4), seeds, st.integers(0, 3))
def test_the_plan_holds_whatever_the_opponents_bid(cards: int, seed: int, most_bids: int) -> None:
    assert list(plan_differences(random_case(Random(seed), cards, most_bids=most_bids))) == []


def test_four_passes_score_nothing() -> None:
    deal = deal_hands(5, Rules(), 1).with_bids([Bid.PASS] * 4)
    result = optimal_bids(deal)
    assert (result.next, result.options, result.best, result.leader, result.tricks) == (None, {}, None, None, None)
    assert (result.score, result.margin, result.status) == ({"NS": 0, "EW": 0}, 0, "optimal")


def test_one_card_without_boards_is_passed_out() -> None:
    result = optimal_bids(deal_hands(1, Rules(board_levels=()), 3))
    assert result.options == {"0": 0}
    assert result.leader is None


@pytest.mark.parametrize("field", ["cards", "dealer", "boards"])
def test_a_table_of_another_deal_is_refused(field: str) -> None:
    deal = deal_hands(3, Rules(), 5)
    table = trick_table(deal)
    assert deal.dealer is not None
    wrong = {
        "cards": TrickTable(4, table.dealer, table.ns, table.boards),
        "dealer": TrickTable(3, deal.dealer.next, table.ns, table.boards),
        "boards": TrickTable(3, table.dealer, table.ns, (-1,) * 16),
    }[field]
    with pytest.raises(DealError, match="the table"):
        optimal_bids(deal, table=wrong)


def test_bidding_needs_a_dealer_and_a_known_objective() -> None:
    deal = deal_hands(3, Rules(), 5)
    with pytest.raises(DealError, match=r"^/objective: an objective is one of margin"):
        optimal_bids(deal, objective="glory")
    with pytest.raises(DealError, match=r"dealer.*R6"):
        optimal_bids(replace(deal, dealer=None))


def test_limits_are_kept() -> None:
    deal = deal_hands(13, Rules(), 1)
    with pytest.raises(LimitError, match="time limit"):
        optimal_bids(deal, time_limit=1e-6)
    with pytest.raises(LimitError, match="node limit"):
        optimal_bids(deal, node_limit=1)
    table = random_case(Random(1), 13, most_bids=0).table
    with pytest.raises(LimitError, match="time limit"):
        optimal_bids(random_case(Random(1), 13, most_bids=0).deal, table=table, time_limit=1e-6)
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        optimal_bids(deal, cancel=cancel)


def test_threads_get_the_same_answers() -> None:
    cases = [random_case(Random(seed), 9, most_bids=1) for seed in range(8)]
    alone = [case.answer() for case in cases]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(Case.answer, cases * 3)) == alone * 3


def test_the_session_in_the_document_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "bidding.md"), module_relative=False)
    assert (failed, tried > 4) == (0, True)


def test_naming_an_objective_loads_nothing_heavy() -> None:
    code = (
        "import sys, solver.bidding, solver.bidding.forms;"
        "sys.exit(any(name.split('.')[0] in ('ortools', 'numpy') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_optimiser_waits_until_bids_are_asked_for() -> None:
    code = (
        "import sys; from solver.bidding import optimal_bids;"
        "sys.exit(any(name.startswith('ortools') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_another_name_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'worst_bids'"):
        solver.bidding.worst_bids  # noqa: B018
