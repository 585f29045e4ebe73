"""Words for people, each said in one place: a card, a suit, a number of tricks, a list, a signed number.

A bid's word is ``Bid.word``, a seat's and a side's name their ``full_name``.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from solver.game.cards import Card, Suit

__all__ = ["CardStyle", "card_text", "count", "joined", "rank_text", "signed", "suit_text"]


class CardStyle(enum.Enum):
    """How cards are written."""

    LETTERS = "TH"
    SYMBOLS = "10♥"
    NARROW = "T♥"
    """Symbols with ranks of one letter, for columns."""


def card_text(card: Card, style: CardStyle = CardStyle.LETTERS) -> str:
    """``TH``, ``10♥`` or ``T♥``; bloopers by their letters."""
    if card.suit is None or style is CardStyle.LETTERS:
        return card.name
    return (card.name[0] if style is CardStyle.NARROW else rank_text(card)) + card.suit.symbol


def rank_text(card: Card) -> str:
    """The card within its suit: ``A``, ``10``; ``BB`` and ``LB`` for bloopers."""
    return card.name if card.is_blooper else card.name[0].replace("T", "10")


def suit_text(suit: Suit, style: CardStyle = CardStyle.LETTERS) -> str:
    """``H`` or ``♥``."""
    return suit.name if style is CardStyle.LETTERS else suit.symbol


def count(number: int, noun: str) -> str:
    """``1 trick``, ``2 tricks``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def joined(words: Sequence[str], last: str = "or") -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def signed(number: float) -> str:
    """With its sign, but for 0."""
    return format(number, "+d" if isinstance(number, int) else "+g") if number else "0"
