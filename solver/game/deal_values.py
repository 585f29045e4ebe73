"""What formats write of a deal: its values, whoever holds them."""

from __future__ import annotations

from typing import Protocol

from solver.game.auction import Bid
from solver.game.cards import Card, Seat, Suit
from solver.game.rules import Rules

__all__ = ["DealValues"]


class DealValues(Protocol):
    """The fields of a deal; ``solver.deal.Deal`` has them, checked.

    ``hands`` are the cards dealt to N E S W as 54-bit masks, ``trump`` is None in no-trump, ``upcard`` and ``dealer``
    may be unknown, ``bids`` and ``play`` are in the order made.
    """

    @property
    def hands(self) -> tuple[int, int, int, int]: ...
    @property
    def trump(self) -> Suit | None: ...
    @property
    def upcard(self) -> Card | None: ...
    @property
    def dealer(self) -> Seat | None: ...
    @property
    def bids(self) -> tuple[Bid, ...]: ...
    @property
    def play(self) -> tuple[Card, ...]: ...
    @property
    def rules(self) -> Rules: ...
