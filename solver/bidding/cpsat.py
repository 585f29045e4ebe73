"""CP-SAT as it is used here: one worker, a fixed seed, two guards, and an optimum or an error."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from solver.errors import LimitError

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

__all__ = ["Deadline", "new_model", "optimum"]

_WALL_GUARD: Final = 60.0
"""Seconds; the models here take hundredths."""
_WORK_GUARD: Final = 100.0
"""Deterministic time units, the same on every machine; the models here take hundredths."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """When to stop, on the clock of ``seconds``; None is never."""

    at: float | None = None

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
        return None if self.at is None else max(1e-6, self.at - self.seconds())


def new_model() -> CpModel:
    """An empty model.  ortools takes half a second to import, so it waits until a model is wanted."""
    from ortools.sat.python.cp_model import CpModel

    return CpModel()


def add_variables(model: CpModel, count: int, top: int) -> None:
    """``count`` more integer variables from 0 to ``top``; copying one is six times as fast as adding each."""
    if count:
        variable = model.proto.variables.add()
        variable.domain.extend((0, top))
        model.proto.variables.extend([variable] * (count - 1))


def best_first(model: CpModel, yes: Iterable[int], least: Iterable[int]) -> None:
    """Search by setting the booleans ``yes`` in this order, then the integers ``least`` as low as they go."""
    from ortools.sat.python.cp_model import CHOOSE_FIRST, SELECT_MAX_VALUE, SELECT_MIN_VALUE

    for variables, reduction in ((yes, SELECT_MAX_VALUE), (least, SELECT_MIN_VALUE)):
        strategy = model.proto.search_strategy.add()
        strategy.variables.extend(variables)
        strategy.variable_selection_strategy = CHOOSE_FIRST
        strategy.domain_reduction_strategy = reduction


def optimum(model: CpModel, deadline: Deadline) -> list[int]:
    """The values of all variables at the optimum; LimitError if it was not proven in time."""
    from ortools.sat.python.cp_model import FEASIBLE, FIXED_SEARCH, OPTIMAL, UNKNOWN, CpSolver

    solver = CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = 1
    # The models say in which order to search, and are too small for a presolve to pay.
    parameters.search_branching = FIXED_SEARCH
    parameters.cp_model_presolve = False
    parameters.cp_model_probing_level = 0
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    parameters.max_deterministic_time = _WORK_GUARD
    parameters.max_time_in_seconds = min(_WALL_GUARD, deadline.left or _WALL_GUARD)
    status = solver.solve(model)
    if status in (FEASIBLE, UNKNOWN):
        raise LimitError("the time limit was reached before the best bids were known")
    if status != OPTIMAL:
        raise AssertionError(f"a model of the bidding is {solver.status_name(status)}: {model.validate()}")
    return list(solver.response_proto.solution)
