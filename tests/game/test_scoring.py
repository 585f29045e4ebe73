"""Scores of deals: the worked table, house rules' score sheets, properties (R15 to R17)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st

from solver import score
from solver.errors import DealError
from solver.game.auction import Auction, Bid, Contract
from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS, BoardMultiplier, Rules
from solver.game.scoring import DealScore, deal_score, side_score

FIXTURES = Path(__file__).parents[2] / "fixtures/real"
ONLINE = json.loads((FIXTURES / "records/bab_online.json").read_text())
SHEETS = json.loads((FIXTURES / "records/score_sheets.json").read_text())["sheets"]
WORKED = """
13 | 5 2 3 2 | 8 | N | 40 | 21
13 | 5 2 3 2 | 7 | N | -40 | 22
13 | 0 4 0 4 | 6 | E | 6 | -40
13 | board 3 5 2 | 13 | N | 130 | -25
13 | board 3 5 2 | 12 | N | -130 | -25
6 | board 0 board 2 | 6 | S | 120 | -10
6 | board board 1 0 | 0 | E | -60 | 120
6 | board board 1 0 | 3 | E | -60 | -120
1 | 0 board 0 0 | 1 | E | 1 | -10
4 | board board board board | 4 | W | 120 | -160
"""


@pytest.mark.parametrize("row", WORKED.strip().split("\n"))
def test_the_worked_scores_of_the_rules(row: str) -> None:
    cards, bids, tricks, leader, ns, ew = (cell.strip() for cell in row.split("|"))
    by_seat = dict(zip("NESW", bids.split(), strict=True))
    result = score({"cards": int(cards), "dealer": "W", "bids": by_seat, "tricks": {"NS": int(tricks)}})
    assert isinstance(result, DealScore)
    assert (result.leader, result.score) == (leader, {"NS": int(ns), "EW": int(ew)})
    assert result.to_dict()["tricks"] == {"NS": int(tricks), "EW": int(cards) - int(tricks)}


@pytest.mark.parametrize("case", ONLINE["score_bab"], ids=str)
def test_the_online_house_rules_scores(case: dict[str, Any]) -> None:
    rules = PRESETS["bab_online"]
    bid, tricks = case["bid"], case["tricks"]
    if str(bid).startswith("board"):
        contract, cards = Contract(Side.NS, None, level=1), 12
    elif case["mult"] > 1:  # the source doubles for a board and bids the hand size
        contract, cards = Contract(Side.NS, None, level=case["mult"] // 2), bid
    else:
        contract, cards = Contract(Side.NS, bid), 13
    bonus = rules.rainbow_bonus * case.get("rainbows", 0)
    assert side_score(contract, tricks, cards, rules) + bonus == case["score"]


def sheet(source: str) -> dict[str, Any]:
    chosen: dict[str, Any]
    (chosen,) = (sheet for sheet in SHEETS if sheet["source"].startswith(source))
    return chosen


def board(level: int) -> Contract:
    return Contract(Side.NS, None, level)


def test_the_score_keeper_with_six_a_trick_for_boards() -> None:
    rules = Rules(trick_points=3, fail_points=3, board_points=6)
    for bid, level, tricks, cards, points in sheet("jeffblankenburg scoring")["rows"]:
        contract = board(level) if level else Contract(Side.NS, bid)
        assert side_score(contract, tricks, cards, rules) == points


def test_the_online_house_rules_example_table() -> None:
    for row in sheet("dannytakahashi")["rows"]:
        contract = board(1) if isinstance(row["bid"], str) else Contract(Side.NS, row["bid"])
        assert side_score(contract, row["won"], 12, PRESETS["bab_online"]) == row["pts"]


def test_the_score_sheet_of_boards_by_their_number() -> None:
    paper = sheet("nbird.dev")
    n, points = paper["hand_size"], paper["outcomes"]
    assert side_score(board(3), n, n, Rules()) == points["BBB made"]
    assert [side_score(board(level), n - 1, n, Rules()) for level in (1, 2)] == [points["B set"], points["BB set"]]


def test_the_example_of_the_published_rules() -> None:
    five, nine = sheet("grunt.com")["score_examples"]
    assert side_score(Contract(Side.NS, 5), 5, 13, Rules()) == five["made_exactly"]
    assert side_score(Contract(Side.NS, 9), 9, 13, Rules()) == nine["made"]
    assert side_score(Contract(Side.NS, 9), 8, 13, Rules()) == nine["missed_by_one"]


@given(own.auctions(complete=True), st.integers(0, 2), st.integers(0, 2))
def test_a_side_scores_its_own_contract_and_more_tricks_never_cost_margin(
    auction: Auction, ns_rainbows: int, ew_rainbows: int
) -> None:
    rainbows = {Side.NS: ns_rainbows, Side.EW: ew_rainbows}
    rules, n = auction.rules, auction.cards
    scores = [deal_score(auction, tricks, rainbows) for tricks in range(n + 1)]
    margins = [points[Side.NS] - points[Side.EW] for points in scores]
    if auction.passed_out:
        assert all(points == {Side.NS: 0, Side.EW: 0} for points in scores)
        return
    assert margins == sorted(margins)
    for tricks, points in enumerate(scores):
        for side, won in ((Side.NS, tricks), (Side.EW, n - tricks)):
            plain = points[side] - rules.rainbow_bonus * rainbows[side]
            contract = auction.contracts()[side]
            if contract.is_board:
                assert plain == (1 if won == n else -1) * rules.board_points * n * contract.level
            elif won >= (contract.total or 0):
                assert plain == rules.trick_points * (contract.total or 0) + won - (contract.total or 0)
            else:
                assert plain == -rules.fail_points * (contract.total or 0)


def test_two_boards_cannot_both_be_made_and_a_deal_wide_level_counts_for_both() -> None:
    bids = (Bid.BOARD, Bid.BOARD, Bid.PASS, Bid.PASS)
    own_levels = Auction(Seat.W, 6, Rules(), bids)
    one_level = Auction(Seat.W, 6, Rules(board_multiplier=BoardMultiplier.DEAL_HIGHEST), bids)
    assert deal_score(own_levels, 6) == {Side.NS: 60, Side.EW: -120}
    assert deal_score(one_level, 6) == {Side.NS: 120, Side.EW: -120}


@pytest.mark.parametrize("tricks", [-1, 14])
def test_tricks_must_be_of_the_deal(tricks: int) -> None:
    with pytest.raises(DealError, match="R14"):
        deal_score(Auction(Seat.W, 13, Rules(), (Bid.of(1),) * 4), tricks)


def test_a_score_takes_all_four_bids() -> None:
    with pytest.raises(DealError, match="R6"):
        deal_score(Auction(Seat.W, 13, Rules(), (Bid.of(1),) * 3), 5)
