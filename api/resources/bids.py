"""POST /v1/bids: the best bids of a deal."""

from __future__ import annotations

from typing import Any

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.examples import examples
from api.openapi.answers import BidsAnswerSchema
from api.openapi.resource import SOLVED, answers, make_blueprint, takes
from api.openapi.schemas import BidsRequestSchema
from api.service import service
from solver.requests.bids import BidsTask

__all__ = ["blueprint"]

blueprint = make_blueprint("bids", "Best bids with open cards")


@blueprint.route("/bids")
class Bids(MethodView):
    @takes(blueprint, BidsRequestSchema, examples("bids", "request"))
    @answers(blueprint, BidsAnswerSchema, examples=examples("bids", "response"), problem_kinds=SOLVED)
    def post(self, asked: dict[str, Any]) -> ResponseReturnValue:
        """The margin of every legal bid of the next seat, and one auction that is best for all"""
        task: BidsTask = asked["task"]
        shared = service()
        answer = shared.work(task).to_dict()
        shared.count(answer.get("nodes", 0))
        return answer
