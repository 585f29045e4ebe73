"""``POST /v1/bids``: the best bids of a deal."""

from __future__ import annotations

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.answered import answered
from api.openapi.resource import SOLVED, Request, Resource
from solver.bidding.result import BidsResult
from solver.requests.bids import BidsTask

__all__ = ["resource"]

resource = Resource("bids", "Best bids with open cards")


@resource.route("/bids")
class Bids(MethodView):
    @resource.takes(Request("BidsRequest", BidsTask.form(), BidsTask.from_dict))
    @resource.answers(BidsResult, problem_kinds=SOLVED)
    def post(self, task: BidsTask) -> ResponseReturnValue:
        """The margin of every legal bid of the next seat, and one auction that is best for all"""
        return answered(task)
