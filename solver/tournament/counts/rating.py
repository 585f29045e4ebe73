"""Ratings of a round robin: points a deal over the average of the field, by least squares.

Matches are measured in points with known errors, so the ratings are those whose differences fit the means best, each
weighed by the inverse square of its standard error.  A model of wins, as Bradley and Terry's, would throw the
margins away, and has no finite answer where one bot wins every game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import numpy as np

from solver.answer import Answer
from solver.tournament.counts.result import MatchResult

__all__ = ["Rating", "ratings"]

_LEAST_ERROR: Final = 0.01
"""Points; so that two bots that play alike do not outweigh all others."""
_NORMAL: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Rating(Answer):
    """One bot among the others."""

    bot: Annotated[str, "The bot."]
    rating: Annotated[float, "Points a deal over the average of all bots."]
    interval: Annotated[tuple[float, float], "Its 95 % interval."]


def ratings(bots: Sequence[str], matches: Sequence[tuple[int, int, MatchResult]]) -> tuple[Rating, ...]:
    """The bots' ratings, best first; a match names its two bots by their places.

    Every bot must have met some other, and all be linked by matches; the ratings add up to 0.
    """
    count = len(bots)
    normal = np.zeros((count, count))
    right = np.zeros(count)
    for one, other, match in matches:
        error = _LEAST_ERROR if match.sd is None else max(_LEAST_ERROR, match.sd / math.sqrt(_pairs(match)))
        weight = 1 / error**2
        normal[[one, other], [one, other]] += weight
        normal[[one, other], [other, one]] -= weight
        right[one] += weight * match.mean
        right[other] -= weight * match.mean
    inverse = np.linalg.pinv(normal)
    values = inverse @ right
    rated = []
    for place in np.argsort(-values, kind="stable").tolist():
        value, half = float(values[place]), _NORMAL * math.sqrt(max(0.0, float(inverse[place, place])))
        low, high = round(value - half, 4) + 0.0, round(value + half, 4) + 0.0
        rated.append(Rating(bots[place], round(value, 4) + 0.0, (low, high)))
    return tuple(rated)


def _pairs(match: MatchResult) -> int:
    """Pairs of rooms of the match."""
    return match.phases["bids"].deals
