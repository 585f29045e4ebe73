"""What tricks are worth: margins of the real contracts, what an option keeps of them, and accuracy (R15 to R17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from solver.game.auction import Auction
from solver.game.cards import Side
from solver.game.scoring import deal_score

__all__ = ["Kept", "Stakes", "accuracy"]


@dataclass(frozen=True, slots=True)
class Stakes:
    """Both sides' points by final NS tricks 0 … cards, in one deal's contracts."""

    points: tuple[dict[Side, int], ...]

    @classmethod
    def of(cls, auction: Auction, rainbows: Mapping[Side, int]) -> Stakes:
        """Of a complete auction."""
        return cls(tuple(deal_score(auction, ns, rainbows) for ns in range(auction.cards + 1)))

    def margin(self, ns: int) -> int:
        """Points of NS less those of EW when NS take ``ns`` tricks; it never falls as ``ns`` rises."""
        return self.points[ns][Side.NS] - self.points[ns][Side.EW]


@dataclass(frozen=True, slots=True)
class Kept:
    """What was at stake in some choices and what was lost of it, in points (in tricks where no bids are known).

    At stake is, for each choice, the best option less the worst.
    """

    at_stake: int = 0
    lost: int = 0

    def __add__(self, other: Kept) -> Kept:
        return Kept(self.at_stake + other.at_stake, self.lost + other.lost)

    @property
    def accuracy(self) -> float:
        return accuracy(self.lost, self.at_stake)

    @classmethod
    def sum(cls, parts: Iterable[Kept]) -> Kept:
        total = cls()
        for part in parts:
            total = total + part
        return total


def accuracy(lost: int, at_stake: int) -> float:
    """Points kept of the points at stake, in percent: 100 · (at_stake − lost) / at_stake, 100 if nothing is lost.

    Rounded down to one decimal, so that only a flawless or choiceless hand has 100.
    """
    return 100.0 if not lost else 1000 * (at_stake - lost) // at_stake / 10
