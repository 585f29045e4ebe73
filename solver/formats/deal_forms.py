"""What a deal's JSON may look like, field by field: the forms and bounds that ``deal_json`` reads by."""

from __future__ import annotations

from typing import Final

from solver.forms import NULL, Form, Whole, any_of, array, described, keyed, or_null, ref, spelled
from solver.game.cards import HAND_SIZES, PACK, Seat
from solver.game.rules import rules_form

__all__ = [
    "DEAL_FORMS",
    "DEAL_LINE",
    "MAX_CARDS",
    "MAX_LINE",
    "MAX_TEXT",
    "MAX_WORD",
    "NAMED_FORMS",
    "NO_TRUMP",
    "TRICKS",
    "by_seat",
]

MAX_WORD: Final = 20
"""No card, seat or suit is longer as a text."""
MAX_TEXT: Final = 400
"""No hand and no play is longer as a text."""
MAX_LINE: Final = 10 * MAX_TEXT
"""No deal is longer as a line."""
MAX_CARDS: Final = len(PACK)
"""No list of cards is longer."""
NO_TRUMP: Final = ("N", "NT")
"""Words for no-trump; null says it too."""
TRICKS: Final = Whole(0, HAND_SIZES.high)
"""Tricks that a side can win."""

_SEATS: Final = tuple(name for seat in Seat for name in (seat.value, seat.full_name))
_RANK: Final = "(?:10|[2-9TJQKAtjqka])"
_SUIT: Final = "(?:[SHDCshdc]|[♠♥♦♣♤♡♢♧]\ufe0f?)"
_BIDS: Final = rf"^\s*(?:[Pp](?:[Aa][Ss][Ss])?|[Bb](?:[Oo][Aa][Rr][Dd])?|0?[0-9]|1[0-{TRICKS.high % 10}])\s*$"


def _word(pattern: str) -> Form:
    return {"type": "string", "maxLength": MAX_WORD, "pattern": pattern}


def by_seat(item: Form) -> Form:
    """An object by seat; a seat may be written as its word."""
    return {**keyed(Seat, item), "patternProperties": {spelled(*_SEATS, blanks=False): item}}


NAMED_FORMS: Final[dict[str, Form]] = {
    "Card": {
        "description": "Rank then suit, or a blooper (BB big, LB little); suit first, 10 for T, lower case and suit"
        " symbols are read as well. Answers hold only the first form.",
        **_word(rf"^\s*(?:{_RANK}{_SUIT}|{_SUIT}{_RANK}|[BLbl][Bb])\s*$"),
        "examples": ["AS", "TD", "BB"],
    },
    "Seat": {"description": "N, E, S or W, or the word in English.", **_word(spelled(*_SEATS)), "examples": ["N"]},
    "Suit": {**_word(r"^\s*[SHDCshdc♠♥♦♣♤♡♢♧]\s*$"), "examples": ["H"]},
    "Bid": {
        "description": "0 or pass, a number of tricks, or board: all the tricks (R7). Answers hold 0, a number or"
        ' "board".',
        "anyOf": [TRICKS.form, {"type": "string", "pattern": _BIDS}],
        "examples": [5, "pass", "board"],
    },
    "Hand": {
        "description": f"{HAND_SIZES.low} to {HAND_SIZES.high} cards as a list, or as a text: the cards apart, or PBN,"
        " S.H.D.C and an optional fifth group for bloopers (B, L or BL), as in AKQ.JT9.876.543 or A..K2..BL.",
        "anyOf": [
            array(ref("Card"), HAND_SIZES.high, HAND_SIZES.low),
            {"type": "string", "minLength": 1, "maxLength": MAX_TEXT},
        ],
    },
    "Rules": rules_form(),
}
"""The parts of a deal that have a name."""
DEAL_FORMS: Final[dict[str, Form]] = {
    "hands": described(
        "The cards dealt to each seat, those already played included; all hands are equal (R2).",
        {**by_seat(ref("Hand")), "minProperties": len(Seat), "maxProperties": len(Seat)},
    ),
    "trump": described(
        "The trump suit, null or N for no-trump; may be left out where an upcard tells it.",
        any_of(ref("Suit"), _word(spelled(*NO_TRUMP)), NULL),
    ),
    "upcard": described("The card turned (R3); a blooper means no-trump (R4). It is in no hand.", or_null(ref("Card"))),
    "dealer": described("Who dealt and bids last (R6).", or_null(ref("Seat"))),
    "bids": described(
        "The bids so far: a prefix of the bidding order, which the dealer's left begins (R6).",
        or_null(by_seat(or_null(ref("Bid")))),
    ),
    "play": described(
        "The cards played so far, in order: as one list or text, or as a list of tricks.",
        any_of(
            array(ref("Card"), MAX_CARDS),
            array(array(ref("Card"), len(Seat)), MAX_CARDS),
            {"type": "string", "maxLength": MAX_TEXT},
            NULL,
        ),
    ),
    "rules": described("The standard rules by default.", or_null(ref("Rules"))),
}
"""The fields of a deal; null is the same as absent, but for trump."""
DEAL_LINE: Final[Form] = {
    "description": "The deal as one line of text, in place of the fields above: dealer, trump (N for none), the hands"
    " clockwise from the seat named, then bids in bidding order (B is board), cards played, up=, rules=.",
    "type": "string",
    "maxLength": MAX_LINE,
    "examples": ["W H N:AS... KS... QS... JS... 0 B 0 0"],
}
"""A deal line, which may stand for all fields of a deal."""
