"""``GET /v1/rules``: presets and knobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.openapi.resource import Resource
from solver.answer import Answer
from solver.game.rules import KNOBS, PRESETS, STANDARD

__all__ = ["HouseRules", "KnobShown", "resource"]

resource = Resource("rules", "House rules: presets and knobs")


@dataclass(frozen=True, slots=True)
class KnobShown(Answer):
    """One knob."""

    description: Annotated[str, "What it changes, and the rule it belongs to."]
    default: Annotated[Any, "Its value under the standard rules."]
    schema: Annotated[dict[str, Any], "The JSON Schema of its values."]


@dataclass(frozen=True, slots=True)
class HouseRules(Answer):
    """House rules."""

    presets: Annotated[dict[str, dict[str, Any]], "Every knob of each preset."]
    knobs: Annotated[dict[str, KnobShown], "Each knob's description, default, and the JSON Schema of its values."]

    @classmethod
    def all(cls) -> HouseRules:
        """Those that the engine knows."""
        default = STANDARD.to_dict()
        return cls(
            {name: rules.to_dict() for name, rules in PRESETS.items()},
            {name: KnobShown(knob.about, default[name], knob.form) for name, knob in KNOBS.items()},
        )


@resource.route("/rules")
class Rules(MethodView):
    @resource.answers(HouseRules, problem_kinds=("rate-limit",))
    def get(self) -> ResponseReturnValue:
        """Every preset in full, and every knob with its default and its values"""
        return HouseRules.all().to_dict()
