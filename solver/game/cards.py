"""Cards, suits, seats and sides (docs/rules.md, R1 and R5): small values that parse and print, and sets of cards.

What prints parses back: ``Card.parse(str(card)) is card``.  Input is lenient (``SA``, ``10D``,
``kh``, ``♥K``), output is always canonical: rank then suit, ``BB`` and ``LB`` for the bloopers.
Card sets are 54-bit masks, bit ``Card.index``; trumps then compare by index, bloopers on top.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Self

from solver.errors import CardError, check_kind
from solver.forms import Whole

__all__ = [
    "BIG",
    "BLOOPERS",
    "FULL_PACK",
    "HAND_SIZES",
    "LITTLE",
    "PACK",
    "RANKS",
    "SUIT_MASKS",
    "Card",
    "Seat",
    "Side",
    "Suit",
    "from_mask",
    "show_order",
    "to_mask",
    "trump_mask",
]

RANKS: Final = "23456789TJQKA"
HAND_SIZES: Final = Whole(1, 13)
"""Cards a hand (R2)."""


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
        check_kind("text", text, str)
        word = text.strip().upper()
        if len(word) == 1:
            place = "SHDC♠♥♦♣♤♡♢♧".find(word)
            if place >= 0:
                return cls(place % 4)
        raise CardError(f"{_shown(text)} is no suit: use S, H, D or C")


@cache
def _members(kind: type[enum.Enum]) -> tuple[Any, ...]:
    """The members in order: an enumeration makes them anew each time it is asked, and every deal asks."""
    return tuple(kind)


class _Place(enum.StrEnum):
    """A letter or two that is also a place: ``hands[seat]`` and ``1 << seat`` take its place in the fixed order."""

    place: int

    def __init__(self, _: str) -> None:
        self.place = len(type(self).__members__)

    def __index__(self) -> int:
        return self.place

    def __rlshift__(self, other: int) -> int:
        return other << self.place

    def __rrshift__(self, other: int) -> int:
        return other >> self.place

    def __lt__(self, other: str) -> bool:
        return self.place < type(self)(other).place

    def __le__(self, other: str) -> bool:
        return self.place <= type(self)(other).place

    def __gt__(self, other: str) -> bool:
        return self.place > type(self)(other).place

    def __ge__(self, other: str) -> bool:
        return self.place >= type(self)(other).place

    def __repr__(self) -> str:
        return repr(self.value)

    @classmethod
    def at(cls, place: int) -> Self:
        """The one at this place, counted round and round: ``Seat.at(6)`` is S."""
        members: tuple[Self, ...] = _members(cls)
        return members[place % len(members)]


class Side(_Place):
    """A partnership; it is its name, ``Side.NS == "NS"``, and indexes pairs with NS first."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Side:
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return (Seat.N, Seat.S) if self is Side.NS else (Seat.E, Seat.W)

    @property
    def full_name(self) -> str:
        return "North-South" if self is Side.NS else "East-West"


class Seat(_Place):
    """A player; seats go clockwise N E S W (R1).  A seat is its letter, ``Seat.N == "N"``, and indexes hands."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @classmethod
    def parse(cls, text: str) -> Seat:
        """``N``, ``e``, ``South`` …; CardError otherwise."""
        check_kind("text", text, str)
        seat = _seats_by_word().get(text.strip().upper())
        if seat is None:
            raise CardError(f"{_shown(text)} is no seat: use N, E, S or W")
        return seat

    @property
    def side(self) -> Side:
        return Side.at(self.place)

    @property
    def partner(self) -> Seat:
        return Seat.at(self.place + 2)

    @property
    def next(self) -> Seat:
        """The seat to the left, who acts next."""
        return Seat.at(self.place + 1)

    @property
    def full_name(self) -> str:
        return ("North", "East", "South", "West")[self]

    def after(self, steps: int) -> Seat:
        """The seat so many places clockwise."""
        return Seat.at(self.place + steps)

    def steps_to(self, other: Seat) -> int:
        """How many places clockwise ``other`` sits, 0 to 3."""
        return (other.place - self.place) % 4

    def clockwise(self) -> tuple[Seat, Seat, Seat, Seat]:
        """All four seats, beginning with this one."""
        return _clockwise(self)


@cache
def _seats_by_word() -> dict[str, Seat]:
    full = zip(("NORTH", "EAST", "SOUTH", "WEST"), Seat, strict=True)
    return {**{seat.value: seat for seat in Seat}, **dict(full)}


@cache
def _clockwise(first: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    return (first, first.next, first.partner, first.partner.next)


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 54 cards; it equals its name, so that ``values["QH"]`` finds what is kept by card.

    ``index`` is 13 * suit + rank - 2 for the plain cards (``2S`` 0 … ``AC`` 51), 52 for LB and 53
    for BB; card sets are ints with bit ``index`` set.
    """

    index: int
    name: str

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return self is other or (self.name == (other.name if isinstance(other, Card) else other))

    def __repr__(self) -> str:
        return repr(self.name)

    def to_json(self) -> str:
        """The name."""
        return self.name

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
        check_kind("text", text, str)
        word = text.strip().upper()
        card = _BY_NAME.get(word)
        if card is None:
            for symbol, letter in _SYMBOLS:
                word = word.replace(symbol, letter)
            word = word.replace("10", "T").replace("\ufe0f", "")
            card = _BY_NAME.get(word) or _BY_NAME.get(word[::-1])
        if card is None or (card.is_blooper and word != card.name):  # BL is no card
            raise CardError(f"{_shown(text)} is no card: use rank then suit as in AS, TD, 2C, or BB, LB")
        return card


_SYMBOLS: Final = tuple(zip("♠♥♦♣♤♡♢♧", "SHDCSHDC", strict=True))
PACK: Final[tuple[Card, ...]] = tuple(
    [Card(13 * s + r, RANKS[r] + Suit(s).name) for s in range(4) for r in range(13)] + [Card(52, "LB"), Card(53, "BB")]
)
"""All 54 cards by index."""
LITTLE: Final = PACK[52]
BIG: Final = PACK[53]
_BY_NAME: Final = {card.name: card for card in PACK}

SUIT_MASKS: Final = tuple(0x1FFF << 13 * suit for suit in Suit)
"""The 13 plain cards of each suit."""
BLOOPERS: Final = 1 << LITTLE.index | 1 << BIG.index
FULL_PACK: Final = (1 << len(PACK)) - 1
_TRUMP_MASKS: Final = tuple(mask | BLOOPERS for mask in SUIT_MASKS)


def trump_mask(trump: Suit | None) -> int:
    """All cards that count as trumps: the suit and the bloopers, in no-trump the bloopers alone (R4, R5)."""
    return BLOOPERS if trump is None else _TRUMP_MASKS[trump]


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


def show_order(cards: int, trump: Suit | None) -> tuple[Card, ...]:
    """A set of cards in display order: S H D C, each high to low, bloopers above the trumps or last."""
    shown: list[Card] = []
    for suit in Suit:
        if suit is trump:
            shown += reversed(list(from_mask(cards & BLOOPERS)))
        shown += reversed(list(from_mask(cards & SUIT_MASKS[suit])))
    if trump is None:
        shown += reversed(list(from_mask(cards & BLOOPERS)))
    return tuple(shown)
