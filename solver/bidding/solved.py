"""An auction solved from one point on: the models' answers, put into bids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from solver.bidding.choice import choose
from solver.bidding.constraints import NONE, Constraints
from solver.bidding.cpsat import Deadline
from solver.bidding.induction import codes_of, kinds_of
from solver.bidding.model import Policy, Tree, plan_tree, solve_policy
from solver.bidding.objectives import Keys, Objective
from solver.bidding.payoff import Auctions, Mask, Scores, case_tricks
from solver.bidding.result import BidName, Grid, Plan
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat, Side
from solver.search.double_dummy_table import TrickTable

__all__ = ["Solved", "solve_auction"]


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Best bidding for the seat to bid: every array it took, and the best bid's row.

    ``keys`` are the objective's for that seat's side, by kind of auction.  ``seconds`` is what building
    and solving the models took.
    """

    objective: Objective
    scores: Scores
    keys: Keys
    possible: Mask
    tree: Tree
    policy: Policy
    best: int
    seconds: float

    @property
    def auctions(self) -> Auctions:
        return self.scores.auctions

    @property
    def made(self) -> int:
        """How many bids were made before."""
        return len(self.auctions.auction.bids)

    @property
    def side(self) -> Side:
        """The side of the seat to bid."""
        return self.auctions.auction.order[self.made].side

    @property
    def bids(self) -> tuple[Bid, ...]:
        """What the seat may bid under the rules, by row."""
        return self.auctions.bids[self.made]

    @property
    def rows(self) -> list[int]:
        """The rows of bids that may be made."""
        return [int(row) for row in np.flatnonzero(self.policy.answer >= 0)]

    def line(self, row: int) -> tuple[Bid, ...]:
        """The four bids of the auction that best bidding after bid ``row`` leads to."""
        column = int(self.policy.answer[row])
        reply = int(self.policy.reply[row, column])
        last = int(self.tree.last[row, column, reply])
        # From two bids on, the second place is the last bidder's, if there is one.
        places = (row, column, reply, last) if self.made < 2 else (row, last)
        after = (axis[place] for axis, place in zip(self.auctions.bids[self.made :], places, strict=False))
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
        bids, made = self.auctions.bids, self.made
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

    def grid(self) -> Grid:
        """The margin for each pair of a bid and partner's bid, the opponents doing their best between."""
        bids = self.auctions.bids
        partner = bids[self.made + 2] if self.made < 2 else bids[self.made - 2]
        places = self.tree.theirs[self.tree.kind].argmax(1)
        kinds = np.take_along_axis(self.tree.kind, places[:, None, :], 1)[:, 0, :]
        margin = np.append(self.scores.margin(self.side), 0)[kinds].tolist()
        there = (kinds < self.scores.auctions.case.size).tolist()
        return Grid(
            rows=[str(bid) for bid in self.bids],
            columns=[str(bid) for bid in partner],
            margin=[
                [value if real else None for value, real in zip(values, reals, strict=True)]
                for values, reals in zip(margin, there, strict=True)
            ],
        )


def solve_auction(
    auction: Auction,
    table: TrickTable,
    rainbows: Mapping[Side, int],
    objective: Objective,
    deadline: Deadline,
    constraints: Constraints = NONE,
    own_tricks: Mapping[Seat, int] | None = None,
) -> Solved:
    """Best bidding from an auction that is not complete; LimitError, DealError where constraints clash."""
    auctions = Auctions.of(auction)
    scores = Scores.of(auctions, case_tricks(table), rainbows)
    possible = constraints.possible(auctions, own_tricks)
    side = auction.order[len(auction.bids)].side
    keys = objective.keys(scores, side)
    mine, theirs = codes_of(keys), codes_of(objective.keys(scores, side.other))
    began = deadline.seconds()
    tree = plan_tree(kinds_of(auctions, possible), len(auction.bids), mine, theirs)
    policy = solve_policy(tree, deadline)
    rows = np.arange(len(policy.answer))
    ends = tree.kind[rows, policy.answer, policy.reply[rows, policy.answer]]
    best = choose(mine[ends], policy.answer >= 0, deadline)
    return Solved(objective, scores, keys, possible, tree, policy, best, deadline.seconds() - began)
