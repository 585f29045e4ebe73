"""The house-rule knobs as data: told by /v1/rules, and as the JSON Schema of every ``rules`` field."""

from __future__ import annotations

import enum
import inspect
from dataclasses import fields
from typing import Any, Final, get_type_hints

from solver.game.rules import PRESETS, Rules

__all__ = ["knobs", "rules_shape"]

# What the value's type does not say: its meaning, and its JSON Schema where it is no choice of names.
_POINTS: Final = {"type": "integer", "minimum": 0, "maximum": 1000}
_PLAIN: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "hand_sizes": (
        "Cards a hand, deal by deal (R2).",
        {"type": "array", "minItems": 1, "maxItems": 200, "items": {"type": "integer", "minimum": 1, "maximum": 13}},
    ),
    "trump_source": (
        "What names trump: the upcard, or always one suit (R3).",
        {"type": "string", "enum": ["upcard", "S", "H", "D", "C"]},
    ),
    "trick_points": ("Points for each trick of a contract made (R15).", _POINTS),
    "fail_points": ("Points lost for each trick bid, when the contract fails (R15).", _POINTS),
    "board_points": ("Points a trick and level, won or lost by a board (R16).", _POINTS),
    "board_levels": (
        "Multipliers of the first, second … board claim; none: nobody may claim board (R8).",
        {
            "anyOf": [
                {"enum": ["none", None]},
                {"type": "array", "maxItems": 4, "items": {"type": "integer", "minimum": 1, "maximum": 100}},
            ]
        },
    ),
    "rainbow_bonus": ("Points for each 4-card hand dealt all four suits.", _POINTS),
    "bloopers": ("Whether the two bloopers are in the pack (R1).", {"type": "boolean"}),
}


def knobs() -> dict[str, dict[str, Any]]:
    """Every knob: ``description`` with its rule, ``default``, and ``schema``, the JSON Schema of its values."""
    kinds = get_type_hints(Rules)
    default = Rules().to_dict()
    told = {}
    for field in fields(Rules):
        kind = kinds[field.name]
        if isinstance(kind, type) and issubclass(kind, enum.StrEnum):
            about, shape = inspect.getdoc(kind) or "", {"type": "string", "enum": [str(value) for value in kind]}
        else:
            about, shape = _PLAIN[field.name]
        told[field.name] = {"description": about, "default": default[field.name], "schema": shape}
    return told


def rules_shape() -> dict[str, Any]:
    """The JSON Schema of a ``rules`` field: a preset's name, or an object of knobs."""
    properties = {
        name: {"description": knob["description"], "default": knob["default"], **knob["schema"]}
        for name, knob in knobs().items()
    }
    preset = {"type": "string", "enum": list(PRESETS)}
    start = preset | {"default": "standard", "description": "The preset to start from."}
    changed = {"type": "object", "properties": {"preset": start, **properties}, "additionalProperties": False}
    return {"description": "A preset's name, or knobs that differ from a preset.", "anyOf": [preset, changed]}
