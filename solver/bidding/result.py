"""The answer to ``optimal_bids``: plain values, named as in POST /v1/bids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["BidName", "BidsResult", "Plan"]

BidName = int | str
"""0 for pass, a number, or "board"."""


@dataclass(frozen=True, slots=True)
class Plan:
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

    def to_dict(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "bid": self.bid,
            "after": self.after,
            "partner": self.partner,
            "replies": dict(self.replies),
            "margin": self.margin,
        }


@dataclass(frozen=True, slots=True)
class BidsResult:
    """The best bids of a deal from some point of the auction on, proven optimal.

    ``next`` is the seat to bid, None when all have.  ``options`` maps every bid it may make, as a word,
    to the margin (own points less the others') of its side with best bidding after it.  ``best`` is
    the one to make; ``plan`` says how to go on.  ``line`` maps seats to bids, those already made
    included, of the auction in which all do their best; ``leader``, ``contracts``, ``tricks``,
    ``score`` and ``margin`` (NS less EW) are its result.  ``leader`` and ``tricks`` are None if all
    pass (R9).  ``nodes`` counts positions searched for the table of tricks, 0 if it was given.
    """

    next: str | None
    options: dict[str, int]
    best: BidName | None
    line: dict[str, BidName]
    leader: str | None
    contracts: dict[str, BidName]
    tricks: dict[str, int] | None
    score: dict[str, int]
    margin: int
    objective: str
    plan: Plan | None
    nodes: int
    status: str = "optimal"

    def to_dict(self) -> dict[str, Any]:
        """The answer of POST /v1/bids."""
        return {
            "next": self.next,
            "options": dict(self.options),
            "best": self.best,
            "line": dict(self.line),
            "leader": self.leader,
            "contracts": dict(self.contracts),
            "tricks": None if self.tricks is None else dict(self.tricks),
            "score": dict(self.score),
            "margin": self.margin,
            "status": self.status,
            "objective": self.objective,
            "plan": None if self.plan is None else self.plan.to_dict(),
            "nodes": self.nodes,
        }
