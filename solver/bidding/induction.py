"""Backward induction on dense arrays: the choice of whoever bids last, and from it the one before.

Ties in every key go to the smaller bid, which stands first on its axis.
"""

from __future__ import annotations

import numpy as np

from solver.bidding.objectives import Keys
from solver.bidding.payoff import Ints, Mask

__all__ = ["best_along", "dense_ranks"]


def best_along(keys: Keys, legal: Mask, axis: int) -> Ints:
    """The index along ``axis`` of the best legal entry, the first of equals; 0 where nothing is legal."""
    best = legal
    for key in keys:
        shown = np.where(best, key, _least(key))
        best = best & (shown == shown.max(axis, keepdims=True))
    found: Ints = best.argmax(axis)
    return found


def dense_ranks(keys: Keys) -> Ints:
    """0 for the worst entry of all, equal for equals, int64, in the keys' shape."""
    flat = [key.ravel() for key in keys]
    order = np.lexsort(flat[::-1])
    steps = np.zeros(order.size, np.bool_)
    for key in flat:
        sorted_key = key[order]
        steps[1:] |= sorted_key[1:] != sorted_key[:-1]
    ranks = np.empty(order.size, np.int64)
    ranks[order] = np.cumsum(steps)
    return ranks.reshape(keys[0].shape)


def _least(key: Ints) -> Ints:
    low = np.iinfo(key.dtype).min if key.dtype.kind == "i" else -np.inf
    return np.array(low, key.dtype)
