"""What tricks are worth: the points of both sides in a deal's real contracts (R15 to R17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.game.auction import Auction
from solver.game.cards import Side
from solver.game.scoring import deal_score

__all__ = ["Payoff"]


@dataclass(frozen=True, slots=True)
class Payoff:
    """Both sides' points by final NS tricks 0 … cards, in one deal's contracts."""

    points: tuple[dict[Side, int], ...]

    @classmethod
    def of(cls, auction: Auction, rainbows: Mapping[Side, int]) -> Payoff:
        """Of a complete auction."""
        return cls(tuple(deal_score(auction, ns, rainbows) for ns in range(auction.cards + 1)))

    def margin(self, ns: int) -> int:
        """Points of NS less those of EW when NS take ``ns`` tricks; it never falls as ``ns`` rises."""
        return self.points[ns][Side.NS] - self.points[ns][Side.EW]
