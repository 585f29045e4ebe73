"""Words for people, each said in one place: a card, a suit, a number of tricks, a list, a signed number.

A bid's word is ``Bid.word``, a seat's and a side's name their ``full_name``.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

from solver.game.auction import Bid
from solver.game.cards import Card, Suit

__all__ = ["CardStyle", "bid_spans", "bids_text", "card_text", "count", "joined", "rank_text", "signed", "suit_text"]


class CardStyle(enum.Enum):
    """How cards are written."""

    LETTERS = "TH"
    SYMBOLS = "10♥"


def card_text(card: Card, style: CardStyle = CardStyle.LETTERS) -> str:
    """``TH`` or ``10♥``; bloopers by their letters."""
    return card.name if card.suit is None or style is CardStyle.LETTERS else rank_text(card) + card.suit.symbol


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


def bids_text(bids: Iterable[Bid], last: str = "or") -> str:
    """Exactly these bids, low to high: ``pass, 2, 5 to 7 or board``; three neighbours or more are a range."""
    return joined(bid_spans(bids), last)


def bid_spans(bids: Iterable[Bid]) -> list[str]:
    """The parts of ``bids_text``."""
    runs: list[list[Bid]] = []
    for bid in sorted(bids):
        # Pass and board have words of their own, which begin or end no range.
        if runs and bid.number > 1 and not bid.is_board and runs[-1][-1].number == bid.number - 1:
            runs[-1].append(bid)
        else:
            runs.append([bid])
    spans: list[str] = []
    for run in runs:
        spans += [f"{run[0].word} to {run[-1].word}"] if len(run) > 2 else [bid.word for bid in run]
    return spans


def signed(number: float) -> str:
    """With its sign, but for 0."""
    return format(number, "+d" if isinstance(number, int) else "+g") if number else "0"
