"""Bots that play nothing: who lost every deal by an error, which is no measure of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from solver.tournament.counts.result import ErrorTold, MatchResult

__all__ = ["never_played", "place_of"]

_DOING: Final = {"sit": "at the start", "bid": "bidding", "card": "playing a card"}


def place_of(error: ErrorTold) -> str:
    """Who erred at what, in words."""
    return f"{error.seat}, {_DOING[error.doing]}"


def never_played(results: Sequence[MatchResult]) -> list[str]:
    """A sentence for each bot that lost every deal by an error; of two that fail alike each has lost some of them."""
    lost, sat, rooms = Counter[str](), Counter[str](), Counter[str]()
    for result in results:
        played = 2 * result.deals
        none_played = sum(bot.errors for bot in result.bots) == played
        for name in {bot.bot for bot in result.bots}:
            errors = sum(bot.errors for bot in result.bots if bot.bot == name)
            lost[name] += errors
            sat[name] += errors if none_played and errors else played
            rooms[name] += played
    why = {error.bot: error for result in reversed(results) for error in reversed(result.errors)}
    return [
        f"{name} lost {_how_many(count, rooms[name])} by an error, the first ({place_of(why[name])}):"
        f" {why[name].reason}"
        for name, count in lost.items()
        if count and count == sat[name] and name in why
    ]


def _how_many(lost: int, rooms: int) -> str:
    if lost == rooms:
        return f"all of its {rooms:,} deals"
    return f"{lost:,} deals of {rooms:,}, none of which was played to its end,"
