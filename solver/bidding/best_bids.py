"""``optimal_bids``: from a deal, or the table of its tricks, to the best bids (R6 to R9, R15 to R17).

Every bidder prefers a larger margin (own points less the others'), then more own points, then the
smaller bid (pass < 1 < … < board); that makes the answer unique.  Other objectives change the order
of outcomes, never the last word of the smaller bid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import NoneType
from typing import Any

import numpy as np

from solver.bidding.constraints import NONE, Constraints, Opponents
from solver.bidding.explain import Ending, explain
from solver.bidding.induction import codes_of
from solver.bidding.model import Deadline, Strategy, Tree, choose_bid, plan_tree, solve_strategy
from solver.bidding.objectives import Keys, Objective, read_objective
from solver.bidding.outcomes import Auctions, Mask, Scores, case_tricks
from solver.bidding.own_tricks import own_tricks
from solver.bidding.result import BidsResult, ByBid, Grid, Plan
from solver.deal import Deal
from solver.errors import Cancelled, DealError, check_kind
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat, Side
from solver.game.scoring import DealScore, deal_score
from solver.search import Cancel, Engine, Limits, trick_table
from solver.search.double_dummy_table import TrickTable

__all__ = ["BestBidding", "best_bidding", "check_table", "optimal_bids"]


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
    engine: Engine | None = None,
) -> BidsResult:
    """The best bids of ``deal`` after those it holds, which are taken as given.

    ``table`` spares the search when it is known, ``engine`` lends its own.  ``objective`` is "margin", "own",
    "safe" or the object for "win" (see ``read_objective``), ``constraints`` a Constraints or its JSON.  The limits
    are those of ``solve``; ``time_limit`` covers search and optimisation.  Errors: DealError without a dealer, where
    the table is of another deal, or where constraints clash, which it names; LimitError, Cancelled.
    """
    check_kind("deal", deal, Deal)
    check_kind("table", table, TrickTable, NoneType)
    limits = Limits(time_limit, node_limit, threads, memory_mb, cancel)
    deadline = Deadline.after(time_limit)
    auction = deal.auction
    wanted = read_objective(objective, auction)
    asked = constraints if isinstance(constraints, Constraints) else Constraints.from_dict(constraints)
    counting = auction.next is not None and asked.opponents is Opponents.DOUBLE_DUMMY_COUNT
    if not counting:
        asked.possible(Auctions.of(auction))  # a clash is told before the search
    nodes = 0
    if table is None:
        table = trick_table(deal, limits, engine)
        nodes = table.nodes
    check_table(table, auction)
    if cancel is not None and cancel.is_set:
        raise Cancelled("cancelled before the best bids were known")
    rainbows = deal.rainbows()
    if auction.next is None:
        return _result(auction, table, rainbows, wanted, asked, None, nodes)
    counts = own_tricks(deal, auction.next.side.other.seats, limits) if counting else None
    bidding = best_bidding(auction, table, rainbows, wanted, deadline, asked, counts)
    return _result(auction, table, rainbows, wanted, asked, bidding, nodes)


def check_table(table: TrickTable, auction: Auction) -> None:
    """DealError unless the table is of this hand size, dealer and sort of rules."""
    if (table.cards, table.dealer) != (auction.cards, auction.dealer):
        raise DealError(f"the table is of {table.cards} cards and dealer {table.dealer}, the deal is not", "R6")
    if auction.rules.has_boards and not table.has_boards:
        raise DealError("the table has no tricks for boards, which these rules allow", "R8")


def best_bidding(
    auction: Auction,
    table: TrickTable,
    rainbows: Mapping[Side, int],
    objective: Objective,
    deadline: Deadline,
    constraints: Constraints = NONE,
    own_tricks: Mapping[Seat, int] | None = None,
) -> BestBidding:
    """Best bidding from an auction that is not complete; LimitError, DealError where constraints clash."""
    auctions = Auctions.of(auction)
    scores = Scores.of(auctions, case_tricks(table), rainbows)
    possible = constraints.possible(auctions, own_tricks)
    side = auctions.seat.side
    keys = objective.keys(scores, side)
    mine, theirs = codes_of(keys), codes_of(objective.keys(scores, side.other))
    began = deadline.seconds()
    tree = plan_tree(auctions.outcomes(possible), auctions.made, mine, theirs)
    strategy = solve_strategy(tree, deadline)
    rows = np.arange(len(strategy.answer))
    endings = tree.outcome[rows, strategy.answer, strategy.reply[rows, strategy.answer]]
    best = choose_bid(mine[endings], strategy.answer >= 0, deadline)
    return BestBidding(objective, scores, keys, possible, tree, strategy, best, deadline.seconds() - began)


@dataclass(frozen=True, slots=True, eq=False)
class BestBidding:
    """Best bidding for the seat to bid: every array it took, and the best bid's row.

    A *row* is the place of one of the seat's bids on its axis.  ``keys`` are the objective's for that seat's
    side, by outcome.  ``seconds`` is what building and solving the models took.
    """

    objective: Objective
    scores: Scores
    keys: Keys
    possible: Mask
    tree: Tree
    strategy: Strategy
    best: int
    seconds: float

    @property
    def auctions(self) -> Auctions:
        return self.scores.auctions

    @property
    def bids(self) -> tuple[Bid, ...]:
        """What the seat may bid under the rules, by row."""
        return self.auctions.bids[self.auctions.made]

    @property
    def open_rows(self) -> list[int]:
        """The rows of bids that may be made."""
        return [int(row) for row in np.flatnonzero(self.strategy.answer >= 0)]

    def line(self, row: int) -> tuple[Bid, ...]:
        """The four bids of the auction that best bidding after bid ``row`` leads to."""
        column = int(self.strategy.answer[row])
        reply = int(self.strategy.reply[row, column])
        last = int(self.tree.last[row, column, reply])
        # From two bids on, the second place is the last bidder's, if there is one.
        made = self.auctions.made
        places = (row, column, reply, last) if made < 2 else (row, last)
        after = (choices[place] for choices, place in zip(self.auctions.bids[made:], places, strict=False))
        return (*self.auctions.auction.bids, *after)

    def outcome(self, row: int) -> int:
        """The outcome of that auction."""
        column = self.strategy.answer[row]
        return int(self.tree.outcome[row, column, self.strategy.reply[row, column]])

    def margin(self, row: int) -> int:
        """The margin of the side to bid in that auction."""
        return int(self._margins[self.outcome(row)])

    @property
    def _margins(self) -> Any:
        return self.scores.margin(self.auctions.seat.side)

    def options(self) -> ByBid[int]:
        """The margin after each bid that may be made."""
        return ByBid((self.bids[row], self.margin(row)) for row in self.open_rows)

    def plan(self) -> Plan:
        """How to go on after the best bid, and the margin it gives at least."""
        bids, made, row = self.auctions.bids, self.auctions.made, self.best
        seats = self.auctions.auction.order[made:]
        shape = self.possible.shape[made:]
        follows, outcomes = self.possible.reshape(shape)[row], self.auctions.outcome.reshape(shape)[row]
        replies: ByBid[Bid] = ByBid()
        if len(seats) > 2:
            reply = self.strategy.reply[row]
            columns = np.flatnonzero(reply >= 0)
            replies = ByBid((bids[made + 1][column], bids[made + 2][reply[column]]) for column in columns)
            follows, outcomes = follows[columns, reply[columns]], outcomes[columns, reply[columns]]
        return Plan(
            seat=seats[0],
            bid=self.bids[row],
            after=seats[1] if replies else None,
            partner=seats[2] if replies else None,
            replies=replies,
            margin=int(self._margins[outcomes[follows]].min()),
        )

    def grid(self) -> Grid:
        """The margin for each pair of a bid and partner's bid, the opponents doing their best between."""
        bids, made, impossible = self.auctions.bids, self.auctions.made, self.auctions.impossible
        answers = self.tree.theirs[self.tree.outcome].argmax(1)
        outcomes = np.take_along_axis(self.tree.outcome, answers[:, None, :], 1)[:, 0, :]
        margins = np.append(self._margins, 0)[outcomes].tolist()
        possible = (outcomes < impossible).tolist()
        return Grid(
            own=self.bids,
            partner=bids[made + 2] if made < 2 else bids[made - 2],
            margin=tuple(
                tuple(margin if can_be else None for margin, can_be in zip(row, can_row, strict=True))
                for row, can_row in zip(margins, possible, strict=True)
            ),
        )

    def ending(self, row: int, table: TrickTable, rainbows: Mapping[Side, int]) -> Ending:
        """The finished auction that best bidding after bid ``row`` leads to."""
        start = self.auctions.auction
        auction = Auction(start.dealer, start.cards, start.rules, self.line(row))
        ns = 0 if auction.passed_out else table.ns_tricks(auction)
        return Ending(
            auction=auction,
            seat=self.auctions.seat,
            tricks={Side.NS: ns, Side.EW: start.cards - ns},
            points=deal_score(auction, ns, rainbows),
            value=self.objective.shown(self.keys[0][self.outcome(row)].item()),
        )


def _result(
    auction: Auction,
    table: TrickTable,
    rainbows: Mapping[Side, int],
    objective: Objective,
    constraints: Constraints,
    bidding: BestBidding | None,
    nodes: int,
) -> BidsResult:
    """The answer; ``bidding`` is None where all have bid."""
    line = auction.bids if bidding is None else bidding.line(bidding.best)
    ended = Auction(auction.dealer, auction.cards, auction.rules, line)
    score = DealScore.of(ended, 0 if ended.passed_out else table.ns_tricks(ended), rainbows)
    result = BidsResult(
        next=auction.next,
        options=ByBid(),
        best=None,
        line=ended.by_seat(),
        leader=score.leader,
        contracts=score.contracts,
        tricks=score.tricks,
        score=score.score,
        margin=score.score[Side.NS] - score.score[Side.EW],
        objective=objective.name,
        constraints=constraints,
        nodes=nodes,
    )
    if bidding is None:
        return result
    endings = {row: bidding.ending(row, table, rainbows) for row in bidding.open_rows}
    return replace(
        result,
        options=bidding.options(),
        best=bidding.bids[bidding.best],
        plan=bidding.plan(),
        explanations=explain(list(endings.values()), endings[bidding.best], rainbows, objective.name),
        grid=bidding.grid(),
    )
