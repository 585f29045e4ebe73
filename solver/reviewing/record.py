"""The play as people write it down, read without judging it: cards, who led, and how the rest was settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from solver.errors import CardError, DealError, Fault, json_pointer
from solver.formats.deal_json import DealReader, kind_of
from solver.formats.holding import cards_from_holding
from solver.game.cards import Card, Seat, Side, Suit
from solver.game.play import trick_winner

__all__ = ["Record", "hands_of_play", "read_record", "unknown_hands"]

_UNKNOWN: Final = frozenset("?xX*-_")
_TRICK_FIELDS: Final = ("leader", "cards")


@dataclass(frozen=True, slots=True)
class Record:
    """What was written down of the play; nothing of it is checked against the hands or the rules.

    ``play`` are the cards in order.  ``starts`` are the indices at which tricks begin, empty where the
    cards came in one list.  ``leads`` tells, by such an index, who is said to have led there.
    ``leader`` leads first where no bids say so.  ``exempt`` seats may lead trump at any time; None leaves
    it to the bids (R12 a).  ``claim`` are tricks of the rest by side, ``won`` tricks of the whole deal:
    one side is enough, None where nothing is said.  ``places`` are JSON pointers by index.
    """

    play: tuple[Card, ...] = ()
    starts: tuple[int, ...] = ()
    leads: Mapping[int, Seat] = field(default_factory=dict)
    leader: Seat | None = None
    exempt: tuple[Seat, ...] | None = None
    claim: Mapping[Side, int] | Side | None = None
    won: Mapping[Side, int] | None = None
    places: Mapping[int, str] = field(default_factory=dict)

    @property
    def first_leader(self) -> Seat | None:
        """Who is said to have led first."""
        return self.leads.get(0) if self.leader is None else self.leader

    def place(self, index: int) -> str:
        """The JSON pointer of a card of the play."""
        return self.places.get(index, json_pointer("play", index))


def read_record(reader: DealReader, data: Mapping[Any, object], exempt: tuple[Seat, ...] | None) -> Record:
    """The record in the fields ``play``, ``leader``, ``claim`` and ``tricks``; faults go to ``reader``."""
    play, starts, leads, places = _play(reader, data.get("play"))
    return Record(
        play,
        starts,
        leads,
        reader.seat(data.get("leader"), "/leader"),
        exempt,
        _claim(reader, data.get("claim")),
        _by_side(reader, data.get("tricks"), "/tricks"),
        places,
    )


def _play(
    reader: DealReader, value: object
) -> tuple[tuple[Card, ...], tuple[int, ...], dict[int, Seat], dict[int, str]]:
    """Cards, where tricks begin, leaders told, and places; a trick may have any number of cards here."""
    if not isinstance(value, (list, tuple)) or not any(isinstance(item, (list, tuple, Mapping)) for item in value):
        return reader.play(value), (), {}, {}
    cards: list[Card] = []
    starts: list[int] = []
    leads: dict[int, Seat] = {}
    places: dict[int, str] = {}
    for at, trick in enumerate(value[:54]):
        where = json_pointer("play", at)
        starts.append(len(cards))
        if isinstance(trick, Mapping):
            for name in trick:
                if name not in _TRICK_FIELDS:
                    reader.add(where + json_pointer(name), "not a field of a trick, which has leader and cards")
            leader = reader.seat(trick.get("leader"), where + "/leader")
            if leader is not None:  # N is 0
                leads[len(cards)] = leader
            trick, where = trick.get("cards"), where + "/cards"
        if not isinstance(trick, (list, tuple)):
            reader.add(where, f"expected a trick, a list of its cards, not {kind_of(trick)}")
        elif not 1 <= len(trick) <= 54:
            reader.add(where, f"{len(trick)} cards are no trick", "R11")
        else:
            for card, place in reader.cards(trick, where):
                places[len(cards)] = place
                cards.append(card)
    if len(cards) > 54 or len(value) > 54:
        reader.add("/play", "more cards are played than there are", "R14")
    return tuple(cards), tuple(starts), leads, places


def _claim(reader: DealReader, value: object) -> Mapping[Side, int] | Side | None:
    """Tricks of the rest by side; a side or a seat alone claims them all."""
    if isinstance(value, str):
        word = value.strip().upper()
        if word in ("NS", "EW"):
            return Side[word]
        try:
            return Seat.parse(word[:20]).side
        except CardError:
            reader.add("/claim", "a claim is NS or EW for all the rest, or an object with NS and EW", "R14")
            return None
    return _by_side(reader, value, "/claim")


def _by_side(reader: DealReader, value: object, pointer: str) -> Mapping[Side, int] | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or not value:
        reader.add(pointer, f"expected an object with NS and EW, not {kind_of(value)}", "R14")
        return None
    found: dict[Side, int] = {}
    for name, item in value.items():
        at = pointer + json_pointer(name)
        if name not in ("NS", "EW"):
            reader.add(at, "no side: use NS, EW", "R1")
        elif (number := reader.number(item, at, 0, 13, "R14")) is not None:
            found[Side[name]] = number
    return found


# --- Hands that are not all there -------------------------------------------------------------------


def unknown_hands(hands: Mapping[Any, object]) -> list[Fault]:
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


def hands_of_play(record: Record, trump: Suit | None, leader: Seat) -> dict[str, list[str]]:
    """The hands that a complete play shows, led by ``leader``; DealError where it cannot be complete."""
    play = record.play
    whole = bool(play) and len(play) % 4 == 0 and len(set(play)) == len(play)
    if not whole or record.starts not in ((), tuple(range(0, len(play), 4))):
        text = "a play that shows the hands has every card of them once, in tricks of four"
        raise DealError(text, "R14", pointer="/play")
    hands: dict[str, list[str]] = {seat: [] for seat in Seat}
    for at in range(0, len(play), 4):
        leader = record.leads.get(at, leader)
        trick = play[at : at + 4]
        for seat, card in zip(leader.clockwise(), trick, strict=True):
            hands[seat].append(card.name)
        leader = trick_winner(trick, leader, trump)
    return hands
