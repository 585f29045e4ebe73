"""What a bot is: two methods, made anew for each seat of each deal, and told what it sits down to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from solver.game.auction import Bid
from solver.game.cards import Card, Seat
from solver.game.rules import Rules

if TYPE_CHECKING:
    from solver.deal import Deal
    from solver.seen_deal import SeenDeal

__all__ = ["Bot", "BotError", "Chair", "OpenBot", "Standing"]


class BotError(Exception):
    """A bot that gives no answer: it is gone, late, or says what nobody can read; the text is the reason."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a whole game stands before a deal: ``deal`` of ``deals`` counts from 0, points are those of the side."""

    deal: int
    deals: int
    own: int
    theirs: int

    @property
    def lead(self) -> int:
        """Points ahead; below 0 for a side that is behind."""
        return self.own - self.theirs

    @property
    def second_half(self) -> bool:
        """Whether the deal comes after the middle one of the game."""
        return 2 * self.deal >= self.deals


@dataclass(frozen=True, slots=True)
class Chair:
    """What a bot is told when it sits down to a deal.

    ``seed`` is the only chance it may use, so that a match can be played again.  ``time`` is the seconds it has for a
    decision, None for no limit.  ``standing`` is None but in a whole game.
    """

    seat: Seat
    rules: Rules
    seed: str = "0"
    time: float | None = None
    standing: Standing | None = None


class Bot(Protocol):
    """Bids and plays one hand of one deal; what it raises or takes too long for loses it the deal."""

    def bid(self, seen: SeenDeal) -> Bid:
        """Its bid, when it is its turn."""

    def play(self, seen: SeenDeal) -> Card:
        """Its card, when it is its turn."""


@runtime_checkable
class OpenBot(Bot, Protocol):
    """A bot that is shown all four hands: a ceiling to measure with, and no player."""

    def look(self, deal: Deal) -> None:
        """Takes in all hands and the bids so far, called before each question; what was played is in what is seen."""
