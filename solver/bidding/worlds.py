"""One bid for many possible worlds: what a seat does best that does not know the other hands.

Each world is a deal with its tricks and a weight.  For every bid of the seat to bid each world is bid to
its end by backward induction, partner and opponents knowing their world; a model (``choose_bid``) then picks
the bid that is best on average, of those that fail seldom enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from solver.answer import Answer
from solver.bidding.best_bids import check_table
from solver.bidding.constraints import Constraints, Opponents
from solver.bidding.induction import codes_of, dense, induce
from solver.bidding.model import Deadline, choose_bid
from solver.bidding.objectives import Objective, read_objective
from solver.bidding.outcomes import Auctions, Floats, Ints, Mask, Scores, case_tricks
from solver.bidding.own_tricks import own_tricks
from solver.deal import Deal
from solver.errors import Cancelled, DealError, LimitError, json_pointer
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat, Side
from solver.search import Cancel, Limits, trick_tables
from solver.search.double_dummy_table import TrickTable

__all__ = ["World", "WorldOption", "WorldsResult", "bids_over_worlds"]


@dataclass(frozen=True, slots=True)
class World:
    """A deal that may be the one, how likely against the others, and its tricks where they are known."""

    deal: Deal
    weight: float = 1.0
    table: TrickTable | None = None


@dataclass(frozen=True, slots=True)
class WorldOption(Answer):
    """What a bid leads to over the worlds; margins are points of the bidder's side less the other's."""

    bid: Annotated[Bid, "The bid."]
    mean: Annotated[float, "The mean margin."]
    standard_error: Annotated[float, "The standard error of the mean."]
    tail: Annotated[int, "The margin that 5 % of the worlds fall to or below."]
    make: Annotated[float, "The chance that the side's contract is made."]
    value: Annotated[float, "The mean of what the objective looks at first: points, or the chance to win."]


@dataclass(frozen=True, slots=True)
class WorldsResult(Answer):
    """The bid that is best on average over weighted worlds, and what every other would bring."""

    next: Annotated[Seat, "Who bids next."]
    best: Annotated[Bid, "The bid that is best on average."]
    options: Annotated[tuple[WorldOption, ...], "What comes of each bid that may be made in every world."]
    worlds: Annotated[int, "How many worlds there were."]
    objective: Annotated[str, "What each side maximised."]
    max_fail: Annotated[float | None, "The most that the chance to fail was allowed to be; null for any."]
    status: Annotated[str, "optimal: the best there is, proven."] = "optimal"


def bids_over_worlds(
    worlds: Sequence[World],
    *,
    objective: str | Mapping[str, Any] | Objective = "margin",
    constraints: Mapping[str, Any] | Constraints | None = None,
    max_fail: float | None = None,
    time_limit: float | None = None,
    memory_mb: int = 256,
    cancel: Cancel | None = None,
) -> WorldsResult:
    """The bid of the next seat that is best on average over weighted deals.

    The worlds must agree in rules, dealer, hand size and bids so far, with somebody left to bid; worlds without a
    table are searched.  ``max_fail`` bounds the chance that the side's contract fails.  Ties on average go by
    the objective's later keys, then to the smaller bid.  Errors: DealError for worlds that do not fit, clashing
    constraints, or where no bid fails as seldom as asked; LimitError, Cancelled.
    """
    deadline = Deadline.after(time_limit)
    auction, weights = _common(worlds)
    wanted = read_objective(objective, auction)
    asked = constraints if isinstance(constraints, Constraints) else Constraints.from_dict(constraints)
    if max_fail is not None and not 0 <= max_fail <= 1:
        raise DealError("max_fail is a chance from 0 to 1", pointer="/max_fail")
    for index, world in enumerate(worlds):
        if world.table is not None:
            _check(index, world.table, auction)
    tables = _tables(worlds, deadline, memory_mb, cancel)
    auctions = Auctions.of(auction)
    rainbows = [world.deal.rainbows() for world in worlds]
    bonus = {side: np.array([[each[side]] for each in rainbows]) for side in Side}
    scores = Scores.of(auctions, np.stack([case_tricks(table) for table in tables]), bonus)
    ends = _ends(worlds, scores, wanted, asked, deadline, memory_mb, cancel)
    return _result(scores, ends, weights, wanted, max_fail, deadline)


def _tables(worlds: Sequence[World], deadline: Deadline, memory_mb: int, cancel: Cancel | None) -> list[TrickTable]:
    """The table of each world, searched where it has none."""
    if cancel is not None and cancel.is_set:
        raise Cancelled("cancelled before the best bid was known")
    unknown = [world.deal for world in worlds if world.table is None]
    limits = Limits(None, None, 1, memory_mb, cancel)
    searched = iter(trick_tables(unknown, limits, deadline.left))
    tables = []
    for world in worlds:
        table = world.table or next(searched)
        if isinstance(table, LimitError):
            raise table
        tables.append(table)
    return tables


def _common(worlds: Sequence[World]) -> tuple[Auction, Floats]:
    if not worlds:
        raise DealError("give at least one world", pointer="/worlds")
    auction = worlds[0].deal.auction
    if auction.complete:
        raise DealError("all four seats have bid", "R6", pointer="/worlds/0/bids")
    for index, world in enumerate(worlds):
        if world.deal.auction != auction:
            text = "another dealer, hand size, rules or bids than the first world"
            raise DealError(text, "R6", pointer=json_pointer("worlds", index))
        if not 0 < world.weight < float("inf"):
            raise DealError("a weight is a number above 0", pointer=json_pointer("worlds", index, "weight"))
    return auction, np.array([world.weight for world in worlds], np.float64)


def _check(index: int, table: TrickTable, auction: Auction) -> None:
    try:
        check_table(table, auction)
    except DealError as error:
        raise DealError.of(fault.under(json_pointer("worlds", index)) for fault in error.faults) from None


def _ends(
    worlds: Sequence[World],
    scores: Scores,
    objective: Objective,
    constraints: Constraints,
    deadline: Deadline,
    memory_mb: int,
    cancel: Cancel | None,
) -> Ints:
    """The outcome that each bid leads to in each world, shape (worlds, bids)."""
    auctions = scores.auctions
    side = auctions.seat.side
    mine, theirs = (codes_of(objective.keys(scores, each)) for each in (side, side.other))
    counting = constraints.opponents is Opponents.DOUBLE_DUMMY_COUNT
    if not counting:
        outcomes = auctions.outcomes(constraints.possible(auctions))
    ends = []
    for index, world in enumerate(worlds):
        if counting:
            limits = Limits(deadline.left, None, 1, memory_mb, cancel)
            counts = own_tricks(world.deal, side.other.seats, limits)
            outcomes = auctions.outcomes(constraints.possible(auctions, counts))
        ends.append(induce(outcomes, auctions.made, mine[index], theirs[index]))
    return np.stack(ends)


def _result(
    scores: Scores,
    ends: Ints,
    weights: Floats,
    objective: Objective,
    max_fail: float | None,
    deadline: Deadline,
) -> WorldsResult:
    auctions = scores.auctions
    seat, bids = auctions.seat, auctions.bids[auctions.made]
    possible: Mask = np.logical_and.reduce(ends < auctions.impossible, 0)
    outcomes = np.minimum(ends, auctions.impossible - 1)
    total = weights.sum()

    def over_worlds(by_outcome: Any) -> Any:
        return np.take_along_axis(by_outcome, outcomes, 1)

    margins = over_worlds(scores.margin(seat.side))
    fail = weights @ ~over_worlds(scores.made(seat.side)) / total
    keys = [weights @ over_worlds(key) / total for key in objective.keys(scores, seat.side)]
    # Averages that differ by rounding alone are equal.
    codes = codes_of(tuple(dense(np.round(key, 7)) for key in keys))[:-1]
    if max_fail is not None and not (fail[possible] <= max_fail).any():
        least = float(fail[possible].min())
        raise DealError(
            f"no bid keeps the chance to fail to {max_fail:g}: the least is {least:.3g}", pointer="/max_fail"
        )
    best = choose_bid(codes, possible, deadline, None if max_fail is None else fail, max_fail or 0.0)
    mean = weights @ margins / total
    spread = np.sqrt((weights[:, None] ** 2 * (margins - mean) ** 2).sum(0)) / total
    options = tuple(
        WorldOption(
            bid=bids[place],
            mean=float(mean[place]),
            standard_error=float(spread[place]),
            tail=_tail(margins[:, place], weights / total),
            make=float(1 - fail[place]),
            value=float(objective.shown(keys[0][place].item())),
        )
        for place in np.flatnonzero(possible)
    )
    return WorldsResult(seat, bids[best], options, len(ends), objective.name, max_fail)


def _tail(margins: Ints, share: Floats) -> int:
    """The smallest margin that at least 5 % of the weight falls to or below."""
    order = np.argsort(margins, kind="stable")
    place = int(np.searchsorted(np.cumsum(share[order]), 0.05 - 1e-12))
    return int(margins[order][place])
