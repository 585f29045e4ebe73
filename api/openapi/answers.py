"""Marshmallow schemas of the answers; they document, the engine's ``to_dict`` makes the answer itself."""

from __future__ import annotations

from typing import Any

import marshmallow as ma

from api.openapi.shapes import DEAL_PARTS, SEATS, Part, by_seat, ref

__all__ = [
    "BidsAnswerSchema",
    "DealsAnswerSchema",
    "GameAnswerSchema",
    "HealthSchema",
    "PositionAnswerSchema",
    "ProblemSchema",
    "RulesAnswerSchema",
    "ScoreAnswerSchema",
    "TableAnswerSchema",
]

_CARDS = {"type": "array", "items": ref("CardName")}
_BY_SEAT_TRICKS = by_seat(ref("SideTricks"))
_OR_NONE = {"anyOf": [ref("SeatName"), {"type": "null"}]}
_PLAN = {
    "type": "object",
    "properties": {
        "seat": ref("SeatName"),
        "bid": ref("BidName"),
        "after": {**_OR_NONE, "description": "Whose bid comes between; null where the partner bids no more."},
        "partner": _OR_NONE,
        "replies": {
            "type": "object",
            "additionalProperties": ref("BidName"),
            "description": "The partner's best bid for each bid in between.",
        },
        "margin": {"type": "integer", "description": "What the bidder's side gets at least, whatever the others bid."},
    },
    "required": ["seat", "bid", "after", "partner", "replies", "margin"],
}
_EXPLANATION = {
    "type": "object",
    "properties": {
        "bid": ref("BidName"),
        "line": by_seat(ref("BidName")),
        "contracts": ref("SideContracts"),
        "leader": _OR_NONE,
        "tricks": {"anyOf": [ref("SideTricks"), {"type": "null"}]},
        "score": ref("SideScores"),
        "margin": {"type": "integer"},
        "value": {"type": "number", "description": "What the objective looks at first: points, or the chance to win."},
        "level": {"type": ["integer", "null"], "description": "The multiplier of a board."},
        "break_even": {"type": ["number", "null"], "description": "The chance at which a board starts to pay."},
        "text": {"type": "string", "description": "One sentence."},
    },
    "required": ["bid", "line", "contracts", "leader", "tricks", "score", "margin", "text"],
}


def _part(about: str, shape: dict[str, Any], **options: Any) -> Part:
    return Part({**shape, "description": about}, required=options.pop("required", True), **options)


def _text(about: str) -> ma.fields.String:
    return ma.fields.String(required=True, metadata={"description": about})


class _Told(ma.Schema):
    """Answers may have more members than are documented here."""

    class Meta:
        unknown = ma.INCLUDE


class FaultSchema(_Told):
    """One thing wrong with a request."""

    pointer = _text('JSON pointer (RFC 6901) into the body; "" is the whole of it.')
    detail = _text("One sentence.")
    rule = ma.fields.String(metadata={"description": "The rule broken, as in R12."})


class ProblemSchema(_Told):
    """An error (RFC 9457)."""

    type = _text("urn:back-alley:problem:…, or about:blank.")
    title = _text("What kind of error it is.")
    status = ma.fields.Integer(required=True, metadata={"description": "The HTTP status."})
    detail = _text("One sentence about this error.")
    errors = ma.fields.List(
        ma.fields.Nested(FaultSchema), metadata={"description": "Each fault of the request, at most 20."}
    )
    request_id = ma.fields.String(metadata={"description": "Names the request in the service's log."})


class HealthSchema(_Told):
    """A sign of life."""

    status = _text("ok, or ready.")


class _Searched(_Told):
    nodes = _part("Positions searched; the same request visits the same number.", {"type": "integer", "minimum": 0})
    ms = _part("Milliseconds of search.", {"type": "number", "minimum": 0})
    rules = _part("The rules it was solved under.", ref("Rules"))


class TableAnswerSchema(_Searched):
    """The tricks of a deal before its first lead."""

    tricks = _part("Tricks of both sides by first leader, nobody in board.", _BY_SEAT_TRICKS)
    board = _part("Tricks by lone board claimant, who leads (R10); empty under rules without boards.", _BY_SEAT_TRICKS)
    max_tricks = _part("The most each side takes over all of these.", ref("SideTricks"))


class PositionAnswerSchema(_Searched):
    """The value of every card that may be played next."""

    turn = _part("Who plays next; null when the play is over.", _OR_NONE)
    tricks = _part("Final tricks with best play.", ref("SideTricks"))
    cards = _part(
        "Final tricks of both sides after each legal card.",
        {"type": "object", "additionalProperties": ref("SideTricks")},
    )
    best = _part("The legal cards that lose nothing.", _CARDS)
    line = _part("The cards of one continuation that is best for all.", _CARDS)


class BidsAnswerSchema(_Told):
    """The best bids and what comes of them."""

    next = _part("Who bids next; null when all have.", _OR_NONE)
    options = _part(
        "Margin (own score − other's) of the bidder's side for each legal bid, with best bidding after it.",
        {"type": "object", "additionalProperties": {"type": "integer"}},
    )
    best = _part("The best bid; null when all have bid.", {"anyOf": [ref("BidName"), {"type": "null"}]})
    line = _part("One auction that is best for all, by seat, in bidding order.", by_seat(ref("BidName")))
    leader = _part("Who leads after that auction (R10); null if all pass.", _OR_NONE)
    contracts = _part("What each side must make.", ref("SideContracts"))
    tricks = _part("Tricks of each side with best play.", {"anyOf": [ref("SideTricks"), {"type": "null"}]})
    score = _part("Points of each side.", ref("SideScores"))
    margin = _part("Points of NS less those of EW.", {"type": "integer"})
    status = _part("optimal: the best there is, proven.", {"type": "string"})
    objective = _part("What each side maximised.", {"type": "string"})
    constraints = _part("What was asked of the bids.", {"type": "object"})
    explanations = _part("What comes of each bid, and why.", {"type": "array", "items": _EXPLANATION})
    grid = _part(
        "Margin of the bidder's side by own bid and partner's, null where the rules forbid both.",
        {
            "type": ["object", "null"],
            "properties": {
                "rows": {"type": "array", "items": {"type": "string"}},
                "columns": {"type": "array", "items": {"type": "string"}},
                "margin": {"type": "array", "items": {"type": "array", "items": {"type": ["integer", "null"]}}},
            },
        },
    )
    plan = _part("How to go on after the best bid; null when all have bid.", {"anyOf": [_PLAN, {"type": "null"}]})
    nodes = _part("Positions searched for the tricks.", {"type": "integer", "minimum": 0})


class ScoreAnswerSchema(_Told):
    """A deal scored."""

    cards = _part("Cards a hand.", {"type": "integer"})
    dealer = _part("Who dealt.", ref("SeatName"))
    contracts = _part("What each side had to make.", ref("SideContracts"))
    leader = _part("Who led (R10); null if all passed.", _OR_NONE)
    tricks = _part("Tricks won; null if all passed.", {"anyOf": [ref("SideTricks"), {"type": "null"}]})
    passed_out = _part("Whether all passed, so that the same size is dealt again (R9).", {"type": "boolean"})
    rainbow = _part("Points of the score that came from rainbow hands.", ref("SideScores"))
    score = _part("Points of each side.", ref("SideScores"))


class GameAnswerSchema(_Told):
    """A game scored."""

    deals = _part(
        "Each deal's score, with the totals after it.",
        {
            "type": "array",
            "items": {
                "allOf": [
                    ref("ScoreAnswer"),
                    {"type": "object", "properties": {"totals": ref("SideScores")}, "required": ["totals"]},
                ]
            },
        },
    )
    totals = _part("Points of each side so far.", ref("SideScores"))
    played = _part("Deals that count.", {"type": "integer"})
    redeals = _part("Deals that all passed (R9).", {"type": "integer"})
    finished = _part("Whether the last deal is scored.", {"type": "boolean"})
    winner = _part("NS, EW or draw once the game is over (R18).", {"enum": ["NS", "EW", "draw", None]})
    next = _part(
        "Hand size and dealer of the next deal; null once the game is over.",
        {
            "anyOf": [
                {
                    "type": "object",
                    "properties": {"cards": {"type": "integer"}, "dealer": _OR_NONE},
                    "required": ["cards", "dealer"],
                },
                {"type": "null"},
            ]
        },
    )
    rules = _part("The rules of the game.", ref("Rules"))


class DealsAnswerSchema(_Told):
    """Deals dealt by the book; each is a request of /v1/solve as it stands."""

    deals = _part("The deals.", {"type": "array", "items": ref("Deal")})
    seed = _part("What gives the same deals again.", {"type": ["integer", "string"]})
    cards = _part("Cards a hand.", {"type": "integer"})
    rules = _part("The rules they were dealt by.", ref("Rules"))


class RulesAnswerSchema(_Told):
    """House rules."""

    presets = _part("Every knob of each preset.", {"type": "object", "additionalProperties": {"type": "object"}})
    knobs = _part(
        "Each knob's description, default, and the JSON Schema of its values.",
        {"type": "object", "additionalProperties": {"type": "object"}},
    )


DEAL_SHAPE = {
    "type": "object",
    "properties": DEAL_PARTS,
    "required": ["hands", "trump", "upcard", "dealer", "bids", "play", "rules"],
    "additionalProperties": False,
}
NAMES: dict[str, dict[str, Any]] = {
    "SeatName": {"type": "string", "enum": list(SEATS)},
    "CardName": {"type": "string", "pattern": "^(?:[2-9TJQKA][SHDC]|[BL]B)$", "examples": ["TD", "BB"]},
    "BidName": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 13}, {"type": "string", "enum": ["board"]}]},
    "SideTricks": {
        "type": "object",
        "properties": dict.fromkeys(("NS", "EW"), {"type": "integer", "minimum": 0, "maximum": 13}),
        "required": ["NS", "EW"],
    },
    "SideScores": {
        "type": "object",
        "properties": dict.fromkeys(("NS", "EW"), {"type": "integer"}),
        "required": ["NS", "EW"],
    },
    "SideContracts": {
        "type": "object",
        "description": 'The side\'s total as a number, or "board", "double board" …',
        "properties": dict.fromkeys(("NS", "EW"), {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        "required": ["NS", "EW"],
    },
    "Deal": DEAL_SHAPE,
}
"""Components of the answers beside the schemas above."""
