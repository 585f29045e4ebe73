"""What a match comes to, as one answer (docs/matches.md tells what each number means)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from solver.answer import Answer
from solver.game.cards import Seat
from solver.game.rules import Rules
from solver.tournament.counts.interval import Mean

__all__ = ["BotResult", "ErrorTold", "GamesResult", "MatchResult", "OpenCards", "SizeLosses", "TrickDifference"]


@dataclass(frozen=True, slots=True)
class BotResult(Answer):
    """What one bot's side did, over both rooms of all deals that counted and were not lost by an error."""

    bot: Annotated[str, "The bot, as it was named."]
    contracts: Annotated[int, "Deals in which its side had tricks to make, boards not among them."]
    made: Annotated[int, "Those that it made."]
    set: Annotated[int, "Those that it failed."]
    bid: Annotated[float | None, "Tricks of these contracts, on average; null where there were none."]
    boards: Annotated[int, "Deals in which its side was in board."]
    boards_made: Annotated[int, "Those in which it took every trick."]
    boards_missed: Annotated[int, "Those in which it did not."]
    errors: Annotated[int, "Deals that it lost by an error."]


@dataclass(frozen=True, slots=True)
class ErrorTold(Answer):
    """A deal lost by an error."""

    deal: Annotated[int, "Which deal or game of the match, from 0."]
    room: Annotated[int, "The room: 0, where the first bot sits North-South, or 1."]
    seat: Annotated[Seat, "Who erred."]
    bot: Annotated[str, "Which bot that was."]
    doing: Annotated[str, "What it was asked to do: sit (down, at the start), bid or card."]
    reason: Annotated[str, "What went wrong."]


@dataclass(frozen=True, slots=True)
class GamesResult(Answer):
    """Whole games, each room of a pair being one, as the first bot sees them (R18)."""

    won: Annotated[int, "Games that it won."]
    drawn: Annotated[int, "Games that ended even."]
    lost: Annotated[int, "Games that it lost."]
    margin: Annotated[Mean, "Its points over the other in a game, over pairs of rooms."]


@dataclass(frozen=True, slots=True)
class SizeLosses(Answer):
    """What cards cost at one hand size, against best play with open cards from there on."""

    rooms: Annotated[int, "Deals played to their end, each room by itself."]
    lost: Annotated[tuple[float, float], "Tricks a deal that the cards of each bot's side cost."]
    by_trick: Annotated[tuple[tuple[float, float], ...], "The same by trick, the first one first."]


@dataclass(frozen=True, slots=True)
class TrickDifference(Answer):
    """How the tricks that a side took differ from those of best play by all four, for one kind of contract."""

    cards: Annotated[int, "Cards a hand."]
    contract: Annotated[int | str, "The side's number, or board at any level."]
    leads: Annotated[bool, "Whether the side leads to the first trick."]
    sides: Annotated[int, "How many sides of a deal there were."]
    mean: Annotated[float, "Tricks taken less those of best play, on average."]
    sd: Annotated[float, "Standard deviation of the difference."]


@dataclass(frozen=True, slots=True)
class OpenCards(Answer):
    """The play of a match beside double dummy."""

    by_cards: Annotated[dict[int, SizeLosses], "By cards a hand."]
    differences: Annotated[tuple[TrickDifference, ...], "By size, contract and leader."]


@dataclass(frozen=True, slots=True)
class MatchResult(Answer):
    """The first bot's points a deal over the second, and what they are made of."""

    OPTIONAL: ClassVar[tuple[str, ...]] = ("games", "open_cards", "times")

    bots: Annotated[tuple[BotResult, BotResult], "Both bots and what they did."]
    rules: Annotated[Rules, "The rules."]
    seed: Annotated[str, "The seed of the deals."]
    deals: Annotated[int, "Deals that counted, each in two rooms."]
    mean: Annotated[float, "Points a deal of the first bot over the second, the mean of both rooms."]
    interval: Annotated[tuple[float, float] | None, "Its 95 % interval, over pairs of rooms; null for one pair."]
    sd: Annotated[float | None, "Standard deviation of a pair of rooms; null for one pair."]
    stopped: Annotated[bool, "Whether the interval was narrow enough before all was played."]
    by_cards: Annotated[dict[int, Mean], "The same by cards a hand."]
    phases: Annotated[
        dict[str, Mean],
        "The mean in parts: bids, what the contracts are worth with open cards; cards, what the play makes of them;"
        " errors, what lost deals cost.",
    ]
    redeals: Annotated[int, "Deals that all passed and were dealt again, in both rooms (R9)."]
    passed_out: Annotated[int, "Rooms whose deal all passed as often as they may."]
    errors: Annotated[tuple[ErrorTold, ...], "The first deals lost by an error."]
    games: Annotated[GamesResult | None, "Of whole games; left out otherwise."] = None
    open_cards: Annotated[OpenCards | None, "The play beside double dummy, where that was asked for."] = None
    times: Annotated[
        Mapping[str, Any] | None, "Seconds a decision; left out unless asked for, as no two are equal."
    ] = None
