"""``engine``: best play with open cards in worlds that the hand may be in, on average (a plain first form).

The worlds are drawn by what the rules tell alone, not by what the bids do; whoever acts later is held to know the
world; and a card is judged by the tricks of double dummy.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from solver.bidding.worlds import World, bids_over_worlds
from solver.deal import Deal
from solver.game.auction import Auction, Bid
from solver.game.cards import Card, Seat, Side
from solver.game.play import tricks_by_side
from solver.game.scoring import side_score
from solver.players.bots.bot import BotError, Chair
from solver.players.layouts import Layouts
from solver.players.worlds import Worlds
from solver.search.limits import Limits

if TYPE_CHECKING:
    from solver.seen_deal import SeenDeal

__all__ = ["BID_WORLDS", "CARD_WORLDS", "EngineBot", "best_card", "margins"]

CARD_WORLDS: Final = 40
"""Worlds for a card, and for a bid: more of them change little."""
BID_WORLDS: Final = 60
_MEMORY_MB: Final = 64
_SHARE: Final = 0.6
"""Of the time for a decision, what the worlds may take."""


class EngineBot:
    """Without a time the same seed gives the same bids and cards; with one there are as many worlds as it allows."""

    def __init__(self, chair: Chair, *, cards: int = CARD_WORLDS, bids: int = BID_WORLDS) -> None:
        self._seed = chair.seed
        self._cards = cards
        self._bids = bids
        self._limits = Limits(None if chair.time is None else _SHARE * chair.time, memory_mb=_MEMORY_MB)

    def bid(self, seen: SeenDeal) -> Bid:
        legal = seen.legal_bids
        if len(legal) == 1:
            return legal[0]
        worlds = self._worlds(seen, self._bids)
        hands = zip(worlds.sample.hands.tolist(), worlds.sample.weights.tolist(), strict=True)
        tables = takewhile(lambda table: table is not None, worlds.tables(self._limits))
        known = [
            World(_deal(seen, layout), weight, table) for (layout, weight), table in zip(hands, tables, strict=False)
        ]
        if not known:
            raise BotError("no world was searched in time")
        return bids_over_worlds(known).best

    def play(self, seen: SeenDeal) -> Card:
        legal = seen.legal_cards
        if len(legal) == 1:
            return legal[0]
        worlds = self._worlds(seen, self._cards)
        found = worlds.tricks(legal, self._limits)
        done = found.front  # of those after it, the ones that are easy to search
        if not done:
            raise BotError("no world was searched in time")
        points = margins(seen.auction, seen.seat)[found.values[:done]]
        return best_card(legal, worlds.sample.weights[:done] @ points)

    def _worlds(self, seen: SeenDeal, number: int) -> Worlds:
        """As many worlds as wanted, or all there are if they are fewer."""
        moment = f"{self._seed}/{len(seen.bids)}/{len(seen.play)}"
        return Worlds(seen, Layouts(seen).sample(number, moment))


def _deal(seen: SeenDeal, layout: list[int]) -> Deal:
    n, e, s, w = layout
    return Deal((n, e, s, w), seen.trump, seen.upcard, seen.dealer, seen.bids, seen.play, seen.rules)


def margins(auction: Auction, seat: Seat) -> NDArray[np.int64]:
    """Points of the seat's side over the other by North-South's tricks, shape (hand size + 1,)."""
    contracts, cards, rules = auction.contracts(), auction.cards, auction.rules
    points = []
    for ns_tricks in range(cards + 1):
        tricks = tricks_by_side(ns_tricks, cards)
        ns, ew = (side_score(contracts[side], tricks[side], cards, rules) for side in Side)
        points.append(ns - ew if seat.side is Side.NS else ew - ns)
    return np.array(points, np.int64)


def best_card(cards: tuple[Card, ...], points: NDArray[np.float64]) -> Card:
    """The card with the most points, the lowest of those that differ by rounding alone."""
    most = points.max()
    return min(card for card, each in zip(cards, points.tolist(), strict=True) if each >= most - 1e-6)
