"""``optimal_bids``: from a deal, or the table of its tricks, to the best bids (R6 to R9, R15 to R17).

Every bidder prefers a larger margin (own points less the others'), then more own points, then the
smaller bid (pass < 1 < … < board); that makes the answer unique.  Other objectives change the order
of results, never the last word of the smaller bid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solver.bidding.asking import read_objective
from solver.bidding.constraints import Constraints, Opponents
from solver.bidding.counting import own_tricks
from solver.bidding.cpsat import Deadline
from solver.bidding.explain import explain
from solver.bidding.objectives import Objective
from solver.bidding.payoff import Auctions
from solver.bidding.result import BidsResult
from solver.bidding.solved import Solved, solve_auction
from solver.deal import Deal
from solver.errors import Cancelled, DealError
from solver.game.auction import Auction
from solver.game.cards import Side
from solver.game.scoring import DealScore
from solver.search import Cancel, Limits, trick_table
from solver.search.double_dummy_table import TrickTable

__all__ = ["check_table", "optimal_bids"]


def optimal_bids(
    deal: Deal,
    *,
    table: TrickTable | None = None,
    objective: str | Mapping[str, Any] | Objective = "margin",
    constraints: Mapping[str, Any] | Constraints | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    threads: int = 1,
    memory_mb: int = 256,
    cancel: Cancel | None = None,
) -> BidsResult:
    """The best bids of ``deal`` after those it holds, which are taken as given.

    ``table`` spares the search when it is known.  ``objective`` is "margin", "own", "safe" or the object for
    "win" (see ``read_objective``), ``constraints`` a Constraints or its JSON.  The limits are those of
    ``solve``; ``time_limit`` covers search and optimisation.  Errors: DealError without a dealer, where the
    table is of another deal, or where constraints clash, which it names; LimitError, Cancelled.
    """
    deadline = Deadline.after(time_limit)
    auction = deal.auction
    wanted = read_objective(objective, auction)
    asked = constraints if isinstance(constraints, Constraints) else Constraints.from_dict(constraints)
    limits = Limits(time_limit, node_limit, threads, memory_mb, cancel)
    counting = auction.next is not None and asked.opponents is Opponents.DOUBLE_DUMMY_COUNT
    if not counting:
        asked.possible(Auctions.of(auction))  # a clash is told before the search
    nodes = 0
    if table is None:
        table = trick_table(deal, limits)
        nodes = table.nodes
    check_table(table, auction)
    if cancel is not None and cancel.is_set:
        raise Cancelled("cancelled before the best bids were known")
    rainbows = deal.rainbows()
    if auction.next is None:
        return _result(auction, table, rainbows, wanted, asked, None, nodes)
    counts = None
    if counting:
        counts = own_tricks(deal, auction.next.side.other.seats, limits)
    solved = solve_auction(auction, table, rainbows, wanted, deadline, asked, counts)
    return _result(auction, table, rainbows, wanted, asked, solved, nodes)


def check_table(table: TrickTable, auction: Auction) -> None:
    """DealError unless the table is of this hand size, dealer and sort of rules."""
    if (table.cards, table.dealer) != (auction.cards, auction.dealer):
        raise DealError(f"the table is of {table.cards} cards and dealer {table.dealer}, the deal is not", "R6")
    if auction.rules.has_boards and not table.has_boards:
        raise DealError("the table has no tricks for boards, which these rules allow", "R8")


def _result(
    auction: Auction,
    table: TrickTable,
    rainbows: Mapping[Side, int],
    objective: Objective,
    constraints: Constraints,
    solved: Solved | None,
    nodes: int,
) -> BidsResult:
    line = auction.bids if solved is None else solved.line(solved.best)
    ended = Auction(auction.dealer, auction.cards, auction.rules, line)
    score = DealScore.of(ended, 0 if ended.passed_out else table.ns_tricks(ended), rainbows)
    return BidsResult(
        next=None if auction.next is None else str(auction.next),
        options={} if solved is None else {str(solved.bids[row]): solved.margin(row) for row in solved.rows},
        best=None if solved is None else solved.bids[solved.best].to_json(),
        line={str(seat): bid.to_json() for seat, bid in ended.by_seat().items()},
        leader=score.leader,
        contracts=score.contracts,
        tricks=score.tricks,
        score=score.score,
        margin=score.score[Side.NS] - score.score[Side.EW],
        objective=objective.name,
        constraints=constraints.to_dict(),
        plan=None if solved is None else solved.plan(solved.best),
        explanations=() if solved is None else explain(solved, table, rainbows),
        grid=None if solved is None else solved.grid(),
        nodes=nodes,
    )
