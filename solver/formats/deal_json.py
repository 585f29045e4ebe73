"""Deals as JSON, read leniently where nothing is ambiguous and with the place of every fault."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from solver.errors import (
    MAX_FAULTS,
    BidError,
    CardError,
    DealError,
    Fault,
    RulesError,
    json_pointer,
    shorten,
)
from solver.formats.bid_words import board_number_told, wrong_board_number
from solver.formats.deal_forms import DEAL_FORMS, MAX_CARDS, MAX_TEXT, MAX_WORD, NO_TRUMP
from solver.formats.holding import cards_from_holding, plain_hand
from solver.formats.line import HIDDEN
from solver.game.auction import Bid
from solver.game.cards import Card, Seat, Suit, show_order
from solver.game.deal_values import DealValues
from solver.game.rules import STANDARD, Rules

__all__ = [
    "DEAL_FIELDS",
    "MISSING",
    "DealFields",
    "DealReader",
    "deal_to_dict",
    "fields_from_dict",
    "kind_of",
    "read_rules",
    "trump_of_fields",
]

DEAL_FIELDS: Final = tuple(DEAL_FORMS)
"""The fields of a deal's JSON form; ``hands`` and one of ``trump`` and ``upcard`` are needed."""
MISSING: Final = object()
"""Stands for a field that is not there, where null means something."""
_NO_ANSWER: Final = (
    "a hidden hand has no exact answer; from Python SeenDeal reads such a line, and draws what it may hide"
    " (docs/hidden_cards.md)"
)
_SEATS: Final = {seat.value: seat for seat in Seat}


def deal_to_dict(deal: DealValues) -> dict[str, Any]:
    """The deal's JSON form with every field; hands in display order, bids by seat in bidding order."""
    order = () if deal.dealer is None else deal.dealer.next.clockwise()
    return {
        "hands": {str(seat): [card.name for card in show_order(deal.hands[seat], deal.trump)] for seat in Seat},
        "trump": None if deal.trump is None else str(deal.trump),
        "upcard": None if deal.upcard is None else deal.upcard.name,
        "dealer": None if deal.dealer is None else str(deal.dealer),
        "bids": {str(seat): bid.to_json() for seat, bid in zip(order, deal.bids, strict=False)},
        "play": [card.name for card in deal.play],
        "rules": deal.rules.to_value(),
    }


@dataclass(frozen=True, slots=True)
class DealFields:
    """What a deal's JSON form says, field by field; whether the fields fit together is not asked.

    ``places`` are the pointers into the JSON given, by canonical pointer, where the two differ.
    """

    hands: tuple[int, int, int, int]
    trump: Suit | None
    upcard: Card | None
    dealer: Seat | None
    bids: tuple[Bid, ...]
    play: tuple[Card, ...]
    rules: Rules
    places: Mapping[str, str]

    @property
    def values(
        self,
    ) -> tuple[
        tuple[int, int, int, int],
        Suit | None,
        Card | None,
        Seat | None,
        tuple[Bid, ...],
        tuple[Card, ...],
        Rules,
    ]:
        """The fields of a Deal, in its order."""
        return self.hands, self.trump, self.upcard, self.dealer, self.bids, self.play, self.rules

    def relocated(self, fault: Fault) -> Fault:
        """The fault with its pointer into the JSON given."""
        return Fault(self.places.get(fault.pointer, fault.pointer), fault.message, fault.rule)


def fields_from_dict(data: object, rules: Rules | None = None) -> DealFields:
    """The fields of a deal's JSON form, each read by itself; ``rules`` serve where it names none.

    DealError with a pointer for each fault.  Unknown fields are faults; null is the same as absent,
    but for ``trump``, where it is no-trump.
    """
    if not isinstance(data, Mapping):
        raise DealError(f"a deal is an object, not {kind_of(data)}")
    reader = DealReader()
    reader.unknown_fields(data, DEAL_FIELDS)
    table = reader.rules(data.get("rules"), rules or STANDARD)
    hands = reader.hands(data.get("hands", MISSING))
    upcard = reader.card(data.get("upcard"), "/upcard")
    trump = reader.trump(data.get("trump", MISSING), data.get("upcard"), upcard, table)
    dealer = reader.seat(data.get("dealer"), "/dealer")
    bids = reader.bids(data.get("bids"), dealer)
    play = reader.play(data.get("play"))
    if reader.faults:
        raise DealError.of(reader.faults)
    return DealFields(hands, trump, upcard, dealer, bids, play, table, reader.written)


def trump_of_fields(data: Mapping[str, object], rules: Rules | None = None) -> Suit | None:
    """The trump suit that the fields of a deal's JSON form tell, None for no-trump; DealError where they do not."""
    reader = DealReader()
    table = reader.rules(data.get("rules"), rules or STANDARD)
    upcard = reader.card(data.get("upcard"), "/upcard")
    trump = reader.trump(data.get("trump", MISSING), data.get("upcard"), upcard, table)
    if reader.faults:
        raise DealError.of(reader.faults)
    return trump


def read_rules(value: object, pointer: str = "/rules") -> Rules:
    """A preset's name or an object of knobs; DealError pointing to the knob at fault."""
    try:
        return Rules.from_value(value)
    except RulesError as error:
        raise DealError.of(fault.under(pointer) for fault in error.faults) from None
    except (ValueError, RecursionError, OverflowError):  # what Python will not even print
        raise DealError("the rules hold a value of absurd size", pointer=pointer) from None


class DealReader:
    """Reads the fields of one deal, collecting ``faults`` in place of raising them."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.board_numbers: dict[Seat, tuple[int, object]] = {}  # which board of the deal a bid says it is, and how
        self.written: dict[str, str] = {}  # canonical pointer -> the pointer in the JSON given

    def add(self, pointer: str, text: str, rule: str | None = None) -> None:
        self.faults.append(Fault.of(pointer, text, rule))

    def relocated(self, fault: Fault) -> Fault:
        return Fault(self.written.get(fault.pointer, fault.pointer), fault.message, fault.rule)

    def unknown_fields(self, data: Mapping[Any, object], known: tuple[str, ...]) -> None:
        for name in data:
            if name not in known:
                self.add(json_pointer(name), f"not a field of a deal, which has {', '.join(known)}")
            if len(self.faults) > MAX_FAULTS:
                return

    def rules(self, value: object, default: Rules) -> Rules:
        if value is None:
            return default
        try:
            return read_rules(value)
        except DealError as error:
            self.faults += error.faults
            return default

    def word(self, value: object, pointer: str, what: str, rule: str) -> str | None:
        """A text that may be ``what``; one that is too long for it breaks ``rule`` as any other wrong one does."""
        if not isinstance(value, str):
            self.add(pointer, f"expected {what}, not {kind_of(value)}")
        elif len(value) > MAX_WORD:
            self.add(pointer, f"'{shorten(value)}' is no {what.split()[-1]}", rule)
        else:
            return value
        return None

    def card(self, value: object, pointer: str) -> Card | None:
        if value is None or isinstance(value, Card):
            return value
        word = self.word(value, pointer, "a card", "R1")
        if word is None:
            return None
        try:
            return Card.parse(word)
        except CardError as error:
            self.add(pointer, str(error), "R1")
            return None

    def seat(self, value: object, pointer: str) -> Seat | None:
        if value is None or isinstance(value, Seat):
            return value
        word = self.word(value, pointer, "a seat", "R1")
        if word is None:
            return None
        try:
            return Seat.parse(word)
        except CardError as error:
            self.add(pointer, str(error), "R1")
            return None

    def seats(self, value: Mapping[Any, object], pointer: str) -> dict[Seat, object]:
        """The members of an object whose names are seats."""
        members: dict[Seat, object] = {}
        for name, item in value.items():
            known = _SEATS.get(name) if isinstance(name, str) else None
            place = f"{pointer}/{name}" if known is not None else pointer + json_pointer(name)
            seat = known if known is not None else self.seat(name if isinstance(name, Seat) else str(name), place)
            if seat is None:
                if len(self.faults) > MAX_FAULTS:
                    break
            elif seat in members:
                self.add(place, f"{seat} is named twice", "R1")
            else:
                members[seat] = item
                self.written[f"{pointer}/{seat.name}"] = place
        return members

    def hands(self, value: object) -> tuple[int, int, int, int]:
        masks = [0, 0, 0, 0]
        if value is MISSING or not isinstance(value, Mapping):
            kind = "nothing" if value is MISSING else kind_of(value)
            self.add("/hands", f"expected an object with the hands of N, E, S and W, not {kind}", "R1")
            return (0, 0, 0, 0)
        given = self.seats(value, "/hands")
        n, e, s, w = (plain_hand(given.get(seat)) for seat in Seat)
        if n and e and s and w and n + e + s + w == n | e | s | w:  # no card twice
            return (n, e, s, w)
        hidden = next((seat for seat, hand in given.items() if hand == HIDDEN), None)
        if hidden is not None:
            self.add(self.written[json_pointer("hands", hidden)], _NO_ANSWER, "R1")
            return (0, 0, 0, 0)
        owners: dict[Card, Seat] = {}
        for seat in Seat:
            if seat not in given:
                self.add("/hands", f"{seat} has no hand", "R1")
                continue
            for card, where in self.hand(given[seat], self.written[json_pointer("hands", seat)]):
                if card in owners:
                    whose = "twice in one hand" if owners[card] is seat else f"in {owners[card]}'s hand too"
                    self.add(where, f"{card} is {whose}", "R1")
                owners[card] = seat
                masks[seat] |= 1 << card.index
        return (masks[0], masks[1], masks[2], masks[3])

    def hand(self, value: object, pointer: str) -> Iterator[tuple[Card, str]]:
        """The cards of one hand, each with its place."""
        if isinstance(value, str):
            if len(value) > MAX_TEXT:
                self.add(pointer, "a hand has at most 13 cards, and this text is far longer", "R2")
            elif "." in value:
                try:
                    yield from ((card, pointer) for card in cards_from_holding(value))
                except CardError as error:
                    self.add(pointer, str(error), "R1")
            else:
                yield from self.cards(value.replace(",", " ").split(), pointer, indexed=False)
        elif isinstance(value, (list, tuple)):
            if len(value) > MAX_CARDS:
                self.add(pointer, f"{len(value)} cards, and a hand has at most 13", "R2")
            else:
                yield from self.cards(value, pointer)
        else:
            self.add(pointer, f"expected a list of cards or a holding, not {kind_of(value)}")

    def cards(self, value: Iterable[object], pointer: str, indexed: bool = True) -> Iterator[tuple[Card, str]]:
        for index, item in enumerate(value):
            where = pointer + json_pointer(index) if indexed else pointer
            if item is None:
                self.add(where, "expected a card, not null")
            elif card := self.card(item, where):
                yield card, where

    def trump(self, value: object, turned: object, upcard: Card | None, rules: Rules) -> Suit | None:
        if value is MISSING:
            if upcard is not None:
                return upcard.suit
            if turned is None and rules.trump_source is None:
                self.add("/trump", "give trump (a suit or null) or the upcard", "R3")
            return rules.trump_source
        if value is None or isinstance(value, Suit):
            return value
        word = self.word(value, "/trump", "a suit", "R3")
        if word is None or word.strip().upper() in NO_TRUMP:
            return None
        try:
            return Suit.parse(word)
        except CardError as error:
            self.add("/trump", f"{error}, or null for no-trump", "R3")
            return None

    def bids_by_seat(self, value: object) -> dict[Seat, Bid]:
        """The bids given, in no particular order; null is no bid yet."""
        given: dict[Seat, Bid] = {}
        if value is not None and not isinstance(value, Mapping):
            self.add("/bids", f"expected an object of bids by seat, not {kind_of(value)}", "R6")
        elif value is not None:
            for seat, item in self.seats(value, "/bids").items():
                try:
                    if (number := board_number_told(item)) is not None:
                        given[seat] = Bid.BOARD
                        self.board_numbers[seat] = (number, item)
                    elif item is not None:
                        given[seat] = Bid.parse(item)
                except BidError as error:
                    place = self.written[json_pointer("bids", seat)]
                    self.faults += (fault.under(place) for fault in error.faults)
        return given

    def bids(self, value: object, dealer: Seat | None) -> tuple[Bid, ...]:
        """The bids given, which must be the first ones of the bidding order."""
        given = self.bids_by_seat(value)
        if given and dealer is None:
            self.add("/dealer", "bids need the dealer, who fixes their order", "R6")
        if not given or dealer is None:
            return ()
        order = dealer.next.clockwise()
        for before, seat in pairwise(order):
            if seat in given and before not in given:
                place = self.written[json_pointer("bids", seat)]
                self.add(place, f"{seat} has bid out of turn: {before} bids before and has not", "R6")
                break
        boards = [seat for seat in order if seat in given and given[seat].is_board]
        for ordinal, seat in enumerate(boards, 1):
            number, said = self.board_numbers.get(seat, (ordinal, ""))
            if number != ordinal:
                self.add(self.written[json_pointer("bids", seat)], wrong_board_number(said, number, ordinal), "R8")
        return tuple(given[seat] for seat in order if seat in given)

    def number(self, value: object, pointer: str, low: int, high: int, rule: str | None = None) -> int | None:
        """A whole number from ``low`` to ``high``; 9.0 is 9, as in JSON."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.add(pointer, f"expected a number, not {kind_of(value)}", rule)
        elif not low <= value <= high or value % 1:  # `in range` would count up to a float
            self.add(pointer, f"expected a whole number from {low} to {high}", rule)
        else:
            return int(value)
        return None

    def play(self, value: object) -> tuple[Card, ...]:
        if value is None:
            return ()
        if isinstance(value, str) and len(value) <= MAX_TEXT:
            value = [word for word in re.split(r"[.\s,]+", value) if word]
        if not isinstance(value, (list, tuple)):
            self.add("/play", f"expected a list of cards or of tricks, not {kind_of(value)}")
            return ()
        if len(value) > MAX_CARDS:
            self.add("/play", f"{len(value)} cards are played, more than there are", "R14")
            return ()
        if not any(isinstance(item, (list, tuple)) for item in value):
            return tuple(card for card, _ in self.cards(value, "/play"))
        played: list[Card] = []
        for index, trick in enumerate(value):
            where = json_pointer("play", index)
            if not isinstance(trick, (list, tuple)):
                self.add(where, f"expected a trick, a list of cards as before, not {kind_of(trick)}")
            elif len(trick) > 4 or (len(trick) < 4 and index < len(value) - 1):
                self.add(where, f"a trick has 4 cards, not {len(trick)}; only the last may have fewer", "R11")
            else:
                for card, place in self.cards(trick, where):
                    self.written[json_pointer("play", len(played))] = place
                    played.append(card)
        return tuple(played)


def kind_of(value: object) -> str:
    """What a value of the wrong type is, in JSON's words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    for kind, name in (
        (str, "a text"),
        ((int, float), "a number"),
        (Mapping, "an object"),
        ((list, tuple), "a list"),
    ):
        if isinstance(value, kind):
            return name
    return f"a {type(value).__name__}"
