"""What a side bids for: the keys by which it orders the results of an auction, the first one first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from solver.bidding.payoff import Auctions, Ints
from solver.cards import Side

__all__ = ["Keys", "Margin", "Objective", "Own", "Safe", "Scores", "scores_of"]

Keys = tuple[Ints, ...]
"""Arrays of one shape, each the larger the better; a later one counts only where the earlier are equal."""


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """Points of NS and EW in each auction, and what they stand on."""

    auctions: Auctions
    tricks: Ints
    rainbows: Mapping[Side, int]
    points: tuple[Ints, Ints]

    def margin(self, side: Side) -> Ints:
        """The side's points less the other's."""
        found: Ints = self.points[side] - self.points[side.other]
        return found


def scores_of(auctions: Auctions, tricks: Ints, rainbows: Mapping[Side, int] | None = None) -> Scores:
    """The points of every auction, given NS tricks by case (``case_tricks``)."""
    taken = auctions.ns_tricks(tricks)
    bonus = dict(rainbows or {})
    ns = auctions.points(Side.NS, taken, bonus)
    ew = auctions.points(Side.EW, auctions.auction.cards - taken, bonus)
    return Scores(auctions, taken, bonus, (ns, ew))


class Objective(Protocol):
    """Orders the results of an auction for a side; what is equal in all keys is decided by the smaller bid.

    All four seats bid for the same objective, each for its own side.
    """

    name: ClassVar[str]

    def keys(self, scores: Scores, side: Side) -> Keys: ...


@dataclass(frozen=True, slots=True)
class Margin:
    """Own points less the others', then own points."""

    name: ClassVar[str] = "margin"

    def keys(self, scores: Scores, side: Side) -> Keys:
        return (scores.margin(side), scores.points[side])


@dataclass(frozen=True, slots=True)
class Own:
    """Own points, then the margin."""

    name: ClassVar[str] = "own"

    def keys(self, scores: Scores, side: Side) -> Keys:
        return (scores.points[side], scores.margin(side))


@dataclass(frozen=True, slots=True)
class Safe:
    """The margin when the side takes one trick fewer than double dummy says (not below 0), then as Margin."""

    name: ClassVar[str] = "safe"

    def keys(self, scores: Scores, side: Side) -> Keys:
        cards = scores.auctions.auction.cards
        own = scores.tricks if side is Side.NS else cards - scores.tricks
        fewer = np.maximum(own - np.int16(1), 0)
        mine = scores.auctions.points(side, fewer, scores.rainbows)
        theirs = scores.auctions.points(side.other, cards - fewer, scores.rainbows)
        return (mine - theirs, scores.margin(side), scores.points[side])
