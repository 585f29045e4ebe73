"""Deals that are wrong in one way each, with the place and the rule that every error must name."""

from __future__ import annotations

from typing import Any, NamedTuple

GOOD: dict[str, Any] = {
    "hands": {
        "N": ["AS", "KS", "2H"],
        "E": ["QS", "JS", "3H"],
        "S": ["AD", "4D", "7C"],
        "W": ["2S", "5H", "3D"],
    },
    "trump": "H",
    "upcard": "9H",
    "dealer": "W",
    "rules": "standard",
}


class Bad(NamedTuple):
    """What is changed in GOOD (None removes), where the fault lies, and which rule it breaks."""

    name: str
    change: dict[str, Any]
    pointer: str
    rule: str | None


def _hands(**changed: Any) -> dict[str, Any]:
    return {"hands": {**GOOD["hands"], **changed}}


_SUITS = {seat: [rank + suit for rank in "AKQJT98765432"] for seat, suit in zip("NESW", "SHDC", strict=True)}
_ALL_BIDS = {"N": 1, "E": 0, "S": 0, "W": 0}
_BLOOPERS = _hands(N=["BB", "KS", "2H"], E=["LB", "JS", "3H"])

BAD = [
    Bad("card twice in a hand", _hands(N=["AS", "AS", "2H"]), "/hands/N/1", "R1"),
    Bad("card in two hands", _hands(E=["AS", "JS", "3H"]), "/hands/E/0", "R1"),
    Bad("unequal hands", _hands(S=["AD", "4D"]), "/hands/S", "R2"),
    Bad("no cards", {"hands": {seat: [] for seat in "NESW"}}, "/hands/N", "R2"),
    Bad("14 cards", {"hands": {**_SUITS, "N": [*_SUITS["N"], "BB"]}, "upcard": "LB", "trump": None}, "/hands/N", "R2"),
    Bad("blooper in a no-trump deal", {**_BLOOPERS, "trump": None, "upcard": None}, "/hands/N", "R4"),
    Bad("trump and upcard disagree", {"trump": "S"}, "/trump", "R3"),
    Bad("blooper turned and a trump suit", {"upcard": "BB"}, "/trump", "R4"),
    Bad("upcard in a hand", {"upcard": "2H"}, "/upcard", "R3"),
    Bad("unknown card", _hands(W=["2S", "5X", "3D"]), "/hands/W/1", "R1"),
    Bad("unknown seat", {"hands": {**GOOD["hands"], "X": ["9C"]}}, "/hands/X", "R1"),
    Bad("unknown dealer", {"dealer": "Q"}, "/dealer", "R1"),
    Bad("unknown field", {"trumps": "H"}, "/trumps", None),
    Bad("unknown knob", {"rules": {"big_lead": "none"}}, "/rules/big_lead", None),
    Bad("unknown preset", {"rules": "stand"}, "/rules", None),
    Bad("value no knob takes", {"rules": {"max_bid": "m"}}, "/rules/max_bid", None),
    Bad("bid above the highest", {"bids": {"N": 3}}, "/bids/N", "R7"),
    Bad("bid out of turn", {"bids": {"E": 1}}, "/bids/E", "R6"),
    Bad("bids without a dealer", {"bids": {"N": 1}, "dealer": None}, "/dealer", "R6"),
    Bad("board where there is none", {"bids": {"N": "board"}, "rules": {"board_levels": "none"}}, "/bids/N", "R8"),
    Bad("no bid", {"bids": {"N": "five"}}, "/bids/N", "R7"),
    Bad("revoke", {"bids": _ALL_BIDS, "play": ["AS", "3H"]}, "/play/1", "R11"),
    Bad("trump led unbroken", {"bids": _ALL_BIDS, "play": ["2H"]}, "/play/0", "R12"),
    Bad(
        "wrong card under a blooper",
        {**_hands(N=["BB", "KH", "QH"], E=["2H", "JH", "3H"]), "bids": _ALL_BIDS, "play": ["BB", "2H"]},
        "/play/1",
        "R13",
    ),
    Bad("card not held", {"bids": _ALL_BIDS, "play": ["QS"]}, "/play/0", "R11"),
    Bad("card played twice", {"play": ["AS", "AS"]}, "/play/1", "R1"),
    Bad("more plays than cards", {"play": ["AS"] * 13}, "/play", "R14"),
    Bad("hands of the wrong type", {"hands": 5}, "/hands", "R1"),
    Bad("card of the wrong type", _hands(N=["AS", 7, "2H"]), "/hands/N/1", None),
]


def deal_of(bad: Bad) -> dict[str, Any]:
    """The deal in full."""
    return {name: value for name, value in {**GOOD, **bad.change}.items() if value is not None or name == "trump"}
