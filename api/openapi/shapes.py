"""JSON Schemas of a deal's parts, as the engine reads them; the engine itself does the reading."""

from __future__ import annotations

from typing import Any, Final

import marshmallow as ma

from api.openapi.knobs import rules_shape
from solver.bidding.objective_names import OBJECTIVES

__all__ = [
    "BIDS_PARTS",
    "DEAL_LINE",
    "DEAL_PARTS",
    "MOST_SCORED",
    "SCORED_DEALS",
    "SCORE_SHAPES",
    "SEATS",
    "SHAPES",
    "SOLVE_PARTS",
    "Part",
    "by_seat",
    "ref",
]

Shape = dict[str, Any]

_RANK: Final = "(?:10|[2-9TJQKAtjqka])"
_SUIT: Final = "(?:[SHDCshdc]|[♠♥♦♣♤♡♢♧]\ufe0f?)"
SEATS: Final = ("N", "E", "S", "W")
_ANY_SEAT: Final = r"^\s*(?:[NESWnesw]|[Nn][Oo][Rr][Tt][Hh]|[Ee][Aa][Ss][Tt]|[Ss][Oo][Uu][Tt][Hh]|[Ww][Ee][Ss][Tt])\s*$"


def ref(name: str) -> Shape:
    """A reference to one of ``SHAPES``."""
    return {"$ref": f"#/components/schemas/{name}"}


def by_seat(item: Shape, **more: Any) -> Shape:
    return {"type": "object", "properties": dict.fromkeys(SEATS, item), "additionalProperties": False, **more}


def _by_side(kind: str) -> Shape:
    return {"type": "object", "properties": dict.fromkeys(("NS", "EW"), {"type": kind}), "additionalProperties": False}


SHAPES: Final[dict[str, Shape]] = {
    "Card": {
        "type": "string",
        "description": "Rank then suit, or a blooper (BB big, LB little); suit first, 10 for T, lower case and suit"
        " symbols are read as well. Answers hold only the first form.",
        "pattern": rf"^\s*(?:{_RANK}{_SUIT}|{_SUIT}{_RANK}|[BLbl][Bb])\s*$",
        "examples": ["AS", "TD", "BB"],
    },
    "Seat": {
        "type": "string",
        "description": "N, E, S or W, or the word in English.",
        "pattern": _ANY_SEAT,
        "examples": ["N"],
    },
    "Suit": {"type": "string", "pattern": r"^\s*[SHDCshdc♠♥♦♣♤♡♢♧]\s*$", "examples": ["H"]},
    "Bid": {
        "description": "0 or pass, a number of tricks, or board: all the tricks (R7). Answers hold 0, a number or"
        ' "board".',
        "anyOf": [
            {"type": "integer", "minimum": 0, "maximum": 13},
            {"type": "string", "pattern": r"^\s*(?:[Pp](?:[Aa][Ss][Ss])?|[Bb](?:[Oo][Aa][Rr][Dd])?|\d{1,2})\s*$"},
        ],
        "examples": [5, "pass", "board"],
    },
    "Hand": {
        "description": "1 to 13 cards as a list, or as PBN: S.H.D.C and an optional fifth group for bloopers (B, L or"
        " BL), as in AKQ.JT9.876.543 or A..K2..BL.",
        "anyOf": [
            {"type": "array", "items": ref("Card"), "minItems": 1, "maxItems": 13},
            {"type": "string", "minLength": 1, "maxLength": 80},
        ],
    },
    "Rules": rules_shape(),
}
"""Components of the OpenAPI document, by name."""

DEAL_PARTS: Final[dict[str, Shape]] = {
    "hands": by_seat(
        ref("Hand"),
        required=list(SEATS),
        description="The cards dealt to each seat, those already played included; all hands are equal (R2).",
    ),
    "trump": {
        "description": "The trump suit, null for no-trump; may be left out where an upcard tells it.",
        "anyOf": [ref("Suit"), {"type": "null"}],
    },
    "upcard": {
        "description": "The card turned (R3); a blooper means no-trump (R4). It is in no hand.",
        "anyOf": [ref("Card"), {"type": "null"}],
    },
    "dealer": {"description": "Who dealt and bids last (R6).", "anyOf": [ref("Seat"), {"type": "null"}]},
    "bids": by_seat(
        ref("Bid"),
        type=["object", "null"],
        description="The bids so far: a prefix of the bidding order, which the dealer's left begins (R6).",
    ),
    "play": {
        "description": "The cards played so far, in order; also as a list of tricks.",
        "type": ["array", "null"],
        "maxItems": 52,
        "items": {"anyOf": [ref("Card"), {"type": "array", "items": ref("Card"), "maxItems": 4}]},
    },
    "rules": {"anyOf": [ref("Rules"), {"type": "null"}], "description": "The standard rules by default."},
}
"""The fields of a deal; null is the same as absent, but for trump."""
DEAL_LINE: Final[Shape] = {
    "description": "The deal as one line of text, in place of the fields above: dealer, trump (N for none), the hands"
    " clockwise from the seat named, then bids in bidding order (B is board), cards played, up=, rules=.",
    "type": "string",
    "maxLength": 4000,
    "examples": ["W H N:AS... KS... QS... JS... 0 B 0 0"],
}

_BY_SIDE: Final[Shape] = {
    "type": "object",
    "properties": dict.fromkeys(("NS", "EW"), {"type": "integer", "minimum": 0, "maximum": 13}),
    "additionalProperties": False,
}
_SCORE_PARTS: Final[dict[str, Shape]] = {
    **DEAL_PARTS,
    "cards": {"type": "integer", "minimum": 1, "maximum": 13, "description": "Cards a hand, where no hands are given."},
    "tricks": {**_BY_SIDE, "description": "Tricks won; one side is enough, and none where the play is complete."},
    "rainbows": {**_BY_SIDE, "description": "Rainbow hands of each side, where no hands are given."},
}
MOST_SCORED: Final = 1000
"""Deals of a game, redeals included, that one request may have scored."""
SCORED_DEALS: Final[Shape] = {"type": "array", "items": ref("ScoreDeal"), "maxItems": MOST_SCORED}
SCORE_SHAPES: Final[dict[str, Shape]] = {
    "ScoreDeal": {
        "type": "object",
        "description": "A deal bid to the end: in full, or only hand size, dealer, bids and tricks. In a game, size"
        " and dealer may be left out after the first deal.",
        "properties": _SCORE_PARTS,
        "additionalProperties": False,
    },
    "Game": {
        "type": "object",
        "description": "A game from its first deal on.",
        "properties": {"deals": SCORED_DEALS, "rules": DEAL_PARTS["rules"]},
        "required": ["deals"],
        "additionalProperties": False,
    },
}
"""What POST /v1/score takes, a list of ScoreDeal too."""

_LIMITS: Final[dict[str, Shape]] = {
    "time_limit": {
        "description": "Seconds for wait and solve together; the service's own limit holds where it is lower.",
        "anyOf": [{"type": "number", "exclusiveMinimum": 0, "maximum": 3600}, {"type": "null"}],
    },
    "node_limit": {
        "description": "Most positions to search.",
        "anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}],
    },
}
SOLVE_PARTS: Final[dict[str, Shape]] = {
    "leader": {
        "description": "Who leads to the first trick; then, or with cards in play, every legal card is valued.",
        "anyOf": [ref("Seat"), {"type": "null"}],
    },
    "exempt": {
        "description": "Seats that may lead trump at any time (R12); by default those that the bids make so.",
        "anyOf": [{"type": "array", "items": ref("Seat"), "maxItems": 4}, {"type": "null"}],
    },
    **_LIMITS,
}
_WIN: Final[Shape] = {
    "type": "object",
    "description": "An objective with what it needs to know; win is the chance to win the game.",
    "properties": {
        "name": {"type": "string", "enum": list(OBJECTIVES)},
        "score": {**_by_side("integer"), "description": "Points before this deal (win)."},
        "left": {
            "description": "Hand sizes of the deals after this one, or how many of the rules' game are left (win).",
            "anyOf": [
                {"type": "integer", "minimum": 0},
                {"type": "array", "maxItems": 100, "items": {"type": "integer", "minimum": 1, "maximum": 13}},
            ],
        },
    },
    "required": ["name"],
    "additionalProperties": False,
}
_CONSTRAINTS: Final[Shape] = {
    "type": "object",
    "properties": {
        "fixed": by_seat(ref("Bid"), description="The one bid of a seat."),
        "allowed": by_seat({"type": "array", "items": ref("Bid")}, description="The bids a seat may choose from."),
        "no_boards": {
            "description": "Seats that do not claim board; true is all.",
            "anyOf": [{"type": "boolean"}, {"type": "array", "items": ref("Seat")}],
        },
        "max_total": {**_by_side("integer"), "description": "The most a side bids for; a board is all the tricks."},
        "min_total": {**_by_side("integer"), "description": "The least a side bids for."},
        "opponents": {
            "description": "How the others bid: their best, pass, or what their own cards take.",
            "anyOf": [{"type": "string", "enum": ["best", "pass", "double_dummy_count"]}, {"type": "null"}],
        },
    },
    "additionalProperties": False,
}
BIDS_PARTS: Final[dict[str, Shape]] = {
    "objective": {
        "description": "What each side maximises: margin (the default), own points less the other's; own, its points"
        " and then the margin; safe, the margin with one trick fewer than best play gives, and then the margin.",
        "anyOf": [{"type": "string", "enum": [name for name in OBJECTIVES if name != "win"]}, _WIN, {"type": "null"}],
    },
    "constraints": {
        "description": "What is known or asked of the bids to come.",
        "anyOf": [_CONSTRAINTS, {"type": "null"}],
    },
    **_LIMITS,
}


class Part(ma.fields.Raw):
    """A field that the engine reads and checks; here it has only its JSON Schema."""

    def __init__(self, shape: Shape, **options: Any) -> None:
        super().__init__(allow_none=True, **options)
        self.shape = shape
