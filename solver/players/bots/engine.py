"""``engine``: best play with open cards in worlds that the hand may be in, on average (a plain first form).

The worlds are drawn by what the rules tell alone, not by what the bids do; whoever acts later is held to know the
world; and a card is judged by the tricks of double dummy.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from solver.bidding.worlds import World, bids_over_worlds
from solver.deal import Deal, replay
from solver.errors import LimitError
from solver.game.auction import Auction, Bid
from solver.game.cards import Card, Seat
from solver.game.scoring import side_score
from solver.players.bots.bot import BotError, Chair
from solver.players.layouts import Layouts
from solver.search.engine import Engine
from solver.search.limits import Limits
from solver.search.many import trick_tables

if TYPE_CHECKING:
    from solver.seen_deal import SeenDeal

__all__ = ["BID_WORLDS", "CARD_WORLDS", "EngineBot", "best_card", "margins"]

CARD_WORLDS: Final = 40
"""Worlds for a card, and for a bid: more of them change little."""
BID_WORLDS: Final = 60
_MEMORY_MB: Final = 64
_BLOCK: Final = 10
"""Worlds between two looks at the clock."""
_SHARE: Final = 0.6
"""Of the time for a decision, what worlds may take."""


class EngineBot:
    """Without a time the same seed gives the same bids and cards; with one there are as many worlds as it allows."""

    def __init__(self, chair: Chair, *, cards: int = CARD_WORLDS, bids: int = BID_WORLDS) -> None:
        self._seed = chair.seed
        self._time = chair.time
        self._worlds = {"card": cards, "bid": bids}
        self._engine = Engine(chair.rules, _MEMORY_MB)

    def bid(self, seen: SeenDeal) -> Bid:
        legal = seen.legal_bids
        if len(legal) == 1:
            return legal[0]
        worlds = []
        for block in self._deals(seen, "bid"):
            for deal, table in zip(block, trick_tables(block, Limits(memory_mb=_MEMORY_MB)), strict=True):
                if isinstance(table, LimitError):
                    raise BotError(table.message)
                worlds.append(World(deal, table=table))
        return bids_over_worlds(worlds).best

    def play(self, seen: SeenDeal) -> Card:
        legal = seen.legal_cards
        if len(legal) == 1:
            return legal[0]
        totals = dict.fromkeys(legal, 0)
        points = margins(seen.auction, seen.seat)
        for block in self._deals(seen, "card"):
            for deal in block:
                for card, ns_tricks in self._engine.card_values(replay(deal)).items():
                    totals[card] += points[ns_tricks]
        return best_card(totals)

    def _deals(self, seen: SeenDeal, what: str) -> Iterator[list[Deal]]:
        """Worlds in blocks, until there are enough or half of the time is over; at least one block."""
        end = None if self._time is None else time.monotonic() + _SHARE * self._time
        moment = f"{self._seed}/{len(seen.bids)}/{len(seen.play)}"
        hands = Layouts(seen).sample(self._worlds[what], moment).hands.tolist()
        for first in range(0, len(hands), _BLOCK):
            if first and end is not None and time.monotonic() > end:
                return
            yield [_world(seen, layout) for layout in hands[first : first + _BLOCK]]


def _world(seen: SeenDeal, layout: list[int]) -> Deal:
    n, e, s, w = layout
    return Deal((n, e, s, w), seen.trump, seen.upcard, seen.dealer, seen.bids, seen.play, seen.rules)


def margins(auction: Auction, seat: Seat) -> list[int]:
    """Points of the seat's side over the other by North-South's tricks, 0 to the hand size."""
    contracts, cards, rules = auction.contracts(), auction.cards, auction.rules
    points = []
    for ns_tricks in range(cards + 1):
        ns, ew = (
            side_score(contract, ns_tricks if side == "NS" else cards - ns_tricks, cards, rules)
            for side, contract in contracts.items()
        )
        points.append(ns - ew if seat.side == "NS" else ew - ns)
    return points


def best_card(totals: dict[Card, int]) -> Card:
    """The card with the most points in all worlds, the lowest of equals."""
    most = max(totals.values())
    return min(card for card, total in totals.items() if total == most)
