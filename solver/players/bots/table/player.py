"""``table`` as a bot, in both forms of its limit on bids of three and four cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.game.auction import Bid
from solver.game.cards import Card
from solver.players.bots.bot import Chair
from solver.players.bots.sight import Sight
from solver.players.bots.table.bidding import table_bid
from solver.players.bots.table.play import table_card

if TYPE_CHECKING:
    from solver.seen_deal import SeenDeal

__all__ = ["TableBot"]


class TableBot:
    """Needs nothing but what it sees; ``once`` counts bloopers once in the limit on bids of three and four cards."""

    def __init__(self, chair: Chair, *, once: bool = False) -> None:
        self._standing = chair.standing
        self._once = once

    def bid(self, seen: SeenDeal) -> Bid:
        return table_bid(seen.hand, seen.trump, seen.auction, self._standing, once=self._once)

    def play(self, seen: SeenDeal) -> Card:
        return table_card(Sight.of(seen))
