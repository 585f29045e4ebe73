"""Backward induction on dense arrays: what whoever bids last does, and from it the one before.

Outcomes are compared by *codes*: whole numbers by outcome, the larger the better for a side,
equal for equals.  Ties go to the smaller bid, which stands first on its axis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from solver.bidding.objectives import Keys
from solver.bidding.outcomes import Ints, Mask

__all__ = [
    "Strategy",
    "Tree",
    "best_outcomes",
    "codes_of",
    "dense",
    "induce",
    "induced_bid",
    "induced_strategy",
    "last_choice",
    "plan_tree",
]

_AT_ONCE: Final = 1 << 19
"""Auctions of all deals together that ``induce_many`` looks at in one go: a few megabytes."""


def codes_of(keys: Keys) -> Ints:
    """Codes that order as the keys do, int64 from 0, in their shape with one more entry in the last axis.

    That last entry is -1: it stands for an auction that cannot happen, worse than all.
    """
    lows = [int(key.min()) for key in keys]
    spans = [int(key.max()) - low + 1 for key, low in zip(keys, lows, strict=True)]
    if math.prod(spans) < 2**62:
        codes: Ints = np.zeros(keys[0].shape, np.int64)
        for key, low, span in zip(keys, lows, spans, strict=True):
            codes *= span
            codes += key - low
    else:
        order = np.lexsort([key.ravel() for key in reversed(keys)])
        steps = np.zeros(order.size, np.int64)
        for key in keys:
            steps[1:] |= np.diff(key.ravel()[order]) != 0
        codes = np.empty(order.size, np.int64)
        codes[order] = np.cumsum(steps)
        codes = codes.reshape(keys[0].shape)
    return np.concatenate((codes, np.full((*codes.shape[:-1], 1), -1)), axis=-1)


def dense(codes: Ints) -> Ints:
    """The same order with the least numbers there are: 0, 1, 2 …"""
    _, ranks = np.unique(codes, return_inverse=True)
    ranked: Ints = ranks.reshape(codes.shape)
    return ranked


def last_choice(outcomes: Ints, codes: Ints) -> tuple[Ints, Ints]:
    """The last axis decided by whose ``codes`` these are: the place chosen, and the outcome that follows."""
    places = codes[outcomes].argmax(-1)
    return places, np.take_along_axis(outcomes, places[..., None], -1)[..., 0]


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """The part of the auction that the model decides: arrays of shape (mine, theirs, partner's).

    ``outcome`` is that of the auction, the last bidder's best bid included; ``last`` is that bid's place on
    its axis, 0 where nobody bids after partner.  ``mine`` and ``theirs`` are both sides' codes by outcome.
    """

    outcome: Ints
    last: Ints
    mine: Ints
    theirs: Ints

    @property
    def possible(self) -> Mask:
        """The auctions that can happen."""
        possible: Mask = self.outcome < self.mine.size - 1
        return possible


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """Best bids after each of my bids: ``reply[i, j]`` is partner's, ``answer[i]`` the opponent's.

    Places on their axes; -1 where there is nothing to answer.
    """

    reply: Ints
    answer: Ints


def plan_tree(outcomes: Ints, made: int, mine: Ints, theirs: Ints) -> Tree:
    """The auctions after ``made`` bids (0 … 3), with the last opponent's bid folded in.

    ``outcomes`` has four axes in bidding order; ``mine`` are the codes of the side that bids next.
    """
    shape = outcomes.shape[made : made + 3] if made < 2 else (outcomes.shape[made], 1, 1)
    if made % 2 == 0:  # an opponent bids last
        last, outcomes = last_choice(outcomes, theirs)
    else:
        last = np.zeros(outcomes.shape, np.intp)
    return Tree(outcomes.reshape(shape), last.reshape(shape), mine, theirs)


def induced_strategy(tree: Tree) -> Strategy:
    """Partner's best reply in every block and the opponent's best answer in every row, by induction.

    It is what ``model.solve_strategy`` proves to be best.
    """
    possible: Mask = np.any(tree.possible, axis=2)
    reply = np.where(possible, tree.mine[tree.outcome].argmax(2), -1)
    after = np.take_along_axis(tree.outcome, np.maximum(reply, 0)[..., None], 2)[..., 0]
    answer = np.where(possible.any(1), tree.theirs[after].argmax(1), -1)
    return Strategy(reply, answer)


def induced_bid(codes: Ints, possible: Mask) -> int:
    """The place of the best possible bid by the codes of the outcomes: what ``model.choose_bid`` chooses."""
    return int(np.where(possible, codes, -1).argmax())


def induce(outcomes: Ints, made: int, mine: Ints, theirs: Ints) -> Ints:
    """The outcome that follows each bid of the seat to bid, after ``made`` bids, with best bidding after it.

    ``outcomes`` has four axes; ``mine`` and ``theirs`` are the codes of that seat's side and of the other.
    """
    for axis in range(3, made, -1):
        outcomes = last_choice(outcomes, mine if (axis - made) % 2 == 0 else theirs)[1]
    return outcomes.reshape(-1)


def induce_many(outcomes: Ints, made: int, mine: Ints, theirs: Ints) -> tuple[Ints, Ints]:
    """Best bidding after ``made`` bids for many deals of one auction at once; there must be a bid to come.

    ``outcomes`` as for ``induce``; ``mine`` and ``theirs`` have a row for each deal.  Gives the outcome that follows
    each bid of the seat to bid, shape (deals, bids), and the places of the best bids to come, (deals, 4 - made).
    """
    shape = outcomes.shape[made:]
    step = max(1, _AT_ONCE // outcomes.size)
    follows, lines = [], []
    for first in range(0, len(mine), step):
        sides = mine[first : first + step], theirs[first : first + step]
        deals = len(sides[0])
        ends = outcomes.reshape(1, *shape)  # the same for all, until somebody has chosen
        chosen = []
        for axis in range(3, made, -1):
            places = _codes_at(sides[(axis - made) % 2], ends).argmax(-1)
            ends = np.take_along_axis(np.broadcast_to(ends, (deals, *ends.shape[1:])), places[..., None], -1)[..., 0]
            chosen.append(places)
        line = [_codes_at(sides[0], ends).argmax(-1)]
        for places in reversed(chosen):
            line.append(places[np.arange(deals), *line])
        follows.append(np.broadcast_to(ends, (deals, shape[0])))
        lines.append(np.stack(line, -1))
    return np.concatenate(follows), np.concatenate(lines)


def best_outcomes(outcomes: Ints, made: int, mine: Ints, theirs: Ints) -> Ints:
    """The outcome of best bidding by all for many deals of one auction, shape (deals,): see ``induce_many``."""
    follows, lines = induce_many(outcomes, made, mine, theirs)
    best: Ints = np.take_along_axis(follows, lines[:, :1], 1)[:, 0]
    return best


def _codes_at(codes: Ints, ends: Ints) -> Ints:
    """The codes of each deal's outcomes, where those of one row are all deals'."""
    flat = ends.reshape(len(ends), -1)
    values = codes[:, flat[0]] if len(flat) == 1 else np.take_along_axis(codes, flat, 1)
    found: Ints = values.reshape(len(codes), *ends.shape[1:])
    return found
