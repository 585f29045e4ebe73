"""``POST /v1/deals``: random deals, dealt by the book."""

from __future__ import annotations

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.openapi.resource import POSTED, Request, Resource
from solver.requests.deals import DealsTask, Dealt

__all__ = ["resource"]

resource = Resource("deals", "Random deals")


@resource.route("/deals")
class Deals(MethodView):
    @resource.takes(Request("DealsRequest", DealsTask.form(), DealsTask.from_dict))
    @resource.answers(Dealt, problem_kinds=POSTED)
    def post(self, task: DealsTask) -> ResponseReturnValue:
        """Deals with their upcard, bloopers exchanged by the book; the same seed gives the same deals"""
        return task.run().to_dict()
