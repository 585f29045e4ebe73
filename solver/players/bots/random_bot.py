"""``random``: any legal bid and any legal card, all as likely; the floor to measure from."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from solver.game.auction import Bid
from solver.game.cards import Card
from solver.players.bots.bot import Chair

if TYPE_CHECKING:
    from solver.seen_deal import SeenDeal

__all__ = ["RandomBot"]


class RandomBot:
    """Chooses by the chair's seed alone."""

    def __init__(self, chair: Chair) -> None:
        self._random = Random(f"random/{chair.seed}").random

    def bid(self, seen: SeenDeal) -> Bid:
        legal = seen.legal_bids
        return legal[int(self._random() * len(legal))]

    def play(self, seen: SeenDeal) -> Card:
        legal = seen.legal_cards
        return legal[int(self._random() * len(legal))]
