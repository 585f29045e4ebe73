"""Hands that are not given in full: which are only partly known, and those that a complete play shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from solver.errors import BidError, CardError, DealError, Fault, json_pointer
from solver.formats.deal_json import MISSING, DealReader
from solver.formats.holding import cards_from_holding
from solver.game.auction import Auction
from solver.game.cards import Seat, Suit
from solver.game.play import trick_winner
from solver.game.rules import STANDARD, Rules
from solver.requests.played import read_record
from solver.reviewing.record import Record

__all__ = ["hands_shown", "partly_known"]

_UNKNOWN: Final = frozenset("?xX*-_")


def partly_known(hands: Mapping[Any, object]) -> list[Fault]:
    """A fault for each hand of which cards are missing; what is merely unreadable is left to the reader."""
    given: dict[Seat, object] = {}
    for name, hand in hands.items():
        try:
            given[Seat.parse(str(name)[:20])] = hand
        except CardError:
            return []
    counts = {seat: _known_cards(given.get(seat)) for seat in Seat}
    if None in counts.values():
        return []
    full = max(count or 0 for count in counts.values())
    if sum(count == full for count in counts.values()) == 1 and len(set(counts.values())) == 2 and all(counts.values()):
        return []  # one hand has a card too many
    faults = []
    for seat, count in counts.items():
        if (count or 0) < full:
            known = f"{count} of {full} cards" if count else "no cards"
            text = f"{seat}'s hand is only partly known ({known} given): a review needs all four hands in full"
            faults.append(Fault.of(json_pointer("hands", seat), text, "R2"))
    return faults if 1 <= full <= 13 else []


def _known_cards(hand: object) -> int | None:
    """How many cards are named in a hand; None where it cannot be read."""
    if hand is None:
        return 0
    if isinstance(hand, (list, tuple)):
        return sum(not (card is None or (isinstance(card, str) and set(card.strip()) <= _UNKNOWN)) for card in hand)
    if not isinstance(hand, str) or len(hand) > 400:
        return None
    if "." in hand:
        kept = "".join(letter for letter in hand if letter not in _UNKNOWN)
        try:
            return len(cards_from_holding(kept))
        except CardError:
            return None
    return sum(not set(word) <= _UNKNOWN for word in hand.replace(",", " ").split())


def hands_shown(data: Mapping[Any, object], rules: Rules | None) -> dict[str, list[str]]:
    """The hands of a deal's JSON without any, as its complete play shows them; DealError where it does not."""
    reader = DealReader()
    table = reader.rules(data.get("rules"), rules or STANDARD)
    record = read_record(reader, data, None)
    upcard = reader.card(data.get("upcard"), "/upcard")
    trump = reader.trump(data.get("trump", MISSING), data.get("upcard"), upcard, table)
    dealer = reader.seat(data.get("dealer"), "/dealer")
    bids = reader.bids(data.get("bids"), dealer)
    if reader.faults:
        raise DealError.of(reader.faults)
    leader = record.first_leader
    tricks, rest = divmod(len(record.play), 4)
    cards = tricks + (rest > 0)
    if leader is None and dealer is not None and len(bids) == 4 and 1 <= cards <= 13:
        try:
            leader = Auction(dealer, cards, table, bids).leader
        except BidError as error:
            raise DealError.of(error.faults) from None
    if leader is None:
        text = "no hands are given, and without all bids or a leader the play does not tell them"
        raise DealError(text, "R10", pointer="/hands")
    return _by_tricks(record, trump, leader)


def _by_tricks(record: Record, trump: Suit | None, leader: Seat) -> dict[str, list[str]]:
    """Each seat's cards of a complete play led by ``leader``."""
    play = record.play
    whole = bool(play) and len(play) % 4 == 0 and len(set(play)) == len(play)
    if not whole or record.starts not in ((), tuple(range(0, len(play), 4))):
        text = "a play that shows the hands has every card of them once, in tricks of four"
        raise DealError(text, "R14", pointer="/play")
    hands: dict[str, list[str]] = {seat: [] for seat in Seat}
    for first in range(0, len(play), 4):
        leader = record.leads.get(first, leader)
        trick = play[first : first + 4]
        for seat, card in zip(leader.clockwise(), trick, strict=True):
            hands[seat].append(card.name)
        leader = trick_winner(trick, leader, trump)
    return hands
