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
nothing bid make 3,375 booleans in 225 blocks.  The model is written into the protocol buffer directly,
which takes a quarter of the time of the expression interface.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.bidding.cpsat import Deadline, best_first, new_model, optimum
from solver.bidding.induction import best_along, dense_ranks
from solver.bidding.objectives import Keys
from solver.bidding.payoff import Ints, Mask

__all__ = ["Policy", "Tree", "plan_tree", "solve_policy"]


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """The part of the auction that the model decides: arrays of shape (mine, theirs, partner's).

    ``leaf`` is the flat index of the auction into the four-axis arrays, the last bidder's best bid
    included; ``possible`` tells which can happen; ``mine`` and ``theirs`` are both sides' keys.
    """

    leaf: Ints
    possible: Mask
    mine: Keys
    theirs: Keys


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """Best bids after each of my bids: ``reply[i, j]`` is partner's, ``answer[i]`` the opponent's.

    -1 where there is nothing to answer.
    """

    reply: Ints
    answer: Ints


def plan_tree(made: int, possible: Mask, mine: Keys, theirs: Keys) -> Tree:
    """The auctions after ``made`` bids (0 … 3), with the last opponent's bid folded in.

    The arrays have four axes in bidding order; ``mine`` are the keys of the side that bids next.
    """
    shape = possible.shape
    leaf = np.arange(possible.size).reshape(shape)
    if made % 2 == 0:  # an opponent bids last
        last = best_along(theirs, possible, 3)[..., None]
        leaf = np.take_along_axis(leaf, last, 3)
        possible = np.logical_or.reduce(possible, 3)
    wanted = shape[made : made + 3] if made < 2 else (shape[made], 1, 1)
    leaf = leaf.reshape(wanted)
    return Tree(
        leaf,
        possible.reshape(wanted),
        tuple(key.ravel()[leaf] for key in mine),
        tuple(key.ravel()[leaf] for key in theirs),
    )


def solve_policy(tree: Tree, deadline: Deadline) -> Policy:
    """Partner's best reply in every block and the opponent's best answer in every row; LimitError."""
    rows, columns, width = tree.leaf.shape
    ranks = dense_ranks(tree.mine)
    order = np.where(tree.possible, ranks * width + np.arange(width)[::-1], -1)
    loss = (-order).argsort(2).argsort(2)
    theirs = dense_ranks(tree.theirs) * columns + np.arange(columns)[None, ::-1, None]
    top = int(theirs.max())
    weight = rows * top + 1

    model = new_model()
    proto = model.proto
    blocks: list[tuple[int, int, list[int], list[int]]] = []
    objective: list[int] = []
    for row in range(rows):
        for column in range(columns):
            open_bids = tree.possible[row, column].nonzero()[0].tolist()
            if not open_bids:
                continue
            first = len(objective)
            blocks.append((row, column, open_bids, list(range(first, first + len(open_bids)))))
            objective += (loss[row, column, open_bids] * weight).tolist()
    for _ in objective:
        proto.variables.add().domain.extend((0, 1))
    answers = len(objective)
    for _ in range(rows):
        proto.variables.add().domain.extend((0, top))
    for row, column, open_bids, reply in blocks:
        proto.constraints.add().exactly_one.literals.extend(reply)
        bound = proto.constraints.add().linear
        bound.vars.extend([*reply, answers + row])
        bound.coeffs.extend([*theirs[row, column, open_bids].tolist(), -1])
        bound.domain.extend((-top, 0))
    proto.objective.vars.extend(range(answers + rows))
    proto.objective.coeffs.extend([*objective, *[1] * rows])
    best_first(model, [at for at, lost in enumerate(objective) if not lost], range(answers, answers + rows))

    solution = optimum(model, deadline)
    replies = np.full((rows, columns), -1)
    answer = np.full(rows, -1)
    for row, column, open_bids, reply in blocks:
        chosen = next(bid for bid, variable in zip(open_bids, reply, strict=True) if solution[variable])
        replies[row, column] = chosen
        if theirs[row, column, chosen] == solution[answers + row]:
            answer[row] = column
    return Policy(replies, answer)
