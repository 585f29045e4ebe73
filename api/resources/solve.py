"""``POST /v1/solve``: the tricks of a deal, or of every card that may be played next."""

from __future__ import annotations

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.answered import answered
from api.openapi.resource import SOLVED, Request, Resource
from solver.requests.solve import SolveTask
from solver.search.results import PositionResult, TableResult

__all__ = ["resource"]

resource = Resource("solve", "Exact tricks with best play by all four")


@resource.route("/solve")
class Solve(MethodView):
    @resource.takes(Request("SolveRequest", SolveTask.form(), SolveTask.from_dict))
    @resource.answers(TableResult, PositionResult, problem_kinds=SOLVED)
    def post(self, task: SolveTask) -> ResponseReturnValue:
        """Tricks by first leader and by lone board claimant; or, with a leader or cards played, by card"""
        return answered(task)
