"""Answers of the search that were found before, kept by canonical question in whatever the caller has for that.

What is kept is exact or not there: a value that cannot be an answer to its question is searched again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from solver.deal import Deal
from solver.game.cards import Card, Seat
from solver.game.play import Position
from solver.search.canonical import CanonicalDeal, CanonicalPosition

__all__ = ["Case", "Known", "known_cards", "known_line", "known_table"]

Case = tuple[Seat, frozenset[Seat]]
"""First leader, and the seats that are exempt from the lead limit."""

_SMALL: Final = 5
"""Cards a hand; up to here a search takes no longer than finding its answer elsewhere."""


class Known(Protocol):
    """Where answers are kept; it may lose any of them."""

    def get(self, key: bytes) -> bytes | None:
        """What was kept under this key, if it is still there."""

    def put(self, key: bytes, value: bytes, seconds: float) -> None:
        """Keeps what took so long to find."""


def known_table(
    known: Known | None, deal: Deal, cases: Sequence[Case], search: Callable[[Sequence[Case]], list[int]]
) -> list[int]:
    """NS tricks of each case: those that are kept, and the others by one ``search`` for all of them."""
    if known is None or deal.cards <= _SMALL:
        return search(cases)
    form = CanonicalDeal.of(deal)
    key = b"T" + form.key
    tricks = _pairs(known.get(key), 63, deal.cards)
    numbers = [form.case(leader, exempt) for leader, exempt in cases]
    missing = [case for case, number in zip(cases, numbers, strict=True) if number not in tricks]
    if missing:
        began = time.perf_counter()
        for (leader, exempt), found in zip(missing, search(missing), strict=True):
            tricks[form.case(leader, exempt)] = form.ns_tricks(found)
        known.put(key, bytes(part for pair in sorted(tricks.items()) for part in pair), time.perf_counter() - began)
    return [form.ns_tricks(tricks[number]) for number in numbers]


def known_cards(
    known: Known | None, position: Position, search: Callable[[], list[tuple[Card, int]]]
) -> list[tuple[Card, int]]:
    """NS tricks to come after each legal card, by falling card index: what is kept, or ``search`` finds."""
    if known is None or position.cards_left <= 4 * _SMALL:
        return search()
    form = CanonicalPosition.of(position)
    key = b"C" + form.key
    places = _pairs(known.get(key), len(form.cards) - 1, form.tricks)
    legal = set(position.legal())
    values = {form.cards[place]: form.ns_tricks(tricks) for place, tricks in places.items()}
    if values.keys() != legal:
        began = time.perf_counter()
        values = dict(search())
        pairs = ((form.cards.index(card), form.ns_tricks(tricks)) for card, tricks in values.items())
        known.put(key, bytes(part for pair in pairs for part in pair), time.perf_counter() - began)
    return sorted(values.items(), reverse=True)


def known_line(known: Known | None, position: Position, search: Callable[[], list[Card]]) -> list[Card]:
    """The cards of the search's line to the end: what is kept, or ``search`` finds."""
    if known is None or position.cards_left <= 4 * _SMALL:
        return search()
    form = CanonicalPosition.of(position)
    key = b"L" + form.key
    line = _line(known.get(key) or b"", form, position)
    if line is None:
        began = time.perf_counter()
        line = search()
        known.put(key, bytes(form.cards.index(card) for card in line), time.perf_counter() - began)
    return line


def _pairs(value: bytes | None, most: int, tricks: int) -> dict[int, int]:
    """Numbers up to ``most`` with up to ``tricks`` tricks each; none where the value is not that."""
    if not value or len(value) % 2:
        return {}
    pairs = dict(zip(value[::2], value[1::2], strict=True))
    sound = max(pairs) <= most and max(pairs.values()) <= tricks and len(pairs) == len(value) // 2
    return pairs if sound else {}


def _line(value: bytes, form: CanonicalPosition, position: Position) -> list[Card] | None:
    """The cards at these places; None unless they are a whole play from ``position``."""
    if len(value) != position.cards_left or max(value, default=0) >= len(form.cards):
        return None
    now = position
    line = [form.cards[place] for place in value]
    for card in line:
        if now.fault(card):
            return None
        now = now.after(card)
    return line
