"""POST /v1/solve: the tricks of a deal, or of every card that may be played next."""

from __future__ import annotations

from typing import Any

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.examples import examples
from api.openapi.answers import PositionAnswerSchema, TableAnswerSchema
from api.openapi.resource import SOLVED, answers, either, make_blueprint, takes
from api.openapi.schemas import SolveRequestSchema
from api.service import service
from solver.requests.solve import SolveTask

__all__ = ["blueprint"]

blueprint = make_blueprint("solve", "Exact tricks with best play by all four")


@blueprint.route("/solve")
class Solve(MethodView):
    @takes(blueprint, SolveRequestSchema, examples("solve", "request"))
    @answers(
        blueprint,
        either(TableAnswerSchema, PositionAnswerSchema),
        examples=examples("solve", "response"),
        problem_kinds=SOLVED,
    )
    def post(self, asked: dict[str, Any]) -> ResponseReturnValue:
        """Tricks by first leader and by lone board claimant; or, with a leader or cards played, by card"""
        task: SolveTask = asked["task"]
        shared = service()
        answer = shared.work(task).to_dict()
        shared.count(answer["nodes"])
        return answer
