"""``greedy``: counts its sure tricks, and takes every trick it can with the highest card that does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.game.auction import Auction, Bid
from solver.game.cards import BLOOPERS, Card, Suit
from solver.players.bots.bot import Chair
from solver.players.bots.sight import Sight

if TYPE_CHECKING:
    from solver.seen_deal import SeenDeal

__all__ = ["GreedyBot", "greedy_bid", "greedy_card"]


class GreedyBot:
    """Needs nothing but what it sees."""

    def __init__(self, chair: Chair) -> None:
        pass

    def bid(self, seen: SeenDeal) -> Bid:
        return greedy_bid(seen.hand, seen.trump, seen.auction)

    def play(self, seen: SeenDeal) -> Card:
        return greedy_card(Sight.of(seen))


def greedy_bid(hand: int, trump: Suit | None, auction: Auction) -> Bid:
    """A trick for each blooper, trump ace and king and, from 5 cards, each plain ace; as far as that is legal.

    With one card a blooper or the ace of trumps claims board.
    """
    legal = auction.legal()
    cards = hand.bit_count()
    sure = (hand & BLOOPERS).bit_count()
    sure += sum(_ranked(hand, trump, rank) for rank in (13, 14) if trump is not None)
    king = trump is not None and _ranked(hand, trump, 13)
    if cards == 1 and sure and not king and Bid.BOARD in legal:
        return Bid.BOARD
    if cards >= 5:
        sure += sum(_ranked(hand, suit, 14) for suit in Suit if suit is not trump)
    return Bid.of(min(sure, max(bid.number for bid in legal)))


def greedy_card(sight: Sight) -> Card:
    """The highest legal card to lead, the highest that wins, else the lowest."""
    if sight.trick and (winners := sight.winners()):
        return winners[-1]
    ordered = sorted(sight.choices, key=lambda card: (card.rank, card.is_trump(sight.trump), -card.index))
    return ordered[0] if sight.trick else ordered[-1]


def _ranked(hand: int, suit: Suit | None, rank: int) -> bool:
    return suit is not None and bool(hand >> 13 * suit + rank - 2 & 1)
