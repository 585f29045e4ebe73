"""Cards, suits, seats and sides (RULES R1, R5): small immutable values that parse and print.

What prints parses back: ``Card.parse(str(card)) is card``.  Input is lenient (``SA``, ``10D``,
``kh``, ``♥K``), output is always canonical: rank then suit, ``BB`` and ``LB`` for the bloopers.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

__all__ = ["BIG", "LITTLE", "PACK", "RANKS", "Card", "CardError", "Seat", "Side", "Suit", "from_mask", "to_mask"]

RANKS: Final = "23456789TJQKA"


class CardError(ValueError):
    """A word that is no card, suit, seat or side."""


def _shown(text: str) -> str:
    return repr(text if len(text) <= 12 else text[:12] + "…")


class Suit(enum.IntEnum):
    """The four suits in the project's order S H D C; ``None`` stands for no-trump."""

    S = 0
    H = 1
    D = 2
    C = 3

    def __str__(self) -> str:
        return self.name

    @property
    def symbol(self) -> str:
        return "♠♥♦♣"[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """A letter in either case or a suit symbol; CardError otherwise."""
        word = text.strip().upper()
        if len(word) == 1:
            at = "SHDC♠♥♦♣♤♡♢♧".find(word)
            if at >= 0:
                return cls(at % 4)
        raise CardError(f"{_shown(text)} is no suit: use S, H, D or C")


class Side(enum.IntEnum):
    """A partnership."""

    NS = 0
    EW = 1

    def __str__(self) -> str:
        return self.name

    @property
    def other(self) -> Side:
        return Side(1 - self)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return (Seat(self.value), Seat(self.value + 2))


class Seat(enum.IntEnum):
    """A player; seats go clockwise N E S W (R1)."""

    N = 0
    E = 1
    S = 2
    W = 3

    def __str__(self) -> str:
        return self.name

    @classmethod
    def parse(cls, text: str) -> Seat:
        """``N``, ``e``, ``South`` …; CardError otherwise."""
        word = text.strip().upper()
        for seat, full in zip(cls, ("NORTH", "EAST", "SOUTH", "WEST"), strict=True):
            if word in (seat.name, full):
                return seat
        raise CardError(f"{_shown(text)} is no seat: use N, E, S or W")

    @property
    def side(self) -> Side:
        return Side(self.value % 2)

    @property
    def partner(self) -> Seat:
        return Seat((self.value + 2) % 4)

    @property
    def next(self) -> Seat:
        """The seat to the left, who acts next."""
        return Seat((self.value + 1) % 4)

    @property
    def full_name(self) -> str:
        return ("North", "East", "South", "West")[self]

    def clockwise(self) -> tuple[Seat, Seat, Seat, Seat]:
        """All four seats, beginning with this one."""
        return (self, self.next, self.partner, self.partner.next)


@dataclass(frozen=True, slots=True, order=False)
class Card:
    """One of the 54 cards.

    ``index`` is 13 * suit + rank - 2 for the plain cards (``2S`` 0 … ``AC`` 51), 52 for LB and 53
    for BB; card sets are ints with bit ``index`` set.
    """

    index: int
    name: str = field(compare=False)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Card({self.name})"

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    @property
    def is_blooper(self) -> bool:
        return self.index >= 52

    @property
    def suit(self) -> Suit | None:
        """The printed suit; None for a blooper."""
        return None if self.index >= 52 else Suit(self.index // 13)

    @property
    def rank(self) -> int:
        """2 … 14 (ace) for plain cards, 15 for LB, 16 for BB."""
        return self.index - 37 if self.index >= 52 else self.index % 13 + 2

    def belongs_to(self, trump: Suit | None) -> Suit | None:
        """The suit the card counts as: bloopers are trumps (R5); None for a live blooper in no-trump."""
        return trump if self.index >= 52 else Suit(self.index // 13)

    def is_trump(self, trump: Suit | None) -> bool:
        return self.index >= 52 or (trump is not None and self.index // 13 == trump)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Rank then suit or suit then rank, ``T`` or ``10``, suit letters or symbols, any case."""
        word = text.strip().upper()
        found = _BY_NAME.get(word)
        if found is None:
            for symbol, letter in _SYMBOLS:
                word = word.replace(symbol, letter)
            word = word.replace("10", "T").replace("\ufe0f", "")
            found = _BY_NAME.get(word) or _BY_NAME.get(word[::-1])
        if found is None or (found.is_blooper and word != found.name):  # BL is no card
            raise CardError(f"{_shown(text)} is no card: use rank then suit as in AS, TD, 2C, or BB, LB")
        return found


_SYMBOLS: Final = tuple(zip("♠♥♦♣♤♡♢♧", "SHDCSHDC", strict=True))
PACK: Final[tuple[Card, ...]] = tuple(
    [Card(13 * s + r, RANKS[r] + Suit(s).name) for s in range(4) for r in range(13)] + [Card(52, "LB"), Card(53, "BB")]
)
"""All 54 cards by index."""
LITTLE: Final = PACK[52]
BIG: Final = PACK[53]
_BY_NAME: Final = {card.name: card for card in PACK}


def to_mask(cards: Iterable[Card]) -> int:
    """The cards as a 54-bit set, bit ``Card.index``."""
    mask = 0
    for card in cards:
        mask |= 1 << card.index
    return mask


def from_mask(mask: int) -> Iterator[Card]:
    """The cards of a 54-bit set, by ascending index."""
    while mask:
        low = mask & -mask
        yield PACK[low.bit_length() - 1]
        mask ^= low
