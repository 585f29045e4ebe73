"""What a caller asks of the bids: the auctions that do not meet it are taken out.

At each turn a seat chooses among the bids that some remaining auction goes on with, so a constraint
on a later seat is a fact that earlier ones reckon with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from solver.bidding.forms import MOST_BIDS, TOTALS, Opponents
from solver.bidding.outcomes import Auctions, Mask, on_axis
from solver.errors import BidError, DealError, Fault, json_pointer
from solver.formats.deal_json import DealReader, kind_of
from solver.game.auction import Bid
from solver.game.cards import Seat, Side
from solver.game.rules import SideTotalCap

__all__ = ["NONE", "Constraints", "Opponents"]

_POINTER: Final = "/constraints"


@dataclass(frozen=True, slots=True)
class Constraints:
    """Facts about the bids still to come, empty by default; bids made must agree with them too.

    ``fixed`` is the one bid of a seat, ``allowed`` the bids it may choose from, ``no_boards`` the seats
    that claim none.  ``max_total`` and ``min_total`` bound what a side bids for, where a board counts as
    all the tricks.  ``opponents`` is how they bid: their best, always pass, or the number of tricks
    that their own cards take when they lead, as far as the rules let them.
    """

    fixed: Mapping[Seat, Bid] = field(default_factory=dict)
    allowed: Mapping[Seat, frozenset[Bid]] = field(default_factory=dict)
    no_boards: frozenset[Seat] = frozenset()
    max_total: Mapping[Side, int] = field(default_factory=dict)
    min_total: Mapping[Side, int] = field(default_factory=dict)
    opponents: Opponents = Opponents.BEST

    @classmethod
    def from_dict(cls, data: object) -> Constraints:
        """From JSON; DealError with a pointer below ``/constraints`` for each fault.

        ``{"fixed": {"S": "pass"}, "allowed": {"E": [0, 1, "board"]}, "no_boards": true or ["E"],
        "max_total": {"NS": 8}, "min_total": {"EW": 2}, "opponents": "pass"}``, all optional.
        """
        if data is None:
            return cls()
        if not isinstance(data, Mapping):
            raise DealError(f"expected an object, not {kind_of(data)}", pointer=_POINTER)
        reader = DealReader()
        names = tuple(cls.__dataclass_fields__)
        for name in data:
            if name not in names:
                reader.add(_POINTER + json_pointer(name), f"not a constraint: use {', '.join(names)}")
        fixed = {seat: _bid(reader, bid, pointer) for seat, bid, pointer in _by_seat(reader, data, "fixed")}
        allowed = {seat: _bids(reader, bids, pointer) for seat, bids, pointer in _by_seat(reader, data, "allowed")}
        constraints = cls(
            {seat: bid for seat, bid in fixed.items() if bid is not None},
            {seat: bids for seat, bids in allowed.items() if bids},
            _no_boards(reader, data.get("no_boards")),
            _totals(reader, data, "max_total"),
            _totals(reader, data, "min_total"),
            _opponents(reader, data.get("opponents")),
        )
        if reader.faults:
            raise DealError.of(reader.faults)
        return constraints

    def to_dict(self) -> dict[str, Any]:
        """JSON with what is constrained; ``from_dict`` reads it back."""
        members: dict[str, Any] = {
            "fixed": {str(seat): bid.to_json() for seat, bid in sorted(self.fixed.items())},
            "allowed": {str(seat): [bid.to_json() for bid in sorted(bids)] for seat, bids in self.allowed.items()},
            "no_boards": [str(seat) for seat in sorted(self.no_boards)],
            "max_total": {str(side): total for side, total in self.max_total.items()},
            "min_total": {str(side): total for side, total in self.min_total.items()},
            "opponents": None if self.opponents is Opponents.BEST else str(self.opponents),
        }
        return {name: value for name, value in members.items() if value}

    def to_json(self) -> dict[str, Any]:
        """How an answer holds them."""
        return self.to_dict()

    def possible(self, auctions: Auctions, own_tricks: Mapping[Seat, int] | None = None) -> Mask:
        """The auctions that rules and constraints allow; DealError naming those that clash if there is none.

        ``own_tricks`` are what each hand takes by itself, for ``double_dummy_count``.
        """
        limits = list(self._limits(auctions, own_tricks or {}))
        possible = _meeting(auctions, limits)
        if not possible.any():
            raise DealError.of(_clash(auctions, limits))
        return possible

    def _limits(self, auctions: Auctions, own_tricks: Mapping[Seat, int]) -> Iterable[_Limit]:
        auction = auctions.auction
        axis = {seat: index for index, seat in enumerate(auction.order)}
        for seat, bid in self.fixed.items():
            yield _on_seat(auctions, axis[seat], [bid], json_pointer("fixed", seat), f"{seat} bids {bid.word}")
        for seat, bids in self.allowed.items():
            words = f"{seat} bids {' or '.join(bid.word for bid in sorted(bids))}"
            yield _on_seat(auctions, axis[seat], bids, json_pointer("allowed", seat), words)
        for seat in sorted(self.no_boards):
            others = [bid for bid in auctions.bids[axis[seat]] if not bid.is_board]
            yield _on_seat(auctions, axis[seat], others, "/no_boards", f"{seat} does not claim board")
        for side in Side:
            total = auctions.contract_totals(side)
            if side in self.max_total:
                most = self.max_total[side]
                mask = (total <= most)[auctions.outcome]
                yield _Limit(json_pointer("max_total", side), f"{side} bid at most {most}", mask)
            if side in self.min_total:
                least = self.min_total[side]
                mask = (total >= least)[auctions.outcome]
                yield _Limit(json_pointer("min_total", side), f"{side} bid at least {least}", mask)
        if auction.next is not None and self.opponents is not Opponents.BEST:
            for seat in auction.next.side.other.seats:
                if axis[seat] >= auctions.made:
                    yield _reply_limit(auctions, axis[seat], self.opponents, own_tricks)


NONE: Final = Constraints()
"""Nothing asked."""


@dataclass(frozen=True, slots=True, eq=False)
class _Limit:
    """One constraint: where it stands below ``/constraints``, what it says, and the auctions that meet it."""

    pointer: str
    words: str
    mask: Mask


def _on_seat(auctions: Auctions, axis: int, bids: Iterable[Bid], pointer: str, words: str) -> _Limit:
    allowed = set(bids)
    return _Limit(pointer, words, on_axis(axis, [bid in allowed for bid in auctions.bids[axis]]) > 0)


def _reply_limit(auctions: Auctions, axis: int, model: Opponents, own_tricks: Mapping[Seat, int]) -> _Limit:
    seat = auctions.auction.order[axis]
    if model is Opponents.PASS:
        return _on_seat(auctions, axis, [Bid.PASS], "/opponents", f"{seat} passes")
    bids, cards, rules = auctions.bids, auctions.auction.cards, auctions.auction.rules
    room = np.array(min(own_tricks[seat], rules.top_bid(cards)))
    if axis >= 2 and rules.side_total_cap is SideTotalCap.HAND_SIZE:
        room = np.minimum(room, cards - on_axis(axis - 2, [bid.number for bid in bids[axis - 2]]))
    number = on_axis(axis, [-1 if bid.is_board else bid.number for bid in bids[axis]])
    return _Limit("/opponents", f"{seat} bids the {own_tricks[seat]} that the hand takes", number == room)


def _meeting(auctions: Auctions, limits: Iterable[_Limit]) -> Mask:
    """The legal auctions that meet all of these."""
    possible = auctions.legal
    for limit in limits:
        possible = possible & limit.mask
    return possible


def _clash(auctions: Auctions, limits: list[_Limit]) -> Iterable[Fault]:
    """A fault for each of the limits that clash, none of which could be spared."""
    for limit in list(limits):
        rest = [other for other in limits if other is not limit]
        if not _meeting(auctions, rest).any():
            limits = rest
    made = ", ".join(f"{seat} {bid.word}" for seat, bid in auctions.auction.by_seat().items())
    after = f" after {made}" if made else ""
    for limit in limits:
        others = " and ".join(f"“{other.words}”" for other in limits if other is not limit)
        why = f"clashes with {others}" if others else "cannot be met under the rules"
        yield Fault.of(_POINTER + limit.pointer, f"“{limit.words}” {why}{after}", "R7")


def _by_seat(reader: DealReader, data: Mapping[Any, object], name: str) -> Iterable[tuple[Seat, object, str]]:
    value = data.get(name)
    pointer = _POINTER + json_pointer(name)
    if isinstance(value, Mapping):
        for seat, item in reader.seats(value, pointer).items():
            yield seat, item, pointer + json_pointer(seat)
    elif value is not None:
        reader.add(pointer, f"expected an object by seat, not {kind_of(value)}")


def _bid(reader: DealReader, value: object, pointer: str) -> Bid | None:
    try:
        return Bid.parse(value)
    except BidError as error:
        reader.faults += (fault.under(pointer) for fault in error.faults)
        return None


def _bids(reader: DealReader, value: object, pointer: str) -> frozenset[Bid]:
    if not isinstance(value, (list, tuple)) or not 1 <= len(value) <= MOST_BIDS:
        reader.add(pointer, f"expected a list of 1 to {MOST_BIDS} bids")
        return frozenset()
    bids = [_bid(reader, item, pointer + json_pointer(index)) for index, item in enumerate(value)]
    return frozenset(bid for bid in bids if bid is not None)


def _no_boards(reader: DealReader, value: object) -> frozenset[Seat]:
    if value is True:
        return frozenset(Seat)
    if value in (None, False):
        return frozenset()
    pointer = _POINTER + "/no_boards"
    if not isinstance(value, (list, tuple)) or len(value) > 4:
        reader.add(pointer, "expected true or a list of seats")
        return frozenset()
    seats = [reader.seat(item, pointer + json_pointer(index)) for index, item in enumerate(value)]
    return frozenset(seat for seat in seats if seat is not None)


def _totals(reader: DealReader, data: Mapping[Any, object], name: str) -> dict[Side, int]:
    value = data.get(name)
    pointer = _POINTER + json_pointer(name)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        reader.add(pointer, f"expected an object by side, not {kind_of(value)}")
        return {}
    totals = {}
    for key, item in value.items():
        place = pointer + json_pointer(key)
        side = next((side for side in Side if str(key).upper() == side.name), None)
        if side is None:
            reader.add(place, "the sides are NS and EW")
        else:
            total = reader.number(item, place, *TOTALS)
            if total is not None:
                totals[side] = total
    return totals


def _opponents(reader: DealReader, value: object) -> Opponents:
    if value is None:
        return Opponents.BEST
    try:
        return Opponents(value)  # type: ignore[arg-type]
    except ValueError:
        reader.add(_POINTER + "/opponents", f"expected one of {', '.join(Opponents)}")
        return Opponents.BEST
