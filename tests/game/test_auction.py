"""The bidding: legal bids, order, leader, levels, totals and exempt seats (R6 to R10, R12 a)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import BidError
from solver.game.auction import Auction, Bid, Contract, exempt_seats
from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS, BoardExemption, BoardMultiplier, Rules, SideTotalCap

REAL = json.loads((Path(__file__).parents[2] / "fixtures/real/records/bab_online.json").read_text())
ALL_BIDS = (*map(Bid.of, range(14)), Bid.BOARD)


def auction(bids: str, cards: int = 13, dealer: str = "W", rules: Rules = PRESETS["standard"]) -> Auction:
    """From words like ``"5 2 B 0"`` in bidding order."""
    return Auction(Seat.parse(dealer), cards, rules, tuple(map(Bid.parse, bids.split())))


# --- Bid


def test_bids_are_ordered_and_read_back() -> None:
    assert list(ALL_BIDS) == sorted(ALL_BIDS)
    for bid in ALL_BIDS:
        assert Bid.parse(str(bid)) == Bid.parse(bid.to_json()) == Bid.parse(bid) == bid
    words: list[tuple[Any, Bid]] = [
        ("pass", Bid.PASS),
        ("P", Bid.PASS),
        (0, Bid.PASS),
        ("b", Bid.BOARD),
        (9.0, Bid.of(9)),
    ]
    for word, bid in words:
        assert Bid.parse(word) == bid
    assert (Bid.BOARD.number, Bid.PASS.number, Bid.of(7).number) == (0, 0, 7)


@pytest.mark.parametrize(
    "word",
    ["", "x", "14", "-1", "5.0", "5 2", "٣", "9" * 5000, "B\0", 14, -1, 2.5, 10**400, float("nan"), True, None, [], {}],
)
def test_no_bid(word: Any) -> None:
    with pytest.raises(BidError, match="R7") as error:
        Bid.parse(word)
    assert len(str(error.value)) < 120


def test_a_bid_number_is_of_a_hand() -> None:
    with pytest.raises(BidError, match="R7"):
        Bid.of(14)


# --- Legality


@given(own.auctions())
def test_exactly_the_legal_bids_are_taken(before: Auction) -> None:
    legal = before.legal()
    assert list(legal) == sorted(set(legal))
    for bid in ALL_BIDS:
        if bid in legal:
            assert before.bid(bid).bids == (*before.bids, bid)
        else:
            with pytest.raises(BidError, match=r"\(R[678]\)"):
                before.bid(bid)


@given(own.auctions())
def test_legal_bids_by_the_letter_of_r7(before: Auction) -> None:
    rules, n = before.rules, before.cards
    assert before.complete == (before.next is None) == (not before.legal())
    if before.next is None:
        return
    for bid in ALL_BIDS:
        partner = before.by_seat().get(before.next.partner, Bid.PASS)
        capped = rules.side_total_cap is SideTotalCap.HAND_SIZE and not partner.is_board
        fits = bid.number <= (n if rules.max_bid == "n" else n - 1) and not (capped and bid.number + partner.number > n)
        boards = sum(earlier.is_board for earlier in before.bids)
        expected = boards < len(rules.board_levels) if bid.is_board else fits
        assert (bid in before.legal()) == expected


def test_one_card_leaves_pass_and_board() -> None:
    assert [str(bid) for bid in auction("", cards=1).legal()] == ["0", "board"]


def test_bids_go_clockwise_from_the_dealers_left() -> None:
    assert auction("", dealer="E").order == (Seat.S, Seat.W, Seat.N, Seat.E)
    assert auction("1 2", dealer="E").next is Seat.N
    assert auction("1 2 3", dealer="E").by_seat() == {Seat.S: Bid.of(1), Seat.W: Bid.of(2), Seat.N: Bid.of(3)}


@pytest.mark.parametrize(
    ("bids", "cards", "knobs", "pointer", "rule", "words"),
    [
        ("1 13", 13, {}, "/bids/E", "R7", "above the highest bid, 12"),
        ("1", 1, {}, "/bids/N", "R7", "above the highest bid, 0"),
        ("1 2 3 B 1", 13, {}, "/bids", "R6", "each seat bids once"),
        ("0 B", 13, {"board_levels": "none"}, "/bids/E", "R8", "these rules have none"),
        ("B B B", 13, {"board_levels": [1, 2]}, "/bids/S", "R8", "all levels"),
        ("4 0 3", 6, {"side_total_cap": "hand_size"}, "/bids/S", "R7", "partner's 4 exceed the 6"),
    ],
)
def test_what_may_not_be_bid(bids: str, cards: int, knobs: dict[str, Any], pointer: str, rule: str, words: str) -> None:
    with pytest.raises(BidError, match=words) as error:
        auction(bids, cards, rules=Rules.from_value(knobs))
    assert (error.value.pointer, error.value.rule) == (pointer, rule)


@pytest.mark.parametrize("cards", [0, 14, -1])
def test_a_hand_has_1_to_13_cards(cards: int) -> None:
    with pytest.raises(BidError, match="R2"):
        auction("", cards)


# --- What follows from the bids


@given(own.auctions())
def test_the_leader_is_the_last_claimant_or_the_first_highest_bidder(after: Auction) -> None:
    if not after.complete or after.passed_out:
        assert after.leader is None
        return
    bids = after.by_seat()
    claimants = [seat for seat in after.order if bids[seat].is_board]
    if claimants:
        assert after.leader is claimants[-1]
    else:
        highest = max(bid.number for bid in bids.values())
        assert after.leader is next(seat for seat in after.order if bids[seat].number == highest)


@given(own.auctions())
def test_boards_levels_and_totals(after: Auction) -> None:
    bids = after.by_seat()
    assert list(after.claimants) == [seat for seat, bid in bids.items() if bid.is_board]
    assert {seat for seat in Seat if after.board_mask >> seat & 1} == set(after.claimants)
    levels = {seat: after.rules.board_levels[k] for k, seat in enumerate(after.claimants)}
    for side, contract in after.contracts().items():
        own_levels = [level for seat, level in levels.items() if seat.side is side]
        assert contract.is_board == bool(own_levels)
        assert (contract.total, contract.level) == (after.total(side), after.level(side))
        if not own_levels:
            assert contract.total == sum(bid.number for seat, bid in bids.items() if seat.side is side)
            assert contract.level == 0
        else:
            assert contract.total is None
            deal_wide = after.rules.board_multiplier is BoardMultiplier.DEAL_HIGHEST
            assert contract.level == max(levels.values() if deal_wide else own_levels)


@given(st.sets(st.sampled_from(Seat)), st.sampled_from(BoardExemption))
def test_who_may_lead_trump_at_any_time(claimed: set[Seat], knob: BoardExemption) -> None:
    exempt = exempt_seats(claimed, Rules(board_lead_exemption=knob))
    for seat in Seat:
        expected = {
            BoardExemption.CLAIMANT: seat in claimed,
            BoardExemption.SIDE: bool({seat, seat.partner} & claimed),
            BoardExemption.ANYONE: bool(claimed),
            BoardExemption.NONE: False,
        }[knob]
        assert (seat in exempt) == expected


def test_an_exemption_takes_a_claim() -> None:
    assert auction("1 2 3 4").exempt == frozenset()
    assert auction("1 B 3 4").exempt == {Seat.E}


@pytest.mark.parametrize(
    ("bids", "ns", "ew"),
    [
        ("5 2 3 2", "8", "4"),
        ("0 0 0 0", "0", "0"),
        ("B 3 5 2", "board", "5"),
        ("B 0 B 2", "double board", "2"),
        ("B B 1 0", "board", "double board"),
        ("B B B B", "triple board", "quadruple board"),
        ("12 0 12 0", "24", "0"),
    ],
)
def test_contracts_in_words(bids: str, ns: str, ew: str) -> None:
    contracts = auction(bids).contracts()
    assert (str(contracts[Side.NS]), str(contracts[Side.EW])) == (ns, ew)
    assert [contract.side for contract in contracts.values()] == list(Side)


def test_a_deal_wide_level_is_the_highest_of_the_deal() -> None:
    rules = Rules(board_levels=(1, 2, 4, 8), board_multiplier=BoardMultiplier.DEAL_HIGHEST)
    contracts = auction("B 0 0 B", rules=rules).contracts()
    assert contracts[Side.NS] == Contract(Side.NS, None, level=2, board_number=2)
    assert contracts[Side.EW] == Contract(Side.EW, None, level=2, board_number=2)


@pytest.mark.parametrize("case", REAL["highest_bidder_leads"], ids=str)
def test_the_online_house_rules_leaders(case: dict[str, Any]) -> None:
    order = Seat.parse(case["first_bidder"]).clockwise()
    bids = tuple(Bid.parse(case["bids"][str(seat)]) for seat in order)
    # The source's bids exceed the cap that the same house's rules put on a side's total.
    assert Auction(order[-1], 13, Rules(), bids).leader is Seat.parse(case["leader"])
