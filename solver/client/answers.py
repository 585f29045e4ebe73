"""Answers back from their JSON: the very values that a local call returns.

An answer is read by the types of its fields.  What its JSON leaves out follows from the question, or is worked out
from the rest, by the few functions at the end.
"""

from __future__ import annotations

import enum
import functools
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from solver.answer import Answer, members
from solver.bidding.constraints import Constraints
from solver.bidding.result import ByBid, Grid
from solver.deal import Deal
from solver.errors import Fault
from solver.game.auction import Bid, Contract
from solver.game.cards import Card, Seat, Side, Suit
from solver.game.rules import STANDARD, Rules
from solver.game.score_sheet import GameScore, SheetRow
from solver.game.scoring import DealScore
from solver.reviewing.account import Luck
from solver.reviewing.accuracy import reviews_by_seat, reviews_by_side
from solver.reviewing.game import GameReview
from solver.reviewing.irregularity import Irregularity
from solver.reviewing.result import HandReview, Review, TurningPoint

__all__ = ["Asked", "read_answer"]

A = TypeVar("A", bound=Answer)


@dataclass(frozen=True, slots=True)
class Asked:
    """What of the question an answer is read with: its rules, and its deals or scored deals in order."""

    rules: Rules = STANDARD
    deals: tuple[Deal, ...] = ()
    scores: tuple[DealScore, ...] = ()
    dealer: Seat | None = None


_VALUES: Final[Mapping[Any, Callable[[Any], Any]]] = {
    Seat: Seat.parse,
    Side: Side,
    Suit: Suit.parse,
    Card: Card.parse,
    Bid: Bid.parse,
    Rules: Rules.from_value,
    Deal: Deal.from_dict,
    Constraints: Constraints.from_dict,
}


def read_answer(kind: type[A], data: Mapping[str, Any], asked: Asked) -> A:
    """The answer of this kind; KeyError, TypeError or ValueError where the JSON is of none."""
    hidden = _HIDDEN[kind](data, asked) if kind in _HIDDEN else {}
    shown = members(kind)
    types_of = _types(kind)  # type: ignore[arg-type]  # types are hashable
    for field in fields(kind):  # type: ignore[arg-type]  # all are dataclasses
        if field.name not in hidden and field.name in shown:
            hidden[field.name] = _read(types_of[field.name], data.get(field.name), asked)
    return kind(**hidden)


@functools.cache
def _types(kind: type[Answer]) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, value: Any, asked: Asked) -> Any:
    if kind in _VALUES:
        return _VALUES[kind](value)
    origin, given = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        choices = [each for each in given if each is not types.NoneType]
        return value if value is None or len(choices) > 1 else _read(choices[0], value, asked)
    if isinstance(kind, type) and issubclass(kind, Answer):
        return read_answer(kind, value, asked)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind(value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _read_mapping(origin, given, value, asked)
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return tuple(_read(given[0], item, asked) for item in value)
    return value


def _read_mapping(origin: type, given: tuple[Any, ...], value: Mapping[str, Any], asked: Asked) -> Any:
    if given == (Side, Contract):
        return {Side(side): Contract.of(Side(side), told, asked.rules) for side, told in value.items()}
    key, item = given if len(given) == 2 else (Bid, given[0])
    read = {_read(key, name, asked): _read(item, told, asked) for name, told in value.items()}
    return ByBid(read) if origin is ByBid else read


# --- What the JSON leaves out -------------------------------------------------------------------------


def _turning_point(data: Mapping[str, Any], _: Asked) -> dict[str, Any]:
    kind, what = data["kind"], data["what"]
    return {"choice": None if kind == "claim" else Bid.parse(what) if kind == "bid" else Card.parse(what)}


def _irregularity(data: Mapping[str, Any], _: Asked) -> dict[str, Any]:
    return {"fault": Fault(data["pointer"], data["message"], data["rule"])}


def _luck(data: Mapping[str, Any], _: Asked) -> dict[str, Any]:
    return {"hands": 1, "unmeasured": int(not data["measured"])}


def _grid(data: Mapping[str, Any], _: Asked) -> dict[str, Any]:
    return {"own": tuple(map(Bid.parse, data["rows"])), "partner": tuple(map(Bid.parse, data["columns"]))}


def _deal_score(_: Mapping[str, Any], asked: Asked) -> dict[str, Any]:
    (scored,) = asked.scores
    return {"bids": scored.bids}


def _game_score(data: Mapping[str, Any], asked: Asked) -> dict[str, Any]:
    rows = zip(data["deals"], asked.scores, strict=True)
    read = (read_answer(SheetRow, row, Asked(asked.rules, scores=(scored,))) for row, scored in rows)
    return {"deals": tuple(read), "dealer": asked.dealer}


def _hand_review(data: Mapping[str, Any], asked: Asked) -> dict[str, Any]:
    (deal,) = asked.deals
    read = {name: _read(_types(HandReview)[name], data[name], asked) for name in ("bids", "plays", "claim")}
    # The JSON rounds what they lost to an accuracy; it follows from bids and cards.
    players = reviews_by_seat(read["bids"], read["plays"], in_points=data["par"] is not None)
    return {**read, "deal": deal, "players": players, "sides": reviews_by_side(players, read["claim"])}


def _game_review(data: Mapping[str, Any], asked: Asked) -> dict[str, Any]:
    hands = zip(data["deals"], asked.deals, strict=True)
    read = (read_answer(HandReview, hand, Asked(deal.rules, (deal,))) for hand, deal in hands)
    return {"hands": tuple(read), "work": (data["nodes"], data["ms"])}


_HIDDEN: Final[Mapping[type[Answer], Callable[[Mapping[str, Any], Asked], dict[str, Any]]]] = {
    TurningPoint: _turning_point,
    Irregularity: _irregularity,
    Luck: _luck,
    Grid: _grid,
    DealScore: _deal_score,
    SheetRow: _deal_score,
    GameScore: _game_score,
    HandReview: _hand_review,
    Review: _hand_review,
    GameReview: _game_review,
}
