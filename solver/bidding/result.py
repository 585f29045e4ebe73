"""The answer to ``optimal_bids``: plain values, named as in POST /v1/bids."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from solver.answer import Answer, to_json
from solver.game.auction import Contract
from solver.game.cards import Side

__all__ = ["BidName", "BidsResult", "Grid", "Option", "Plan"]

BidName = int | str
"""0 for pass, a number, or "board"."""


@dataclass(frozen=True, slots=True)
class Plan(Answer):
    """What a partnership agrees on: this bid, and partner's best reply to each bid in between.

    ``replies`` maps every bid of the seat ``after`` that can happen, as a word, to the bid of
    ``partner``; it is empty, and both seats None, where partner bids no more.  ``margin`` is what the
    bidder's side gets at least, whatever the opponents bid, with best play.
    """

    seat: str
    bid: BidName
    after: str | None
    partner: str | None
    replies: dict[str, BidName]
    margin: int


@dataclass(frozen=True, slots=True)
class Option(Answer):
    """What comes of one bid with best bidding after it, and why, in a sentence.

    ``margin`` is the bidder's side's points less the other's; ``value`` what the objective looks at first
    (points, or the chance to win).  A board has its ``level``, the multiplier of its points, and
    ``break_even``: how likely all the tricks must be for it to beat the best bid without board; None
    where there is none, or no chance would do.
    """

    bid: BidName
    line: dict[str, BidName]
    contracts: dict[str, BidName]
    leader: str | None
    tricks: dict[str, int] | None
    score: dict[str, int]
    margin: int
    value: float
    level: int | None
    break_even: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Grid(Answer):
    """``margin[row][column]`` of the bidder's side by own bid and partner's, None where the rules forbid both."""

    rows: list[str]
    columns: list[str]
    margin: list[list[int | None]]


@dataclass(frozen=True, slots=True)
class BidsResult(Answer):
    """The best bids of a deal from some point of the auction on, proven optimal.

    ``next`` is the seat to bid, None when all have.  ``options`` maps every bid it may make, as a word,
    to the margin (own points less the others') of its side with best bidding after it; ``explanations``
    say more of each.  ``best`` is the one to make; ``plan`` says how to go on, ``grid`` what partner's
    bid changes.  ``line`` maps seats to bids, those already made included, of the auction in which all
    do their best; ``leader``, ``contracts``, ``tricks``, ``score`` and ``margin`` (NS less EW) are its
    result.  ``leader`` and ``tricks`` are None if all pass (R9).  ``nodes`` counts positions searched for
    the table of tricks, 0 if it was given.
    """

    next: str | None
    options: dict[str, int]
    best: BidName | None
    line: dict[str, BidName]
    leader: str | None
    contracts: dict[Side, Contract]
    tricks: dict[Side, int] | None
    score: dict[Side, int]
    margin: int
    objective: str
    constraints: dict[str, Any] = field(default_factory=dict)
    plan: Plan | None = None
    explanations: tuple[Option, ...] = ()
    grid: Grid | None = None
    nodes: int = 0
    status: str = "optimal"

    def to_dict(self) -> dict[str, Any]:
        """The answer of POST /v1/bids."""
        found: dict[str, Any] = to_json({each.name: getattr(self, each.name) for each in fields(self)})
        return found
