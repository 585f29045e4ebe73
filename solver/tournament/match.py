"""A match: two bots, the rules, and which deals they play; all that its results depend on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from solver.game.cards import Seat
from solver.game.rules import STANDARD, Rules
from solver.players.bots.roster import Entry

__all__ = ["MOST_REDEALS", "Board", "Match"]

MOST_REDEALS: Final = 20
"""Redeals of one deal, after which it counts as played with no points: bots that always pass would go on for ever."""
_UNITS: Final = 8
"""Deals that are played in one go; a whole game is one by itself."""


@dataclass(frozen=True, slots=True)
class Board:
    """Cards to be dealt in both rooms of a pair: ``seed`` with the number of the redeal gives the deal.

    ``dealer`` is None where the seed draws one; ``number`` of ``of`` is the place in a whole game.
    """

    cards: int
    seed: str
    dealer: Seat | None = None
    number: int = 0
    of: int = 1


@dataclass(frozen=True, slots=True)
class Match:
    """``count`` deals of ``sizes`` in turn, or with ``games`` as many whole games of the rules' sizes.

    ``time`` is the seconds of a decision, None for those that programs have and no limit for others.  ``until`` ends
    the match once the half width of the 95 % interval is no more than so many points.  ``open_cards`` compares each
    card with double dummy.
    """

    first: Entry
    second: Entry
    rules: Rules = STANDARD
    sizes: tuple[int, ...] = ()
    count: int = 100
    games: bool = False
    seed: str = "0"
    time: float | None = None
    until: float | None = None
    open_cards: bool = False

    @property
    def contenders(self) -> tuple[Entry, Entry]:
        return self.first, self.second

    @property
    def chunk(self) -> int:
        """Deals or games that are played in one go; a match may end early after each of these only."""
        return 1 if self.games else _UNITS

    def boards(self, unit: int) -> Iterator[Board]:
        """What is dealt in one unit of the match: a deal, or all deals of a game, whose dealer is the first one's."""
        sizes = self.rules.hand_sizes
        if not self.games:
            wanted = self.sizes or sizes
            yield Board(wanted[unit % len(wanted)], f"{self.seed}/{unit}")
            return
        text = f"dealer/{self.seed}/{unit}"  # of bytes, as no encoding has half of a letter
        first = Seat.at(int(Random(text.encode("utf-8", "surrogatepass")).random() * 4))
        for number, cards in enumerate(sizes):
            yield Board(cards, f"{self.seed}/{unit}/{number}", first, number, len(sizes))

    def describe(self) -> dict[str, Any]:
        """What the results depend on, as JSON."""
        return {
            "first": str(self.first),
            "second": str(self.second),
            "rules": self.rules.to_value(),
            "cards": list(self.sizes or self.rules.hand_sizes),
            "games" if self.games else "deals": self.count,
            "seed": self.seed,
            "time": self.time,
            "until": self.until,
            "open_cards": self.open_cards,
        }
