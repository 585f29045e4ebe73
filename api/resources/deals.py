"""POST /v1/deals: random deals, dealt by the book."""

from __future__ import annotations

from typing import Any

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.examples import examples
from api.openapi.answers import DealsAnswerSchema
from api.openapi.resource import POSTED, answers, make_blueprint, takes
from api.openapi.schemas import DealsRequestSchema
from solver.requests.deals import deal_many, draw_seed

__all__ = ["blueprint"]

blueprint = make_blueprint("deals", "Random deals")


@blueprint.route("/deals")
class Deals(MethodView):
    @takes(blueprint, DealsRequestSchema, examples("deals", "request"))
    @answers(blueprint, DealsAnswerSchema, examples=examples("deals", "response"), problem_kinds=POSTED)
    def post(self, asked: dict[str, Any]) -> ResponseReturnValue:
        """Deals with their upcard, bloopers exchanged by the book; the same seed gives the same deals"""
        seed = asked["seed"] if "seed" in asked else draw_seed()
        return deal_many(asked["cards"], asked["count"], seed, asked["rules"])
