"""What must hold of a deal's parts, whoever sees them: the pack, trump and upcard, the bids (R1 to R8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import NoneType

from solver.errors import BidError, DealError, Fault, check_kind, json_pointer
from solver.game.auction import Auction, Bid
from solver.game.cards import BLOOPERS, FULL_PACK, Card, Seat, Suit, from_mask
from solver.game.rules import JokerUpcard, Rules

__all__ = ["bid_faults", "check_dealt_kinds", "dealt_auction", "pack_mask", "trump_faults"]


def check_dealt_kinds(
    trump: object, upcard: object, dealer: object, bids: Iterable[object], play: Iterable[object], rules: object
) -> None:
    """TypeError, naming the field, for one of the wrong type."""
    check_kind("trump", trump, Suit, NoneType)
    check_kind("upcard", upcard, Card, NoneType)
    check_kind("dealer", dealer, Seat, NoneType)
    check_kind("bids", bids, tuple)
    for bid in bids:
        check_kind("bids", bid, Bid)
    check_kind("play", play, tuple)
    for card in play:
        check_kind("play", card, Card)
    check_kind("rules", rules, Rules)


def pack_mask(rules: Rules) -> int:
    """The cards of the pack, as a set (R1)."""
    return FULL_PACK if rules.bloopers else FULL_PACK & ~BLOOPERS


def trump_faults(trump: Suit | None, upcard: Card | None, rules: Rules, hands: Mapping[Seat, int]) -> Iterator[Fault]:
    """What does not fit of trump, the upcard and the hands that are known, as dealt (R3, R4)."""
    if rules.trump_source is not None:
        if trump is not rules.trump_source:
            yield Fault.of("/trump", f"trump is always {rules.trump_source} under these rules", "R3")
        if upcard is not None:
            yield Fault.of("/upcard", f"no card is turned where trump is always {rules.trump_source}", "R3")
            return
    if upcard is not None:
        yield from _upcard_faults(trump, upcard, rules, hands)
    if trump is None:
        yield from _no_trump_faults(rules, hands)


def dealt_auction(dealer: Seat | None, cards: int, rules: Rules, bids: tuple[Bid, ...]) -> Auction:
    """The bidding so far; DealError if the dealer is unknown, BidError for a bid that is not allowed."""
    if dealer is None:
        raise DealError("the bidding order needs the dealer", "R6", pointer="/dealer")
    return Auction(dealer, cards, rules, bids)


def bid_faults(dealer: Seat | None, cards: int, rules: Rules, bids: tuple[Bid, ...]) -> Iterator[Fault]:
    """What is wrong with the bids, which need the dealer where there are any."""
    if not bids:
        return
    if dealer is None:
        yield Fault.of("/dealer", "bids need the dealer, who fixes their order", "R6")
        return
    try:
        dealt_auction(dealer, cards, rules, bids)
    except BidError as error:
        yield from error.faults


def _upcard_faults(trump: Suit | None, upcard: Card, rules: Rules, hands: Mapping[Seat, int]) -> Iterator[Fault]:
    for seat, hand in hands.items():
        if hand >> upcard.index & 1:
            yield Fault.of("/upcard", f"the upcard {upcard} is in {seat}'s hand", "R3")
    if upcard.is_blooper and not rules.bloopers:
        yield Fault.of("/upcard", f"the upcard {upcard} is not in the pack of these rules", "R1")
    elif upcard.is_blooper and trump is not None:
        yield Fault.of("/trump", f"trump is {trump}, and the upcard {upcard} means no-trump", "R4")
    elif upcard.suit is not trump:
        said = "no-trump" if trump is None else f"trump {trump}"
        yield Fault.of("/trump", f"{said} and the upcard {upcard} do not agree", "R3")


def _no_trump_faults(rules: Rules, hands: Mapping[Seat, int]) -> Iterator[Fault]:
    held = list(chain.from_iterable(((seat, card) for card in from_mask(hands[seat] & BLOOPERS)) for seat in hands))
    if rules.joker_upcard is not JokerUpcard.NO_TRUMP_LIVE:
        for seat, card in held:
            text = f"{seat} holds {card} in a no-trump deal, where no hand has a blooper"
            yield Fault.of(json_pointer("hands", seat), text, "R4")
    elif len(held) > 1:
        yield Fault.of("/hands", "both bloopers are held in a no-trump deal: one is the upcard", "R4")
