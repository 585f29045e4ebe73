"""The second model: which of my bids, given what comes of each.

Variables
    ``choose[i]``   boolean: I bid i; exactly one of them.

Objective
    maximise  Σ rank[i] · choose[i],  where ``rank`` orders the results for my side, no two equal:
    better keys first, and the smaller bid among equals.
"""

from __future__ import annotations

import numpy as np

from solver.bidding.cpsat import Deadline, new_model, optimum
from solver.bidding.induction import dense
from solver.bidding.payoff import Ints, Mask

__all__ = ["choose"]


def choose(codes: Ints, possible: Mask, deadline: Deadline) -> int:
    """The index of the best possible bid by the codes of the results, shape (bids,).  LimitError."""
    count = possible.size
    rank = dense(codes) * count + np.arange(count)[::-1]
    model = new_model()
    variables = [model.new_bool_var(f"choose{at}") if possible[at] else None for at in range(count)]
    open_bids = [(at, variable) for at, variable in enumerate(variables) if variable is not None]
    model.add_exactly_one(variable for _, variable in open_bids)
    model.maximize(sum(int(rank[at]) * variable for at, variable in open_bids))
    solution = optimum(model, deadline)
    return next(at for at, variable in open_bids if solution[variable.index])
