"""Many bots, every two of whom meet on the same deals, and the table that comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Annotated, Final, Self

from solver.answer import Answer
from solver.players.bots.roster import Entry
from solver.tournament.counts.rating import Rating, ratings
from solver.tournament.counts.result import MatchResult
from solver.tournament.match import Match

__all__ = ["FIRST_FOLDER", "RobinResult", "pairings"]

FIRST_FOLDER: Final = "01-02"
"""The folder of the first match among those of a round robin."""


def pairings(entries: Sequence[Entry], match: Match) -> Iterator[tuple[str, Match]]:
    """Every two of the bots in a match of their own like ``match``, with a name for its folder."""
    for one, other in combinations(range(len(entries)), 2):
        yield f"{one + 1:02}-{other + 1:02}", replace(match, first=entries[one], second=entries[other])


@dataclass(frozen=True, slots=True)
class RobinResult(Answer):
    """A round robin."""

    ratings: Annotated[tuple[Rating, ...], "The bots, best first."]
    matches: Annotated[tuple[MatchResult, ...], "The matches, in the order of the bots as they were named."]

    @classmethod
    def of(cls, entries: Sequence[Entry], results: Sequence[MatchResult]) -> Self:
        """From the results of ``pairings``, in order."""
        places = combinations(range(len(entries)), 2)
        met = [(one, other, result) for (one, other), result in zip(places, results, strict=True)]
        return cls(ratings([str(entry) for entry in entries], met), tuple(results))
