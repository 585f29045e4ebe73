"""LIN as it is written: what it can hold, and what stands for calls that nobody knows."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from review_cases import random_play

from solver.dealing import deals
from solver.errors import DealError
from solver.formats.bridge.contract import BridgeContract
from solver.formats.bridge.lin import scan_lin
from solver.formats.bridge.lin_writing import deal_to_lin
from solver.formats.bridge.record import BridgeRecord
from solver.game.cards import Seat, Suit
from solver.game.rules import PRESETS
from solver.requests.deals import read_deals


def test_lin_has_no_place_for_back_alley() -> None:
    (deal,) = deals(5, 1, 1, PRESETS["standard"])
    with pytest.raises(DealError, match="LIN holds deals of bridge"):
        deal_to_lin(deal, BridgeRecord(), 1)


@pytest.mark.parametrize("cards", [0, 4, 52])
def test_trump_survives_without_calls(cards: int) -> None:
    for deal in deals(13, 10, "no calls", PRESETS["whist"]):
        rng = Random(str(deal))
        leader = rng.choice(list(Seat))
        played = deal.with_play(random_play(deal.start(leader), rng, cards))
        (read,) = read_deals(deal_to_lin(played, BridgeRecord(), 1))
        assert (read.hands, read.trump, read.play) == (played.hands, played.trump, played.play)
        assert read.trump is not None


def test_a_contract_without_its_auction_is_kept() -> None:
    """Level, doubling and declarer are known, so West, who deals, passes to South's four spades."""
    deal = next(deals(13, 1, "contract", PRESETS["whist"]))
    deal = replace(deal, trump=Suit.S, dealer=Seat.W)
    record = BridgeRecord(contract=BridgeContract(4, Suit.S, Seat.S, 1))
    text = deal_to_lin(deal, record, 1)
    assert "mb|p|mb|p|mb|p|mb|4S|mb|d|mb|p|mb|p|mb|p|" in text
    (board,) = [board for _, board in scan_lin(enumerate(text.splitlines(), 1), BridgeRecord.of)]
    assert isinstance(board, BridgeRecord)
    assert board.contract == record.contract


@pytest.mark.parametrize("calls", [("1S", "X"), ("1H", "AP"), ("1S", "Pass", "-")])
@pytest.mark.parametrize("contract", [None, BridgeContract(4, Suit.S, Seat.S, 1), BridgeContract(2, Suit.D, Seat.E)])
def test_trump_survives_calls_that_do_not_end_in_it(calls: tuple[str, ...], contract: BridgeContract | None) -> None:
    """As where a list of results tells the contract of an auction that breaks off."""
    deal = replace(next(deals(13, 1, "calls", PRESETS["whist"])), trump=Suit.S, dealer=Seat.W)
    text = deal_to_lin(deal, BridgeRecord(calls=calls, contract=contract), 1)
    assert "the calls recorded do not end in it" in text
    assert list(read_deals(text)) == [deal]


def test_house_rules_have_no_place_in_lin() -> None:
    rules = replace(PRESETS["whist"], trick_points=10)
    with pytest.raises(DealError, match="house rules"):
        deal_to_lin(next(deals(13, 1, "rules", rules)), BridgeRecord(), 1)
