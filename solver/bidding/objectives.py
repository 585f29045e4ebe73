"""What a side bids for: the keys by which it orders the results of an auction, the first one first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from solver.bidding.payoff import Ints, Scores
from solver.game.cards import Side

__all__ = ["Keys", "Margin", "Objective", "Own", "Safe"]

Keys = tuple[Ints, ...]
"""Whole numbers, the larger the better; a later key counts only where the earlier ones are equal."""


class Objective(Protocol):
    """Orders kinds of auction for a side; what is equal in all keys is decided by the smaller bid.

    All four seats bid for the same objective, each for its own side.
    """

    @property
    def name(self) -> str: ...

    def keys(self, scores: Scores, side: Side) -> Keys:
        """The side's keys by kind of auction, in the shape of ``scores``."""
        ...

    def shown(self, key: float) -> float:
        """The first key in its own unit: points, or a chance."""
        ...


@dataclass(frozen=True, slots=True)
class Margin:
    """Own points less the others', then own points."""

    name: ClassVar[str] = "margin"

    def keys(self, scores: Scores, side: Side) -> Keys:
        return (scores.margin(side), scores.points[side])

    def shown(self, key: float) -> float:
        return key


@dataclass(frozen=True, slots=True)
class Own:
    """Own points, then the margin."""

    name: ClassVar[str] = "own"

    def keys(self, scores: Scores, side: Side) -> Keys:
        return (scores.points[side], scores.margin(side))

    def shown(self, key: float) -> float:
        return key


@dataclass(frozen=True, slots=True)
class Safe:
    """The margin when the side takes one trick fewer than double dummy says (not below 0), then as Margin."""

    name: ClassVar[str] = "safe"

    def keys(self, scores: Scores, side: Side) -> Keys:
        fewer = np.maximum(scores.own_tricks(side) - 1, 0)
        others = scores.auctions.auction.cards - fewer
        safe = scores.scored(side, fewer) - scores.scored(side.other, others)
        return (safe, scores.margin(side), scores.points[side])

    def shown(self, key: float) -> float:
        return key
