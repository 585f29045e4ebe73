"""``GET /v1/answers/…``: an answer given before, found again by its name."""

from __future__ import annotations

from typing import Any, Final

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.answered import kept_answer
from api.http.problems import ProblemError
from api.openapi.resource import Resource
from solver.bidding.result import BidsResult
from solver.requests.question import DIGEST_SIZE
from solver.reviewing.game import GameReview
from solver.reviewing.result import Review
from solver.search.results import PositionResult, TableResult

__all__ = ["resource"]

resource = Resource("answers", "Answers given before, while they are kept")
_NAME: Final[dict[str, Any]] = {
    "name": "name",
    "in": "path",
    "required": True,
    "description": "As the Content-Location of the answer told it.",
    "schema": {"type": "string", "pattern": f"^[0-9a-f]{{{2 * DIGEST_SIZE}}}$"},
}


@resource.route("/answers/<name>", parameters=[_NAME])
class Answers(MethodView):
    @resource.answers(
        TableResult, PositionResult, BidsResult, Review, GameReview, problem_kinds=("not-kept", "rate-limit")
    )
    def get(self, name: str) -> ResponseReturnValue:
        """An answer of solve, bids or review that is still kept, byte for byte as it was given"""
        response = kept_answer(name)
        if response is None:
            raise ProblemError("not-kept", "no answer is kept under this name: ask the question again")
        response.headers["Cache-Control"] = "private, max-age=3600"
        return response
