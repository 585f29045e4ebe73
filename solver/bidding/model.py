"""The auction as CP-SAT models: the best partnership strategy for every bid, and the choice of one bid.

**The strategy** (``solve_strategy``)

Seats
    *I* bid next, then *J* (an opponent), then my *partner*; if an opponent bids after partner, that
    last bid is one choice by one player with nothing to come, and is folded into the payoff before
    (``induction.plan_tree``).  With fewer seats to bid the later ones have a single dummy bid.

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

**The choice** (``choose_bid``) of i among the outcomes, where it meets what a caller may ask for: chances over
many worlds.

Variables
    ``choose[i]``      boolean: I bid i; exactly one of them.

Constraint, where a chance to fail is bounded
    Σ fail[i] · choose[i]  ≤  max_fail,   both in parts of a billion.

Objective
    maximise  Σ rank[i] · choose[i],  where ``rank`` orders the outcomes for my side, no two equal:
    better codes first, and the smaller bid among equals.

One worker, a fixed order of search and a unique optimum: the same answer on every run.  13 cards and
nothing bid make 2,744 booleans in 196 blocks.  The model is written into the protocol buffer directly,
which takes a quarter of the time of the expression interface; and that interface imports pandas, 80 MB of memory
and four fifths of the time of the import.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from solver.bidding.induction import Strategy, Tree, dense
from solver.bidding.outcomes import Floats, Ints, Mask
from solver.errors import LimitError

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["Deadline", "choose_bid", "solve_strategy"]

_WALL_GUARD: Final = 60.0
"""Seconds; the models here take hundredths."""
_WORK_GUARD: Final = 100.0
"""Deterministic time units, the same on every machine; the models here take hundredths."""
_BILLION: Final = 10**9


@dataclass(frozen=True, slots=True)
class Deadline:
    """When to stop, on the clock of ``seconds``; None is never."""

    end: float | None = None

    @classmethod
    def after(cls, limit: float | None) -> Deadline:
        """``limit`` seconds from now."""
        return cls(None if limit is None else cls.seconds() + limit)

    @staticmethod
    def seconds() -> float:
        return time.perf_counter()

    @property
    def left(self) -> float | None:
        """Seconds to go, never less than a microsecond."""
        return None if self.end is None else max(1e-6, self.end - self.seconds())


def solve_strategy(tree: Tree, deadline: Deadline) -> Strategy:
    """Partner's best reply in every block and the opponent's best answer in every row; LimitError."""
    rows, columns, width = tree.outcome.shape
    possible = tree.possible
    order = tree.mine[tree.outcome] * width + np.arange(width)[::-1]
    loss = (-order).argsort(2).argsort(2)
    theirs = dense(tree.theirs[tree.outcome]) * columns + np.arange(columns)[None, ::-1, None]
    top = int(theirs.max())
    weight = rows * top + 1

    model = new_model()
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
            model.constraints.add().exactly_one.literals.extend(reply)
            bound = model.constraints.add().linear
            bound.vars.extend([*reply, answers + block // columns])
            bound.coeffs.extend([*(bounds[block][bid] for bid in bids), -1])
            bound.domain.extend((-top, 0))
    model.objective.vars.extend(range(answers + rows))
    model.objective.coeffs.extend(objective + [1] * rows)
    best_first(model, [variable for variable, lost in enumerate(objective) if not lost], range(answers, answers + rows))

    solution = optimum(model, deadline)
    best_reply = np.full(rows * columns, -1)
    best_answer = np.full(rows, -1)
    for block, (bids, reply) in enumerate(zip(blocks, replies, strict=True)):
        if bids:
            row, column = divmod(block, columns)
            best_reply[block] = bids[solution[reply.start : reply.stop].index(1)]
            if bounds[block][best_reply[block]] == solution[answers + row]:
                best_answer[row] = column
    return Strategy(best_reply.reshape(rows, columns), best_answer)


def choose_bid(
    codes: Ints,
    possible: Mask,
    deadline: Deadline,
    fail: Floats | None = None,
    max_fail: float = 1.0,
) -> int:
    """The place of the best possible bid by the codes of the outcomes, shape (bids,).

    ``fail`` are the chances that each bid's contract fails, of which some must not exceed ``max_fail``.
    LimitError.
    """
    count = possible.size
    rank = dense(codes) * count + np.arange(count)[::-1]
    open_bids = np.flatnonzero(possible).tolist()
    model = new_model()
    add_variables(model, len(open_bids), 1)
    choices = range(len(open_bids))
    model.constraints.add().exactly_one.literals.extend(choices)
    if fail is not None:
        bound = model.constraints.add().linear
        bound.vars.extend(choices)
        bound.coeffs.extend([round(float(fail[place]) * _BILLION) for place in open_bids])
        bound.domain.extend((0, round(max_fail * _BILLION)))
    model.objective.vars.extend(choices)
    model.objective.coeffs.extend([-int(rank[place]) for place in open_bids])  # it is minimised
    return int(open_bids[optimum(model, deadline).index(1)])


# --- CP-SAT as it is used here ---------------------------------------------------------------------


def new_model() -> CpModelProto:
    """An empty model.  ortools takes a while to import, so it waits until a model is wanted."""
    from ortools.sat.python.cp_model_helper import CpModelProto

    return CpModelProto()


def add_variables(model: CpModelProto, count: int, top: int) -> None:
    """``count`` more integer variables from 0 to ``top``; copying one is six times as fast as adding each."""
    if count:
        variable = model.variables.add()
        variable.domain.extend((0, top))
        model.variables.extend([variable] * (count - 1))


def best_first(model: CpModelProto, yes: Iterable[int], least: Iterable[int]) -> None:
    """Search by setting the booleans ``yes`` in this order, then the integers ``least`` as low as they go."""
    from ortools.sat.python.cp_model_helper import DecisionStrategyProto

    reductions = DecisionStrategyProto.DomainReductionStrategy
    for variables, reduction in ((yes, reductions.SELECT_MAX_VALUE), (least, reductions.SELECT_MIN_VALUE)):
        strategy = model.search_strategy.add()
        strategy.variables.extend(variables)
        strategy.variable_selection_strategy = DecisionStrategyProto.VariableSelectionStrategy.CHOOSE_FIRST
        strategy.domain_reduction_strategy = reduction


def optimum(model: CpModelProto, deadline: Deadline) -> list[int]:
    """The values of all variables at the optimum; LimitError if it was not proven in time."""
    from ortools.sat.python.cp_model_helper import CpSatHelper, CpSolverStatus, SatParameters, SolveWrapper

    parameters = SatParameters()
    parameters.num_workers = 1
    parameters.random_seed = 1
    # The models say in which order to search, and are too small for a presolve to pay.
    parameters.search_branching = SatParameters.SearchBranching.FIXED_SEARCH
    parameters.cp_model_presolve = False
    parameters.cp_model_probing_level = 0
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    parameters.max_deterministic_time = _WORK_GUARD
    parameters.max_time_in_seconds = min(_WALL_GUARD, deadline.left or _WALL_GUARD)
    solver = SolveWrapper()
    solver.set_parameters(parameters)
    response = solver.solve(model)  # type: ignore[no-untyped-call]
    if response.status in (CpSolverStatus.FEASIBLE, CpSolverStatus.UNKNOWN):
        raise LimitError("the time limit was reached before the best bids were known")
    if response.status != CpSolverStatus.OPTIMAL:
        fault = CpSatHelper.validate_model(model)
        raise AssertionError(f"a model of the bidding is {response.status}: {fault}")
    return list(response.solution)
