"""What a side bids for: the keys by which it orders the outcomes of an auction, the first one first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol, runtime_checkable

import numpy as np

from solver.bidding.forms import MOST_LEFT, OBJECTIVES, POINTS
from solver.bidding.outcomes import Ints, Scores
from solver.bidding.winning import Outlook, outlooks
from solver.errors import DealError, json_pointer
from solver.formats.deal_json import DealReader, kind_of
from solver.game.auction import Auction
from solver.game.cards import HAND_SIZES, Seat, Side
from solver.game.knobs import Sizes
from solver.game.rules import RedealDealer, Rules

__all__ = ["Keys", "Margin", "Objective", "Own", "Safe", "Win", "check_objective", "read_objective"]

Keys = tuple[Ints, ...]
"""Whole numbers, the larger the better; a later key counts only where the earlier ones are equal."""


@runtime_checkable
class Objective(Protocol):
    """Orders outcomes for a side; what is equal in all keys is decided by the smaller bid.

    All four seats bid for the same objective, each for its own side.
    """

    @property
    def name(self) -> str: ...

    def keys(self, scores: Scores, side: Side) -> Keys:
        """The side's keys by outcome, in the shape of ``scores``."""
        ...

    def shown(self, key: float) -> float:
        """The first key in its own unit: points, or a chance."""
        ...


@dataclass(frozen=True, slots=True)
class Margin:
    """Own points less the others', then own points."""

    name: ClassVar[str] = "margin"

    def keys(self, scores: Scores, side: Side) -> Keys:
        return (scores.margin(side), scores.points[side])

    def shown(self, key: float) -> float:
        return key


@dataclass(frozen=True, slots=True)
class Own:
    """Own points, then the margin."""

    name: ClassVar[str] = "own"

    def keys(self, scores: Scores, side: Side) -> Keys:
        return (scores.points[side], scores.margin(side))

    def shown(self, key: float) -> float:
        return key


@dataclass(frozen=True, slots=True)
class Safe:
    """The margin when the side takes one trick fewer than double dummy says (not below 0), then as Margin."""

    name: ClassVar[str] = "safe"

    def keys(self, scores: Scores, side: Side) -> Keys:
        fewer = np.maximum(scores.own_tricks(side) - 1, 0)
        others = scores.auctions.auction.cards - fewer
        safe = scores.scored(side, fewer) - scores.scored(side.other, others)
        return (safe, scores.margin(side), scores.points[side])

    def shown(self, key: float) -> float:
        return key


@dataclass(frozen=True, slots=True, eq=False)
class Win:
    """The chance to win the game (R18), then as Margin.

    ``lead`` is NS's before this deal, ``after`` the outlook once it is scored, ``again`` if it is passed out.
    """

    lead: int
    after: Outlook
    again: Outlook
    name: ClassVar[str] = "win"

    @classmethod
    def of(cls, lead: int, left: Sequence[int], cards: int, dealer: Seat, rules: Rules) -> Win:
        """For a deal of ``cards`` by ``dealer``, NS ``lead`` points ahead, deals of ``left`` cards to come."""
        redealer = dealer if rules.redeal_dealer is RedealDealer.SAME else dealer.next
        return cls(lead, outlooks(left, rules)[dealer.next.side], outlooks([cards, *left], rules)[redealer.side])

    def keys(self, scores: Scores, side: Side) -> Keys:
        chance = self.after.chance(self.lead + scores.margin(Side.NS))
        chance[..., scores.auctions.passed] = self.again.chance(np.array(self.lead))
        ns = np.rint(chance * _SCALE).astype(np.int64)
        return (ns if side is Side.NS else _SCALE - ns, scores.margin(side), scores.points[side])

    def shown(self, key: float) -> float:
        return key / _SCALE


_SCALE: Final = 10**9
"""Chances are compared to nine decimals, as whole numbers."""


# --- Reading ---------------------------------------------------------------------------------------

_POINTER: Final = "/objective"
_SIMPLE: Final[Mapping[str, Objective]] = {kind.name: kind() for kind in (Margin, Own, Safe)}
"""The objectives that need to know nothing of the game."""


def check_objective(value: object) -> None:
    """DealError for whatever is wrong with an objective in any auction: all but how many deals its rules leave."""
    _read(value, None)


def read_objective(value: object, auction: Auction) -> Objective:
    """An objective for this auction; DealError with a pointer below ``/objective`` for each fault.

    A name, or an object: ``{"name": "win", "score": {"NS": 120, "EW": 140}, "left": [2, 3]}``, where ``left``
    are the hand sizes of the deals after this one, or how many of them the rules' game still has.
    """
    return _read(value, auction)


def _read(value: object, auction: Auction | None) -> Objective:
    if value is None:
        return Margin()
    if isinstance(value, str):
        value = {"name": value}
    if not isinstance(value, Mapping):
        if isinstance(value, Objective):
            return value
        raise DealError(f"expected a name or an object, not {kind_of(value)}", pointer=_POINTER)
    name = value.get("name")
    if name not in OBJECTIVES:
        raise DealError(f"an objective is one of {', '.join(OBJECTIVES)}", pointer=_POINTER)
    reader = DealReader()
    known = ("name", "score", "left") if name == Win.name else ("name",)
    for key in value:
        if key not in known:
            reader.add(_POINTER + json_pointer(key), f"not a field of the objective {name}: use {', '.join(known)}")
    if name != Win.name:
        objective: Objective = _SIMPLE[name]
    else:
        lead = _lead(reader, value.get("score"))
        left = _left(reader, value.get("left"), None if auction is None else auction.rules.hand_sizes)
        if not reader.faults:
            objective = (
                Margin() if auction is None else Win.of(lead, left, auction.cards, auction.dealer, auction.rules)
            )
    if reader.faults:
        raise DealError.of(reader.faults)
    return objective


def _lead(reader: DealReader, value: object) -> int:
    """NS's lead, from both sides' points before the deal."""
    pointer = _POINTER + "/score"
    if not isinstance(value, Mapping):
        reader.add(pointer, 'the objective win needs the score before this deal, as in {"NS": 120, "EW": 140}', "R18")
        return 0
    points = {}
    for side in Side:
        points[side] = reader.number(value.get(side), f"{pointer}/{side}", *POINTS, "R18") or 0
    for key in value:
        if key not in points:
            reader.add(pointer + json_pointer(key), "the sides are NS and EW")
    return points[Side.NS] - points[Side.EW]


def _left(reader: DealReader, value: object, sizes: tuple[int, ...] | None) -> list[int]:
    """The hand sizes of the deals to come; ``sizes`` are those of the rules' game, None where they are not known."""
    pointer = _POINTER + "/left"
    if value is None:
        reader.add(pointer, "the objective win needs the deals left after this one: their hand sizes or number", "R2")
        return []
    if not isinstance(value, (list, tuple)):
        count = reader.number(value, pointer, 0, Sizes.most if sizes is None else len(sizes), "R2") or 0
        return [] if sizes is None else list(sizes[len(sizes) - count :])
    if len(value) > MOST_LEFT:
        reader.add(pointer, f"a game has at most {MOST_LEFT} deals left here", "R2")
        return []
    left = [reader.number(item, pointer + json_pointer(index), *HAND_SIZES, "R2") for index, item in enumerate(value)]
    return [size for size in left if size is not None]
