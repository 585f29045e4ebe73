"""``optimal_bids``: from a deal, or the table of its tricks, to the best bids (R6 to R9, R15 to R17).

Every bidder prefers a larger margin (own points less the others'), then more own points, then the
smaller bid (pass < 1 < … < board); that makes the answer unique.  Other objectives change the order
of results, never the last word of the smaller bid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from solver.auction import Auction, Bid
from solver.bidding.choice import choose
from solver.bidding.cpsat import Deadline
from solver.bidding.induction import codes_of, kinds_of
from solver.bidding.model import Policy, Tree, plan_tree, solve_policy
from solver.bidding.objectives import Margin, Objective, Own, Safe
from solver.bidding.payoff import Auctions, Mask, Scores, case_tricks
from solver.bidding.result import BidName, BidsResult, Plan
from solver.cards import Side
from solver.deal import Deal
from solver.errors import Cancelled, DealError
from solver.scoring import DealScore
from solver.search import Cancel, Limits, trick_table
from solver.tables import TrickTable

__all__ = ["OBJECTIVES", "Solved", "optimal_bids", "solve_auction"]

OBJECTIVES: tuple[type[Margin] | type[Own] | type[Safe], ...] = (Margin, Own, Safe)


def optimal_bids(
    deal: Deal,
    *,
    table: TrickTable | None = None,
    objective: str | Objective = "margin",
    time_limit: float | None = None,
    node_limit: int | None = None,
    threads: int = 1,
    memory_mb: int = 256,
    cancel: Cancel | None = None,
) -> BidsResult:
    """The best bids of ``deal`` after those it holds, which are taken as given.

    ``table`` spares the search when it is known.  The limits are those of ``solve``; ``time_limit``
    covers search and optimisation.  Errors: DealError without a dealer or where the table is of
    another deal, LimitError, Cancelled.
    """
    deadline = Deadline.after(time_limit)
    auction = deal.auction
    wanted = read_objective(objective)
    nodes = 0
    if table is None:
        table = trick_table(deal, Limits(time_limit, node_limit, threads, memory_mb, cancel))
        nodes = table.nodes
    check_table(table, auction)
    if cancel is not None and cancel.is_set:
        raise Cancelled("cancelled before the best bids were known")
    rainbows = deal.rainbows()
    if auction.next is None:
        return _result(auction, table, rainbows, wanted, None, nodes)
    solved = solve_auction(auction, table, rainbows, wanted, deadline)
    return _result(auction, table, rainbows, wanted, solved, nodes)


def read_objective(value: str | Objective) -> Objective:
    """An objective by name; DealError names the known ones."""
    if not isinstance(value, str):
        return value
    for kind in OBJECTIVES:
        if kind.name == value:
            return kind()
    names = ", ".join(kind.name for kind in OBJECTIVES)
    raise DealError(f"an objective is one of {names}", pointer="/objective")


def check_table(table: TrickTable, auction: Auction) -> None:
    """DealError unless the table is of this hand size, dealer and sort of rules."""
    if (table.cards, table.dealer) != (auction.cards, auction.dealer):
        raise DealError(f"the table is of {table.cards} cards and dealer {table.dealer}, the deal is not", "R6")
    if auction.rules.has_boards and not table.has_boards:
        raise DealError("the table has no tricks for boards, which these rules allow", "R8")


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """An auction solved for the seat to bid: every array it took, and the best bid's index.

    ``seconds`` is what building and solving the models took.
    """

    scores: Scores
    possible: Mask
    tree: Tree
    policy: Policy
    best: int
    seconds: float

    @property
    def auctions(self) -> Auctions:
        return self.scores.auctions

    @property
    def side(self) -> Side:
        seat = self.auctions.auction.next
        assert seat is not None
        return seat.side

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The bids of the seat to bid that can happen, by index into the tree's rows."""
        return self.auctions.bids[len(self.auctions.auction.bids)]

    @property
    def rows(self) -> list[int]:
        """The bids that may be made, as indices."""
        return [int(row) for row in np.flatnonzero(self.policy.answer >= 0)]

    def line(self, row: int) -> tuple[Bid, ...]:
        """The four bids of the auction that best bidding after bid ``row`` leads to."""
        made = len(self.auctions.auction.bids)
        column = int(self.policy.answer[row])
        reply = int(self.policy.reply[row, column])
        last = int(self.tree.last[row, column, reply])
        # From two bids on, the second place is the last bidder's, if there is one.
        places = (row, column, reply, last) if made < 2 else (row, last)
        after = (axis[place] for axis, place in zip(self.auctions.bids[made:], places, strict=False))
        return (*self.auctions.auction.bids, *after)

    def kind(self, row: int) -> int:
        """The kind of that auction."""
        column = self.policy.answer[row]
        return int(self.tree.kind[row, column, self.policy.reply[row, column]])

    def margin(self, row: int) -> int:
        """The margin of the side to bid in that auction."""
        return int(self.scores.margin(self.side)[self.kind(row)])

    def plan(self, row: int) -> Plan:
        """How to go on after bid ``row``, and the margin it gives at least."""
        bids, made = self.auctions.bids, len(self.auctions.auction.bids)
        seats = [str(seat) for seat in self.auctions.auction.order[made:]]
        shape = self.possible.shape[made:]
        follows, kinds = self.possible.reshape(shape)[row], self.auctions.kind.reshape(shape)[row]
        replies: dict[str, BidName] = {}
        if len(seats) > 2:
            reply = self.policy.reply[row]
            columns = np.flatnonzero(reply >= 0)
            replies = {str(bids[made + 1][at]): bids[made + 2][reply[at]].to_json() for at in columns}
            follows, kinds = follows[columns, reply[columns]], kinds[columns, reply[columns]]
        return Plan(
            seat=seats[0],
            bid=self.bids[row].to_json(),
            after=seats[1] if replies else None,
            partner=seats[2] if replies else None,
            replies=replies,
            margin=int(self.scores.margin(self.side)[kinds[follows]].min()),
        )


def solve_auction(
    auction: Auction,
    table: TrickTable,
    rainbows: Mapping[Side, int],
    objective: Objective,
    deadline: Deadline,
) -> Solved:
    """Best bidding from an auction that is not complete; LimitError."""
    seat = auction.next
    assert seat is not None
    auctions = Auctions.of(auction)
    scores = Scores.of(auctions, case_tricks(table), rainbows)
    possible = auctions.legal
    mine, theirs = (codes_of(objective.keys(scores, side)) for side in (seat.side, seat.side.other))
    began = deadline.seconds()
    tree = plan_tree(kinds_of(auctions, possible), len(auction.bids), mine, theirs)
    policy = solve_policy(tree, deadline)
    rows = np.arange(len(policy.answer))
    ends = tree.kind[rows, policy.answer, policy.reply[rows, policy.answer]]
    best = choose(mine[ends], policy.answer >= 0, deadline)
    return Solved(scores, possible, tree, policy, best, deadline.seconds() - began)


def _result(
    auction: Auction,
    table: TrickTable,
    rainbows: Mapping[Side, int],
    objective: Objective,
    solved: Solved | None,
    nodes: int,
) -> BidsResult:
    line = auction.bids if solved is None else solved.line(solved.best)
    ended = Auction(auction.dealer, auction.cards, auction.rules, line)
    score = DealScore.of(ended, 0 if ended.passed_out else table.ns_tricks(ended), rainbows)
    options: dict[str, int] = {}
    best: Any = None
    if solved is not None:
        options = {str(solved.bids[row]): solved.margin(row) for row in solved.rows}
        best = solved.bids[solved.best].to_json()
    return BidsResult(
        next=None if auction.next is None else str(auction.next),
        options=options,
        best=best,
        line={str(seat): bid.to_json() for seat, bid in zip(auction.order, line, strict=True)},
        leader=score.leader,
        contracts=score.contracts,
        tricks=score.tricks,
        score=score.score,
        margin=score.score[str(Side.NS)] - score.score[str(Side.EW)],
        objective=objective.name,
        plan=None if solved is None else solved.plan(solved.best),
        nodes=nodes,
    )
