"""The second model: which of my bids, given what comes of each.

Variables
    ``choose[i]``   boolean: I bid i; exactly one of them.

Constraint, where a chance to fail is bounded
    Σ fail[i] · choose[i]  ≤  max_fail,   both in parts of a billion.

Objective
    maximise  Σ rank[i] · choose[i],  where ``rank`` orders the results for my side, no two equal:
    better codes first, and the smaller bid among equals.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.bidding.cpsat import Deadline, new_model, optimum
from solver.bidding.induction import dense
from solver.bidding.payoff import Ints, Mask

__all__ = ["choose"]

_BILLION: Final = 10**9


def choose(
    codes: Ints,
    possible: Mask,
    deadline: Deadline,
    fail: NDArray[np.float64] | None = None,
    max_fail: float = 1.0,
) -> int:
    """The index of the best possible bid by the codes of the results, shape (bids,).

    ``fail`` are the chances that each bid's contract fails, of which some must not exceed ``max_fail``.
    LimitError.
    """
    count = possible.size
    rank = dense(codes) * count + np.arange(count)[::-1]
    open_bids = np.flatnonzero(possible).tolist()
    model = new_model()
    variables = [model.new_bool_var(f"choose{at}") for at in open_bids]
    model.add_exactly_one(variables)
    if fail is not None:
        parts = [round(float(fail[at]) * _BILLION) for at in open_bids]
        model.add(
            sum(part * variable for part, variable in zip(parts, variables, strict=True)) <= round(max_fail * _BILLION)
        )
    model.maximize(sum(int(rank[at]) * variable for at, variable in zip(open_bids, variables, strict=True)))
    return int(open_bids[optimum(model, deadline).index(1)])
