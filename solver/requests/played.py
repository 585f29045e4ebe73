"""The play of a hand as JSON: cards in one list or trick by trick, who led, a claim, the tricks won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from solver.errors import CardError, json_pointer
from solver.formats.deal_forms import MAX_CARDS, MAX_WORD, TRICKS
from solver.formats.deal_json import DealReader, kind_of
from solver.game.cards import Card, Seat, Side
from solver.requests.sides import read_by_side
from solver.reviewing.record import Record

__all__ = ["read_claim", "read_record"]

_TRICK_FIELDS: Final = ("leader", "cards")


def read_record(reader: DealReader, data: Mapping[Any, object], exempt: tuple[Seat, ...] | None) -> Record:
    """The record in the fields ``play``, ``leader``, ``claim`` and ``tricks``; faults go to ``reader``."""
    play = _Play(reader)
    play.read(data.get("play"))
    return Record(
        tuple(play.cards),
        tuple(play.starts),
        play.leads,
        reader.seat(data.get("leader"), "/leader"),
        exempt,
        read_claim(reader, data.get("claim")),
        _tricks(reader, data.get("tricks"), "/tricks"),
        play.places,
    )


def read_claim(reader: DealReader, value: object) -> Mapping[Side, int] | Side | None:
    """Tricks of the rest by side; a side or a seat alone claims them all."""
    if not isinstance(value, str):
        return _tricks(reader, value, "/claim")
    word = value.strip().upper()
    if word in ("NS", "EW"):
        return Side(word)
    try:
        return Seat.parse(word[:MAX_WORD]).side
    except CardError:
        reader.add("/claim", "a claim is NS or EW for all the rest, or an object with NS and EW", "R14")
        return None


def _tricks(reader: DealReader, value: object, pointer: str) -> Mapping[Side, int] | None:
    if value is None:
        return None
    if isinstance(value, Mapping) and not value:
        reader.add(pointer, f"expected an object with NS and EW, not {kind_of(value)}", "R14")
        return None
    return read_by_side(reader, value, pointer, TRICKS.high, "R14")


class _Play:
    """The cards as they are read, where tricks begin, who is said to lead, and where cards are written."""

    def __init__(self, reader: DealReader) -> None:
        self.reader = reader
        self.cards: list[Card] = []
        self.starts: list[int] = []
        self.leads: dict[int, Seat] = {}
        self.places: dict[int, str] = {}

    def read(self, value: object) -> None:
        """A trick may have any number of cards here: what is missing or too much is told later."""
        if not isinstance(value, (list, tuple)) or not any(isinstance(item, (list, tuple, Mapping)) for item in value):
            self.cards += self.reader.play(value)
            return
        for number, trick in enumerate(value[:MAX_CARDS]):
            place = json_pointer("play", number)
            self.starts.append(len(self.cards))
            if isinstance(trick, Mapping):
                self._led_trick(trick, place)
            else:
                self._trick(trick, place)
        if len(self.cards) > MAX_CARDS or len(value) > MAX_CARDS:
            self.reader.add("/play", "more cards are played than there are", "R14")

    def _led_trick(self, trick: Mapping[Any, object], place: str) -> None:
        """``{"leader": "W", "cards": […]}``."""
        for name in trick:
            if name not in _TRICK_FIELDS:
                self.reader.add(place + json_pointer(name), "not a field of a trick, which has leader and cards")
        leader = self.reader.seat(trick.get("leader"), place + "/leader")
        if leader is not None:
            self.leads[len(self.cards)] = leader
        self._trick(trick.get("cards"), place + "/cards")

    def _trick(self, trick: object, place: str) -> None:
        if not isinstance(trick, (list, tuple)):
            self.reader.add(place, f"expected a trick, a list of its cards, not {kind_of(trick)}")
        elif not 1 <= len(trick) <= MAX_CARDS:
            self.reader.add(place, f"{len(trick)} cards are no trick", "R11")
        else:
            for card, written in self.reader.cards(trick, place):
                self.places[len(self.cards)] = written
                self.cards.append(card)
