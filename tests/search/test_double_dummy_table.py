"""The trick table: one number for every first leader and for every set of board claimants (R8, R10, R12)."""

from __future__ import annotations

from typing import Any

import pytest

from solver.dealing import deal_hands
from solver.errors import BackAlleyError, DealError
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat
from solver.game.rules import PRESETS, STANDARD, Rules
from solver.search import TrickTable, solve, trick_table

DEAL = deal_hands(4, seed=2, dealer=Seat.S)


@pytest.fixture(scope="module")
def table() -> TrickTable:
    return trick_table(DEAL)


def test_it_reads_back_from_its_json(table: TrickTable) -> None:
    assert TrickTable.from_dict(table.to_dict()) == table


def test_leaders_and_lone_claimants_are_those_of_solve(table: TrickTable) -> None:
    answer = solve(DEAL).to_dict()
    assert table.has_boards
    for seat in Seat:
        assert table.ns[seat] == answer["tricks"][seat]["NS"]
        assert table.boards[1 << seat] == answer["board"][seat]["NS"]


@pytest.mark.parametrize("mask", range(1, 16))
def test_the_last_claimant_of_the_bidding_leads(table: TrickTable, mask: int) -> None:
    bids = [Bid.BOARD if mask >> seat & 1 else Bid.PASS for seat in DEAL.dealer.next.clockwise()]  # type: ignore[union-attr]
    auction = Auction(Seat.S, 4, STANDARD, tuple(bids))
    position = DEAL.start(auction.leader, auction.exempt)  # type: ignore[arg-type]
    answer = solve(DEAL, leader=position.leader, exempt=position.exempt)
    assert table.ns_tricks(auction) == answer.to_dict()["tricks"]["NS"]


def test_without_bids_nobody_knows_the_tricks(table: TrickTable) -> None:
    for bids in ((), (Bid.PASS,) * 4):
        with pytest.raises(DealError, match="R9"):
            table.ns_tricks(Auction(Seat.S, 4, STANDARD, bids))


def test_rules_without_boards_have_no_tricks_for_them() -> None:
    rules = Rules.from_value({"board_levels": "none"})
    table = trick_table(deal_hands(3, rules, 1, Seat.S))
    assert not table.has_boards
    with pytest.raises(DealError, match="R8"):
        table.ns_tricks(Auction(Seat.S, 3, STANDARD, (Bid.BOARD, *[Bid.PASS] * 3)))


def test_bidding_order_needs_the_dealer() -> None:
    deal = deal_hands(3, PRESETS["whist"], 1)
    with pytest.raises(DealError, match="/dealer: "):
        trick_table(type(deal)(deal.hands, deal.trump, rules=deal.rules))


@pytest.mark.parametrize(
    ("change", "said"),
    [({"cards": 14}, "R2"), ({"ns": (0, 0, 0)}, "R10"), ({"ns": (0, 0, 0, 5)}, "R10"), ({"boards": (-1,)}, "R8")],
)
def test_numbers_that_no_table_has(change: dict[str, Any], said: str) -> None:
    numbers: dict[str, Any] = {"cards": 4, "dealer": Seat.N, "ns": (0, 1, 2, 4), "boards": (-1,) * 16}
    assert TrickTable(**numbers).cards == 4
    with pytest.raises(DealError, match=said):
        TrickTable(**{**numbers, **change})


def test_json_that_is_no_table_is_told() -> None:
    told = TrickTable(4, Seat.N, (0, 1, 2, 4), (-1,) * 16).to_dict()
    assert TrickTable.from_dict(told).to_dict() == told
    for change in ({"ns": [0]}, {"ns": None}, {"cards": "4"}, {"claims": 3}, {"dealer": "Q"}, {"ns": [0, 1, 2, "4"]}):
        with pytest.raises(BackAlleyError):
            TrickTable.from_dict({**told, **change})
    for absent in ("cards", "dealer", "ns", "claims"):
        with pytest.raises(DealError):
            TrickTable.from_dict({name: value for name, value in told.items() if name != absent})
