"""POST /v1/review: what each bid and each card of a played hand cost, or of the hands of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.examples import examples
from api.openapi.resource import SOLVED, answers, either, make_blueprint, takes
from api.openapi.review_shapes import GameReviewAnswerSchema, ReviewAnswerSchema
from api.openapi.schemas import engine_reads
from api.service import service
from solver.requests.review import GameReviewTask, ReviewTask

__all__ = ["ReviewRequestSchema", "blueprint"]

blueprint = make_blueprint("review", "What each bid and each card of a played hand cost")


class ReviewRequestSchema(ma.Schema):
    """A played hand, or a game as ``deals``; loads as the engine's task."""

    def load(self, data: Any, **_: Any) -> Any:  # the engine reads all fields, and no schema's own load
        if not isinstance(data, Mapping):
            raise ma.ValidationError("expected an object")
        kind: type[GameReviewTask] | type[ReviewTask] = GameReviewTask if "deals" in data else ReviewTask
        return {"task": engine_reads(kind.from_dict, data)}


@blueprint.route("/review")
class Review(MethodView):
    @takes(blueprint, ReviewRequestSchema, examples("review", "request"))
    @answers(
        blueprint,
        either(ReviewAnswerSchema, GameReviewAnswerSchema),
        examples=examples("review", "response"),
        problem_kinds=SOLVED,
    )
    def post(self, asked: dict[str, Any]) -> ResponseReturnValue:
        """What each bid and each card cost, in tricks and points, with an account that adds up exactly"""
        shared = service()
        answer = shared.work(asked["task"]).to_dict()
        shared.count(answer["nodes"])
        return answer
