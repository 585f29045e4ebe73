"""Backward induction on dense arrays: what whoever bids last does, and from it the one before.

Results are compared by *codes*: whole numbers by kind of auction, the larger the better for a side,
equal for equals.  Ties go to the smaller bid, which stands first on its axis.
"""

from __future__ import annotations

import math

import numpy as np

from solver.bidding.objectives import Keys
from solver.bidding.payoff import Auctions, Ints, Mask

__all__ = ["codes_of", "dense", "induce", "kinds_of", "last_choice"]


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
    _, places = np.unique(codes, return_inverse=True)
    found: Ints = places.reshape(codes.shape)
    return found


def kinds_of(auctions: Auctions, possible: Mask) -> Ints:
    """The kind of every auction, ``len(auctions.case)`` for those that cannot happen."""
    return np.where(possible, auctions.kind, auctions.case.size)


def last_choice(kinds: Ints, codes: Ints) -> tuple[Ints, Ints]:
    """The last axis decided by whose ``codes`` these are: the place chosen, and the kinds that follow."""
    places = codes[kinds].argmax(-1)
    return places, np.take_along_axis(kinds, places[..., None], -1)[..., 0]


def induce(kinds: Ints, made: int, mine: Ints, theirs: Ints) -> Ints:
    """The kind that follows each bid of the seat to bid, after ``made`` bids, with best bidding after it.

    ``kinds`` has four axes; ``mine`` and ``theirs`` are the codes of that seat's side and of the other.
    """
    for place in range(3, made, -1):
        kinds = last_choice(kinds, mine if (place - made) % 2 == 0 else theirs)[1]
    return kinds.reshape(-1)
