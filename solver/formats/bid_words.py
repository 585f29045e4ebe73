"""Bids as words of a deal line or a tag, in bidding order; a board may say its level.

``double``, ``2B`` and ``double board`` are the second board of a deal (R8).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from solver.errors import CardError, DealError, shorten
from solver.game.cards import Seat

__all__ = ["BID_WORD", "bids_in_order", "board_number_told", "seat_named", "wrong_board_number"]

_LEVELS: Final = ("SINGLE", "DOUBLE", "TRIPLE", "QUADRUPLE")
_ORDINALS: Final = ("first", "second", "third", "fourth")
_BOARD: Final = re.compile(rf"(?:(?P<digit>[1-4])[ -]?B(?:OARD)?|(?P<level>{'|'.join(_LEVELS)})(?:[ -]?BOARD)?)")
BID_WORD: Final = re.compile(rf"[0-9]+|[PB]|PASS|BOARD|{_BOARD.pattern}", re.IGNORECASE)
"""A word of a deal line that is a bid."""


def board_number_told(value: object) -> int | None:
    """Which board of the deal, 1 to 4, the bid says it is; None where it says no such thing."""
    if not isinstance(value, str) or len(value) > 20:
        return None
    match = _BOARD.fullmatch(" ".join(value.upper().split()))
    if match is None:
        return None
    return int(match["digit"]) if match["digit"] else _LEVELS.index(match["level"]) + 1


def wrong_board_number(value: object, told: int, place: int) -> str:
    """Why a bid that says it is board ``told`` cannot be the ``place``-th board of its deal."""
    right = "board" if place == 1 else f"{_LEVELS[place - 1].lower()} or board"
    said, is_now = _ORDINALS[told - 1], _ORDINALS[place - 1]
    return f"'{value}' is the {said} claim of board in a deal, and this is the {is_now}: bid {right}"


def seat_named(word: str, pointer: str) -> Seat:
    """The seat that a word of a line or tag names; DealError at ``pointer`` where it names none."""
    try:
        return Seat.parse(shorten(word, 20))
    except CardError as error:
        raise DealError(str(error), "R1", pointer=pointer) from None


def bids_in_order(words: Sequence[str], dealer: Seat | None) -> dict[str, str]:
    """The words of bids by seat, from the dealer's left on; DealError for too many, or without a dealer (R6)."""
    bids = _joined_boards(words)
    if len(bids) > 4:
        raise DealError("more than four bids: each seat bids once", "R6", pointer="/bids")
    if dealer is None:
        raise DealError("bids need the dealer, who fixes their order", "R6", pointer="/dealer")
    return {str(seat): bid for seat, bid in zip(dealer.next.clockwise(), bids, strict=False)}


def _joined_boards(words: Sequence[str]) -> list[str]:
    """The words of bids with ``double board`` as one of them; DealError where that may be one bid or two."""
    joined: list[str] = []
    for word in words:
        if word.upper() == "BOARD" and joined and joined[-1].upper() in _LEVELS:
            joined[-1] += " " + word
        else:
            joined.append(word)
    if len(words) == 4 and len(joined) < 4:
        raise DealError("'double board' may be one bid here or two: write double or 2B", "R8", pointer="/bids")
    return joined
