"""What best bids may be asked for: objectives by name, ``win`` with the state of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from solver.bidding.objectives import Margin, Objective, Own, Safe
from solver.bidding.winning import Win
from solver.errors import DealError, json_pointer
from solver.formats.deal_json import DealReader, kind_of
from solver.game.auction import Auction

__all__ = ["OBJECTIVES", "read_objective"]

OBJECTIVES: Final = ("margin", "own", "safe", "win")
_AT: Final = "/objective"
_MOST_POINTS: Final = 100_000


def read_objective(value: object, auction: Auction) -> Objective:
    """An objective for this auction; DealError with a pointer below ``/objective`` for each fault.

    A name, or an object: ``{"name": "win", "score": {"NS": 120, "EW": 140}, "left": [2, 3]}``, where ``left``
    are the hand sizes of the deals after this one, or how many of them the rules' game still has.
    """
    if isinstance(value, str):
        value = {"name": value}
    if value is None:
        return Margin()
    if not isinstance(value, Mapping):
        if callable(getattr(value, "keys", None)):
            return cast(Objective, value)
        raise DealError(f"expected a name or an object, not {kind_of(value)}", pointer=_AT)
    reader = DealReader()
    name = value.get("name")
    if name not in OBJECTIVES:
        reader.add(_AT, f"an objective is one of {', '.join(OBJECTIVES)}")
        raise DealError.of(reader.faults)
    known = ("name", "score", "left") if name == "win" else ("name",)
    for key in value:
        if key not in known:
            reader.add(_AT + json_pointer(key), f"not a field of the objective {name}: use {', '.join(known)}")
    if name == "win":
        lead = _lead(reader, value.get("score"))
        left = _left(reader, value.get("left"), auction.rules.hand_sizes)
        if not reader.faults:
            return Win.of(lead, left, auction.cards, auction.dealer, auction.rules)
    if reader.faults:
        raise DealError.of(reader.faults)
    return Own() if name == "own" else Safe() if name == "safe" else Margin()


def _lead(reader: DealReader, value: object) -> int:
    at = _AT + "/score"
    if not isinstance(value, Mapping):
        reader.add(at, 'the objective win needs the score before this deal, as in {"NS": 120, "EW": 140}', "R18")
        return 0
    points = {}
    for side in ("NS", "EW"):
        points[side] = reader.number(value.get(side), f"{at}/{side}", -_MOST_POINTS, _MOST_POINTS, "R18") or 0
    for key in value:
        if key not in points:
            reader.add(at + json_pointer(key), "the sides are NS and EW")
    return points["NS"] - points["EW"]


def _left(reader: DealReader, value: object, sizes: tuple[int, ...]) -> list[int]:
    at = _AT + "/left"
    if not isinstance(value, (list, tuple)):
        if value is None:
            reader.add(at, "the objective win needs the deals left after this one: their hand sizes or number", "R2")
            return []
        count = reader.number(value, at, 0, len(sizes), "R2") or 0
        return list(sizes[len(sizes) - count :])
    if len(value) > 100:
        reader.add(at, "a game has at most 100 deals left here", "R2")
        return []
    found = [reader.number(item, at + json_pointer(place), 1, 13, "R2") for place, item in enumerate(value)]
    return [size for size in found if size is not None]
