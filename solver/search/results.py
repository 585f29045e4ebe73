"""What ``solve`` answers: the tricks of a deal by first leader, or the value of every card that may be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from solver.answer import Answer
from solver.game.cards import Card, Seat, Side
from solver.game.rules import Rules

__all__ = ["PositionResult", "TableResult"]


@dataclass(frozen=True, slots=True)
class TableResult(Answer):
    """The tricks of a deal before its first lead."""

    tricks: Annotated[dict[Seat, dict[Side, int]], "Tricks of both sides by first leader, nobody in board."]
    board: Annotated[
        dict[Seat, dict[Side, int]],
        "Tricks by lone board claimant, who leads (R10); empty under rules without boards.",
    ]
    max_tricks: Annotated[dict[Side, int], "The most tricks each side takes over all first leaders and lone claimants."]
    nodes: Annotated[int, "Positions searched: the same number each time, or none where the tricks were known."]
    ms: Annotated[float, "Milliseconds of search."]
    rules: Annotated[Rules, "The rules it was solved under."]


@dataclass(frozen=True, slots=True)
class PositionResult(Answer):
    """The value of every card that may be played next; tricks are those of the whole deal, taken ones included."""

    turn: Annotated[Seat | None, "Who plays next; null when the play is over."]
    cards: Annotated[dict[Card, dict[Side, int]], "Final tricks of both sides after each legal card."]
    best: Annotated[tuple[Card, ...], "The legal cards that lose nothing."]
    line: Annotated[tuple[Card, ...], "The cards of one continuation that is best for all."]
    tricks: Annotated[dict[Side, int], "Final tricks with best play."]
    nodes: Annotated[int, "Positions searched: the same number each time, or none where the tricks were known."]
    ms: Annotated[float, "Milliseconds of search."]
    rules: Annotated[Rules, "The rules it was solved under."]
