"""Best bids asked for as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any, ClassVar

from solver.answer import Answer
from solver.bidding.forms import CONSTRAINTS, OBJECTIVE, OBJECTIVES
from solver.errors import DealError
from solver.formats.deal_json import DealReader, kind_of
from solver.forms import Form, described, or_null
from solver.requests.task import Task
from solver.search import Engine
from solver.search.known import Known
from solver.search.limits import Cancel

__all__ = ["BidsTask"]


@dataclass(frozen=True, slots=True)
class BidsTask(Task):
    """The best bids of a deal after those already made."""

    OPTIONS: ClassVar[Mapping[str, Form]] = {
        "objective": OBJECTIVE,
        "constraints": described("What is known or asked of the bids to come.", or_null(CONSTRAINTS)),
        **Task.OPTIONS,
    }

    objective: str | Mapping[str, Any] = "margin"
    constraints: Mapping[str, Any] | None = None

    @classmethod
    def _read(cls, reader: DealReader, data: Mapping[Any, object]) -> dict[str, Any]:
        # Their members are read when the bids are worked out, by what brings the optimiser.
        objective, constraints = data.get("objective"), data.get("constraints")
        _check(reader, objective, constraints)
        return {**Task._read(reader, data), "objective": objective or "margin", "constraints": constraints}

    @staticmethod
    def wishes(objective: object, constraints: object) -> dict[str, Any]:
        """The fields that these give, where they are not None; DealError where they are not what is asked for."""
        reader = DealReader()
        _check(reader, objective, constraints)
        if reader.faults:
            raise DealError.of(reader.faults)
        told = {"objective": objective, "constraints": constraints}
        return {name: value for name, value in told.items() if value is not None}

    def run(
        self,
        *,
        time_limit: float | None = None,
        memory_mb: int = 256,
        cancel: Cancel | None = None,
        known: Known | None = None,
    ) -> Answer:
        from solver.bidding import optimal_bids  # brings ortools, half a second

        return optimal_bids(
            self.deal,
            objective=self.objective,
            constraints=self.constraints,
            time_limit=self._seconds(time_limit),
            node_limit=self.node_limit,
            memory_mb=memory_mb,
            cancel=cancel,
            engine=Engine(self.deal.rules, memory_mb, known=known),
        )


def _check(reader: DealReader, objective: object, constraints: object) -> None:
    if not isinstance(objective, Mapping) and objective not in (None, *OBJECTIVES):
        reader.add("/objective", f"an objective is one of {', '.join(OBJECTIVES)}")
    if not isinstance(constraints, (Mapping, NoneType)):
        reader.add("/constraints", f"expected an object, not {kind_of(constraints)}")
