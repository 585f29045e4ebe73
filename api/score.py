"""POST /v1/score: points of a deal, or of a whole game."""

from __future__ import annotations

from typing import Any

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.answers import GameAnswerSchema, ScoreAnswerSchema
from api.examples import examples
from api.resource import POSTED, answers, either, make_blueprint, takes
from api.schemas import ScoreRequestSchema
from solver.game import GameScore
from solver.scoring import DealScore

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
