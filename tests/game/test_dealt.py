"""What must hold of a deal's parts, whoever sees them: faults are the same with one hand and with four."""

from __future__ import annotations

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st

from solver.deal import Deal
from solver.errors import DealError
from solver.game.auction import Bid
from solver.game.cards import BIG, BLOOPERS, FULL_PACK, LITTLE, Card, Seat, Suit, to_mask
from solver.game.dealt import bid_faults, dealt_auction, pack_mask, trump_faults
from solver.game.rules import PRESETS, Rules


def test_the_pack_has_bloopers_where_the_rules_have_them() -> None:
    assert {name: pack_mask(rules).bit_count() for name, rules in PRESETS.items()} == {
        "standard": 54,
        "bab_online": 54,
        "spades_26": 54,
        "seven_card": 54,
        "whist": 52,
    }
    assert FULL_PACK ^ pack_mask(PRESETS["whist"]) == BLOOPERS


@given(own.played(), st.sampled_from(Seat))
def test_what_fits_four_hands_fits_each_of_them(deal: Deal, seat: Seat) -> None:
    assert not list(trump_faults(deal.trump, deal.upcard, deal.rules, {seat: deal.hands[seat]}))
    assert not list(bid_faults(deal.dealer, deal.cards, deal.rules, deal.bids))
    assert dealt_auction(deal.dealer, deal.cards, deal.rules, deal.bids) == deal.auction


@pytest.mark.parametrize(
    ("trump", "upcard", "rules", "hand", "rule"),
    [
        (Suit.H, "7H", "standard", ["7H"], "R3"),
        (Suit.S, "7H", "standard", ["AS"], "R3"),
        (Suit.H, None, "spades_26", ["AS"], "R3"),
        (Suit.S, "7S", "spades_26", ["AS"], "R3"),
        (Suit.S, "BB", "standard", ["AS"], "R4"),
        (None, "BB", "whist", ["AS"], "R1"),
        (None, "BB", "standard", ["LB"], "R4"),
        (None, None, "bab_online", ["LB", "BB"], "R4"),
    ],
)
def test_each_fault_of_trump_names_its_rule(
    trump: Suit | None, upcard: str | None, rules: str, hand: list[str], rule: str
) -> None:
    turned = None if upcard is None else Card.parse(upcard)
    cards = to_mask(map(Card.parse, hand))
    faults = list(trump_faults(trump, turned, Rules.preset(rules), {Seat.N: cards}))
    assert [fault.rule for fault in faults] == [rule]


def test_one_live_blooper_may_be_held_in_no_trump() -> None:
    for card in (LITTLE, BIG):
        assert not list(trump_faults(None, None, PRESETS["bab_online"], {Seat.N: 1 << card.index}))


def test_bids_need_the_dealer() -> None:
    assert [fault.rule for fault in bid_faults(None, 3, PRESETS["standard"], (Bid.PASS,))] == ["R6"]
    with pytest.raises(DealError, match="dealer"):
        dealt_auction(None, 3, PRESETS["standard"], ())
