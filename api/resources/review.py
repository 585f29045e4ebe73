"""``POST /v1/review``: what each bid and each card of a played hand cost, or of the hands of a game."""

from __future__ import annotations

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.answered import answered
from api.openapi.resource import SOLVED, Request, Resource
from solver.forms import any_of, described, ref
from solver.requests.review import GameReviewTask, ReviewTask, read_review
from solver.reviewing.game import GameReview
from solver.reviewing.result import Review

__all__ = ["resource"]

resource = Resource("review", "What each bid and each card of a played hand cost")
REQUEST = Request(
    "ReviewRequest",
    described("A hand, or a game as an object with deals.", any_of(ref("ReviewHand"), ref("ReviewGame"))),
    read_review,
    {"ReviewHand": ReviewTask.form(), "ReviewGame": GameReviewTask.form()},
)


@resource.route("/review")
class Reviews(MethodView):
    @resource.takes(REQUEST)
    @resource.answers(Review, GameReview, problem_kinds=SOLVED)
    def post(self, task: ReviewTask | GameReviewTask) -> ResponseReturnValue:
        """What each bid and each card cost, in tricks and points, with an account that adds up exactly"""
        return answered(task)
