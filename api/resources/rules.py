"""GET /v1/rules: presets and knobs."""

from __future__ import annotations

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.openapi.answers import RulesAnswerSchema
from api.openapi.knobs import knobs
from api.openapi.resource import answers, make_blueprint
from solver.game.rules import PRESETS

__all__ = ["blueprint"]

blueprint = make_blueprint("rules", "House rules: presets and knobs")


@blueprint.route("/rules")
class RulesTable(MethodView):
    @answers(blueprint, RulesAnswerSchema, problem_kinds=("rate-limit",))
    def get(self) -> ResponseReturnValue:
        """Every preset in full, and every knob with its default and its values"""
        return {"presets": {name: rules.to_dict() for name, rules in PRESETS.items()}, "knobs": knobs()}
