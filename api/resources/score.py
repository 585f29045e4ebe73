"""POST /v1/score: points of a deal, or of a whole game."""

from __future__ import annotations

from typing import Any

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.examples import examples
from api.openapi.answers import GameAnswerSchema, ScoreAnswerSchema
from api.openapi.resource import POSTED, answers, either, make_blueprint, takes
from api.openapi.schemas import ScoreRequestSchema
from solver.game.score_sheet import GameScore
from solver.game.scoring import DealScore

__all__ = ["blueprint"]

blueprint = make_blueprint("score", "Points of a deal or a game")


@blueprint.route("/score")
class Score(MethodView):
    @takes(blueprint, ScoreRequestSchema, examples("score", "request"))
    @answers(
        blueprint,
        either(ScoreAnswerSchema, GameAnswerSchema),
        examples=examples("score", "response"),
        problem_kinds=POSTED,
    )
    def post(self, asked: dict[str, Any]) -> ResponseReturnValue:
        """Contracts, leader and points of one deal; of a list of deals also running totals and winner"""
        found: DealScore | GameScore = asked["score"]
        return found.to_dict()
