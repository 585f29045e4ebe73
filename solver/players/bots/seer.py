"""``seer``: all hands open and best play by all four; what no player can be, and so the ceiling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from solver.bidding.worlds import World, bids_over_worlds
from solver.deal import Deal
from solver.game.auction import Bid
from solver.game.cards import Card, Side
from solver.game.play import Position
from solver.players.bots.bot import BotError, Chair
from solver.search.double_dummy import trick_table
from solver.search.engine import Engine

if TYPE_CHECKING:
    from solver.seen_deal import SeenDeal

__all__ = ["SeerBot"]

_MEMORY_MB: Final = 64


class SeerBot:
    """Bids by backward induction over exact tricks, and plays the lowest card that loses none.

    It needs to ``look`` at the deal, which the referee lets nobody else do.
    """

    def __init__(self, chair: Chair) -> None:
        self._engine = Engine(chair.rules, _MEMORY_MB)
        self._deal: Deal | None = None
        self._position: Position | None = None
        self._played = 0

    def look(self, deal: Deal) -> None:
        self._deal = deal

    def bid(self, seen: SeenDeal) -> Bid:  # noqa: ARG002  (it sees more)
        deal = self._open()
        return bids_over_worlds([World(deal, table=trick_table(deal, engine=self._engine))]).best

    def play(self, seen: SeenDeal) -> Card:
        values = self._engine.card_values(self._moment(seen))
        best = (max if seen.seat.side is Side.NS else min)(values.values())
        return min(card for card, tricks in values.items() if tricks == best)

    def _moment(self, seen: SeenDeal) -> Position:
        """The play up to now with open hands, from where it was when last asked."""
        deal, auction = self._open(), seen.auction
        if self._position is None:
            if auction.leader is None:
                raise BotError("nobody plays before all have bid")
            self._position = deal.start(auction.leader, auction.exempt)
        for card in seen.play[self._played :]:
            self._position = self._position.after(card)
        self._played = len(seen.play)
        return self._position

    def _open(self) -> Deal:
        if self._deal is None:
            raise BotError("the seer was shown no hands")
        return self._deal
