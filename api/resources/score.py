"""``POST /v1/score``: points of a deal, or of a whole game."""

from __future__ import annotations

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.openapi.resource import POSTED, Request, Resource
from solver.game.score_sheet import GameScore
from solver.game.scoring import DealScore
from solver.requests.score import GAME_FORM, SCORE_FORMS, score_request

__all__ = ["resource"]

resource = Resource("score", "Points of a deal or a game")


@resource.route("/score")
class Score(MethodView):
    @resource.takes(Request("ScoreRequest", GAME_FORM, score_request, SCORE_FORMS))
    @resource.answers(DealScore, GameScore, problem_kinds=POSTED)
    def post(self, score: DealScore | GameScore) -> ResponseReturnValue:
        """Contracts, leader and points of one deal; of a list of deals also running totals and winner"""
        return score.to_dict()
