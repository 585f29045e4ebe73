"""JSON Schemas of what POST /v1/review takes and answers; the engine does the reading and the answering."""

from __future__ import annotations

from typing import Any, Final

import marshmallow as ma

from api.openapi.shapes import DEAL_LINE, DEAL_PARTS, SOLVE_PARTS, Part, by_seat, ref
from solver.requests.review import MOST_HANDS, ON_ILLEGAL

__all__ = ["REVIEW_REQUEST", "REVIEW_SHAPES", "GameReviewAnswerSchema", "ReviewAnswerSchema"]

Shape = dict[str, Any]

# --- Requests ---------------------------------------------------------------------------------------

_SIDE_COUNTS: Final[Shape] = {
    "type": "object",
    "properties": dict.fromkeys(("NS", "EW"), {"type": "integer", "minimum": 0, "maximum": 13}),
    "minProperties": 1,
    "additionalProperties": False,
}
_TRICK: Final[Shape] = {
    "type": "object",
    "properties": {
        "leader": {"anyOf": [ref("Seat"), {"type": "null"}]},
        "cards": {"type": "array", "items": ref("Card"), "minItems": 1, "maxItems": 54},
    },
    "required": ["cards"],
    "additionalProperties": False,
}
_PLAY: Final[Shape] = {
    "description": "The cards in the order played: as one list or text, or trick by trick, each a list of cards or an"
    " object that names who led. Any number of cards.",
    "anyOf": [
        {"type": "array", "maxItems": 54, "items": ref("Card")},
        {
            "type": "array",
            "maxItems": 54,
            "items": {"anyOf": [{"type": "array", "items": ref("Card"), "minItems": 1, "maxItems": 54}, _TRICK]},
        },
        {"type": "string", "maxLength": 400},
        {"type": "null"},
    ],
}
_ON_ILLEGAL: Final[Shape] = {
    "description": "What to do about an illegal play: reject (the default) is an error; report tells of it in errors"
    " and goes on where the hand stays meaningful.",
    "anyOf": [{"type": "string", "enum": list(ON_ILLEGAL)}, {"type": "null"}],
}
_LIMITS: Final = {name: SOLVE_PARTS[name] for name in ("time_limit", "node_limit")}
_HAND_PARTS: Final[dict[str, Shape]] = {
    **DEAL_PARTS,
    "play": _PLAY,
    "deal": DEAL_LINE,
    "leader": {
        "description": "Who led first, where there are no bids to tell.",
        "anyOf": [ref("Seat"), {"type": "null"}],
    },
    "exempt": SOLVE_PARTS["exempt"],
    "claim": {
        "description": "The rest was not played: its tricks by side (one side is enough), or the side or seat that has"
        " them all.",
        "anyOf": [
            _SIDE_COUNTS,
            {"type": "string", "pattern": r"^\s*(?:[Nn][Ss]|[Ee][Ww])\s*$"},
            ref("Seat"),
            {"type": "null"},
        ],
    },
    "tricks": {
        "description": "Tricks of the whole deal, which settle what was not played.",
        "anyOf": [_SIDE_COUNTS, {"type": "null"}],
    },
    "on_illegal": _ON_ILLEGAL,
    **_LIMITS,
}
_REQUESTS: Final[dict[str, Shape]] = {
    "ReviewHand": {
        "type": "object",
        "description": "A hand with its bids and what was played of it; or with no bids at all, and then only tricks"
        " are judged. Where the play is complete and its leader known, the hands may be left out.",
        "properties": _HAND_PARTS,
        "anyOf": [{"required": ["hands"]}, {"required": ["deal"]}, {"required": ["play"]}],
        "additionalProperties": False,
    },
    "ReviewGame": {
        "type": "object",
        "description": "Hands of a game, each with its own review and with sums by player.",
        "properties": {
            "deals": {"type": "array", "items": ref("ReviewHand"), "minItems": 1, "maxItems": MOST_HANDS},
            "rules": DEAL_PARTS["rules"],
            "on_illegal": _ON_ILLEGAL,
            **_LIMITS,
        },
        "required": ["deals"],
        "additionalProperties": False,
    },
}
REVIEW_REQUEST: Final[Shape] = {
    "anyOf": [ref("ReviewHand"), ref("ReviewGame")],
    "description": "A hand, or a game as an object with deals.",
}

# --- Answers ----------------------------------------------------------------------------------------


def _object(about: str, properties: dict[str, Any], optional: tuple[str, ...] = ()) -> Shape:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "description": about, "properties": properties, "required": required}


def _or_null(shape: Shape) -> Shape:
    return {"anyOf": [shape, {"type": "null"}]}


def _list(item: Shape, about: str = "") -> Shape:
    return {"type": "array", "items": item, **({"description": about} if about else {})}


def _whole(about: str = "") -> Shape:
    return {"type": "integer", **({"description": about} if about else {})}


_LOSS: Final[Shape] = {"type": "integer", "minimum": 0}
_POINTS: Final = _or_null(_LOSS)
_PERCENT: Final[Shape] = {"type": "number", "minimum": 0, "maximum": 100}
_SIDES: Final = ref("SideScores")
_FLAG: Final[Shape] = {"type": "boolean"}
_TEXT: Final[Shape] = {"type": "string"}
_PART: Final = _object(
    "Accuracy of bids or cards, with points lost and at stake where bids are known.",
    {"accuracy": _PERCENT, "loss_points": _LOSS, "at_stake": _LOSS},
    ("loss_points", "at_stake"),
)
_ANSWERS: Final[dict[str, Shape]] = {
    "ReviewBid": _object(
        "One bid; margins are points of NS less those of EW with best bidding and best play after it.",
        {
            "seat": ref("SeatName"),
            "bid": ref("BidName"),
            "margin_before": _whole(),
            "margin_after": _whole(),
            "loss_points": _LOSS,
            "best": ref("BidName"),
            "as_good": _list(ref("BidName"), "All bids that lose nothing."),
            "choice": {**_FLAG, "description": "Whether the legal bids were not all equally good."},
            "options": {
                "type": "object",
                "additionalProperties": {"type": "integer"},
                "description": "Margin of the bidder's own side for each legal bid.",
            },
        },
    ),
    "ReviewPlay": _object(
        "One card. Tricks are those of NS in the whole deal with best play from there, margins what they score in the"
        " real contracts, NS less EW, and losses those of the player's side; points are null where no bids are known.",
        {
            "index": _whole(),
            "trick": _whole(),
            "seat": ref("SeatName"),
            "card": ref("CardName"),
            "ns_before": _whole(),
            "ns_after": _whole(),
            "loss_tricks": _LOSS,
            "loss_points": _POINTS,
            "margin_before": _or_null(_whole()),
            "margin_after": _or_null(_whole()),
            "best": _list(ref("CardName"), "The legal cards that lose no trick."),
            "forced": {**_FLAG, "description": "It was the only legal card."},
            "forced_by": {"type": ["string", "null"], "description": "The rule that left only this card."},
            "choice": {**_FLAG, "description": "Whether the legal cards were not all equally good."},
            "legal": _FLAG,
            "gain_tricks": {**_LOSS, "description": "What an illegal card won."},
            "gain_points": _POINTS,
            "options": _list(
                _object(
                    "Legal cards that are one choice, being neighbours in rank.",
                    {
                        "cards": _list(ref("CardName")),
                        "ns": _whole("NS tricks after any of them."),
                        "loss_tricks": _LOSS,
                        "loss_points": _POINTS,
                    },
                ),
                "All legal cards, best first.",
            ),
        },
    ),
    "ReviewParty": _object(
        "A player's or a side's losses. accuracy = 100 · (at stake − lost) / at stake in points, where a choice puts"
        " its best option less its worst at stake, rounded down to a decimal; 100 where nothing was lost.",
        {
            "accuracy": _PERCENT,
            "loss_tricks": _LOSS,
            "loss_points": _POINTS,
            "choices": _whole("Cards at which the legal ones were not all equally good."),
            "bidding": _PART,
            "play": _PART,
            "claim_points": _LOSS,
            "gain_points": {**_LOSS, "description": "Points won by illegal cards."},
        },
    ),
    "ReviewError": _object(
        "Something illegal in the play.",
        {
            "kind": {
                "enum": [
                    *("revoke", "trump_led", "blooper", "lead", "leader", "doubled", "missing"),
                    *("not_held", "swapped", "extra", "too_many"),
                ]
            },
            "index": _whole("Cards played before."),
            "trick": _whole(),
            "seat": ref("SeatName"),
            "card": _or_null(ref("CardName")),
            "rule": _TEXT,
            "pointer": _TEXT,
            "message": _TEXT,
            "legal": _list(ref("CardName"), "The cards that were allowed."),
            "went_on": {**_FLAG, "description": "Whether the review goes on behind it."},
        },
    ),
    "ReviewAccount": _object(
        "final_margin = par_margin − bidding.NS + bidding.EW − play.NS + play.EW, always exactly. Points won by illegal"
        " cards are taken off a side's play, and told in illegal.",
        {"par_margin": _whole(), "bidding": _SIDES, "play": _SIDES, "illegal": _SIDES, "final_margin": _whole()},
    ),
    "ReviewLuck": _object(
        "final margin = expected + cards + skill, NS less EW.",
        {
            "expected": {"type": "number", "description": "Mean par margin of such deals."},
            "error": {"type": "number", "minimum": 0, "description": "The mean's standard error."},
            "cards": {"type": "number", "description": "What this deal's par has beyond it."},
            "skill": _whole("What bids and cards made of par."),
            "measured": {**_FLAG, "description": "Whether the mean was measured; if not, 0 is assumed."},
        },
    ),
}
REVIEW_SHAPES: Final = {**_REQUESTS, **_ANSWERS}
"""Components of the OpenAPI document, by name."""


class _Told(ma.Schema):
    """Answers may have more members than are documented here."""

    class Meta:
        unknown = ma.INCLUDE


def _part(about: str, shape: Shape) -> Part:
    return Part({**shape, "description": about}, required=True)


_BY_SEAT: Final = by_seat(ref("ReviewParty"), required=["N", "E", "S", "W"])
_BY_SIDE: Final[Shape] = {
    "type": "object",
    "properties": dict.fromkeys(("NS", "EW"), ref("ReviewParty")),
    "required": ["NS", "EW"],
}


class _Summed(_Told):
    players = _part("Losses by seat.", _BY_SEAT)
    sides = _part("Losses by side, those of a claim included.", _BY_SIDE)
    account = _part("From par to the result; null without bids.", _or_null(ref("ReviewAccount")))
    luck = _part("Luck of the cards and skill; null without bids.", _or_null(ref("ReviewLuck")))
    summary = _part("A few plain sentences.", _list(_TEXT))
    nodes = _part("Positions searched.", {"type": "integer", "minimum": 0})
    ms = _part("Milliseconds of work.", {"type": "number", "minimum": 0})


class ReviewAnswerSchema(_Summed):
    """A hand reviewed."""

    status = _part(
        "complete, claimed, unfinished (the rest counts with best play), stopped (the record makes no sense from some"
        " card on), passed_out, or bidding (what is missing counts as best bids).",
        {"enum": ["complete", "claimed", "unfinished", "stopped", "passed_out", "bidding"]},
    )
    contracts = _part("What each side had to make; null without bids.", _or_null(ref("SideContracts")))
    leader = _part("Who led first; null if all passed.", _or_null(ref("SeatName")))
    tricks = _part("Tricks of each side; null if all passed.", _or_null(ref("SideTricks")))
    score = _part("Points of each side; null without bids.", _or_null(_SIDES))
    par = _part(
        "Best bidding and best play from the start; null without bids.",
        _or_null(
            _object(
                "As in /v1/bids.",
                {
                    "line": by_seat(ref("BidName")),
                    "leader": _or_null(ref("SeatName")),
                    "contracts": ref("SideContracts"),
                    "tricks": _or_null(ref("SideTricks")),
                    "score": _SIDES,
                    "margin": _whole(),
                },
            )
        ),
    )
    lead = _part(
        "What the first lead was worth to the leader's side, beside a lead by the other side's better leader.",
        _or_null(
            _object(
                "NS tricks and margins by first leader, contracts unchanged.",
                {
                    "seat": ref("SeatName"),
                    "ns_tricks": by_seat(_whole()),
                    "margins": by_seat(_whole()),
                    "other": ref("SeatName"),
                    "worth_tricks": _whole(),
                    "worth_points": _whole(),
                },
            )
        ),
    )
    bids = _part("Every bid, in bidding order.", _list(ref("ReviewBid")))
    plays = _part("Every card, in the order played.", _list(ref("ReviewPlay")))
    claim = _part(
        "The rest as it was settled, against best play.",
        _or_null(
            _object(
                "Tricks of the rest by side; side gave something away.",
                {
                    "rest": ref("SideTricks"),
                    "best": ref("SideTricks"),
                    "side": {"enum": ["NS", "EW", None]},
                    "loss_tricks": _LOSS,
                    "loss_points": _POINTS,
                },
            )
        ),
    )
    turning_points = _part(
        "What lost points, in order.",
        _list(
            _object(
                "A bid, card or claim.",
                {
                    "kind": {"enum": ["bid", "card", "illegal", "claim"]},
                    "seat": _or_null(ref("SeatName")),
                    "side": {"enum": ["NS", "EW"]},
                    "what": _TEXT,
                    "trick": _or_null(_whole()),
                    "index": _or_null(_whole()),
                    "loss_tricks": _whole(),
                    "loss_points": _or_null(_whole()),
                    "text": _TEXT,
                },
            )
        ),
    )
    notes = _part("Of cards that lost a trick and no point.", _list(_TEXT))
    errors = _part("What was illegal in the play, in order.", _list(ref("ReviewError")))
    rules = _part("The rules it was judged by.", ref("Rules"))


class GameReviewAnswerSchema(_Summed):
    """Hands reviewed, with their sums."""

    deals = _part("Each hand's review, without nodes and ms.", _list({"type": "object"}))
    score = _part("Points of each side; null without bids.", _or_null(_SIDES))
    turning_points = _part(
        "The costliest bids and cards.",
        _list(_object("In hand number deal, from 1.", {"deal": _whole(), "text": _TEXT, "size": _whole()})),
    )
