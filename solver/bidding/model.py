"""The auction as a CP-SAT model: the best partnership plan for every bid that may be made next.

Seats
    *I* bid next, then *J* (an opponent), then my *partner*; if an opponent bids after partner, that
    last bid is one choice by one player with nothing to come, and is folded into the payoff before
    (``plan_tree``).  With fewer seats to bid the later ones have a single dummy bid.

Data
    For every auction (i, j, l) of my bid, the opponent's and partner's that can happen:
    ``loss[i,j,l]``    how many bids of the block (i, j) are better for my side than partner's bid l;
                       equal results are ordered by the smaller bid, so exactly one bid loses nothing;
    ``theirs[i,j,l]``  rank of the result for the other side among all, with the smaller j ahead
                       among equals, so within a row i it tells j and the result.

Variables
    ``reply[i,j,l]``   boolean: to my bid i and their bid j partner answers l;
    ``answer[i]``      integer: what the other side gets, by rank, with its best reply to i.

Constraints
    exactly one of ``reply[i,j,·]``                            for each i, j   (one block a reply)
    Σ_l theirs[i,j,l] · reply[i,j,l]  ≤  answer[i]              for each i, j   (j is free to choose)

Objective
    minimise  W · Σ loss·reply + Σ answer,   W > the range of Σ answer.
    Partner does the best there is in every block, even after a reply that no sensible opponent makes;
    given that, each ``answer[i]`` is pressed down to the best the opponent can do.  This is backward
    induction said once for all i, and its optimum is unique.

Search
    First the replies that lose nothing, then the least answers: the first solution is the optimum, and
    W proves it at once.  Without this order some objectives, in which the sides do not simply oppose
    each other, took minutes; with it 13 cards take some 7 ms whatever the objective.

The choice of i among the results is a second, small model (``choice``), since there it meets what a
caller may ask for: chances over many worlds.

One worker, a fixed order of search and a unique optimum: the same answer on every run.  13 cards and
nothing bid make 2,744 booleans in 196 blocks.  The model is written into the protocol buffer directly,
which takes a quarter of the time of the expression interface.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.bidding.cpsat import Deadline, add_variables, best_first, new_model, optimum
from solver.bidding.induction import dense, last_choice
from solver.bidding.payoff import Ints, Mask

__all__ = ["Policy", "Tree", "plan_tree", "solve_policy"]


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """The part of the auction that the model decides: arrays of shape (mine, theirs, partner's).

    ``kind`` is that of the auction, the last bidder's best bid included; ``last`` is that bid's place on
    its axis, 0 where nobody bids after partner.  ``mine`` and ``theirs`` are both sides' codes by kind.
    """

    kind: Ints
    last: Ints
    mine: Ints
    theirs: Ints

    @property
    def possible(self) -> Mask:
        """The auctions that can happen."""
        found: Mask = self.kind < self.mine.size - 1
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """Best bids after each of my bids: ``reply[i, j]`` is partner's, ``answer[i]`` the opponent's.

    -1 where there is nothing to answer.
    """

    reply: Ints
    answer: Ints


def plan_tree(kinds: Ints, made: int, mine: Ints, theirs: Ints) -> Tree:
    """The auctions after ``made`` bids (0 … 3), with the last opponent's bid folded in.

    ``kinds`` has four axes in bidding order; ``mine`` are the codes of the side that bids next.
    """
    shape = kinds.shape[made : made + 3] if made < 2 else (kinds.shape[made], 1, 1)
    if made % 2 == 0:  # an opponent bids last
        last, kinds = last_choice(kinds, theirs)
    else:
        last = np.zeros(kinds.shape, np.intp)
    return Tree(kinds.reshape(shape), last.reshape(shape), mine, theirs)


def solve_policy(tree: Tree, deadline: Deadline) -> Policy:
    """Partner's best reply in every block and the opponent's best answer in every row; LimitError."""
    rows, columns, width = tree.kind.shape
    possible = tree.possible
    order = tree.mine[tree.kind] * width + np.arange(width)[::-1]
    loss = (-order).argsort(2).argsort(2)
    theirs = dense(tree.theirs[tree.kind]) * columns + np.arange(columns)[None, ::-1, None]
    top = int(theirs.max())
    weight = rows * top + 1

    model = new_model()
    proto = model.proto
    # Lists of one block each: the bids that can happen, what the model makes of them, and their variables.
    blocks = [bids.nonzero()[0].tolist() for bids in possible.reshape(-1, width)]
    costs = (loss * weight).reshape(-1, width).tolist()
    bounds = theirs.reshape(-1, width).tolist()
    replies: list[range] = []
    objective: list[int] = []
    for bids, cost in zip(blocks, costs, strict=True):
        first = len(objective)
        objective += [cost[bid] for bid in bids]
        replies.append(range(first, len(objective)))
    answers = len(objective)
    add_variables(model, answers, 1)
    add_variables(model, rows, top)
    for block, (bids, reply) in enumerate(zip(blocks, replies, strict=True)):
        if bids:
            proto.constraints.add().exactly_one.literals.extend(reply)
            bound = proto.constraints.add().linear
            bound.vars.extend([*reply, answers + block // columns])
            bound.coeffs.extend([*(bounds[block][bid] for bid in bids), -1])
            bound.domain.extend((-top, 0))
    proto.objective.vars.extend(range(answers + rows))
    proto.objective.coeffs.extend(objective + [1] * rows)
    best_first(model, [at for at, lost in enumerate(objective) if not lost], range(answers, answers + rows))

    solution = optimum(model, deadline)
    best_reply = np.full(rows * columns, -1)
    best_answer = np.full(rows, -1)
    for block, (bids, reply) in enumerate(zip(blocks, replies, strict=True)):
        if bids:
            row, column = divmod(block, columns)
            best_reply[block] = bids[solution[reply.start : reply.stop].index(1)]
            if bounds[block][best_reply[block]] == solution[answers + row]:
                best_answer[row] = column
    return Policy(best_reply.reshape(rows, columns), best_answer)
