"""What a caller asks of the bids: the auctions that do not meet it are taken out.

At each turn a seat chooses among the bids that some remaining auction goes on with, so a constraint
on a later seat is a fact that earlier ones reckon with.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from solver.bidding.payoff import Auctions, Mask, along
from solver.errors import BidError, DealError, Fault, json_pointer
from solver.formats.deal_json import DealReader, kind_of
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat, Side
from solver.game.rules import SideTotalCap

__all__ = ["NONE", "Constraints", "Opponents"]

_AT: Final = "/constraints"


class Opponents(enum.StrEnum):
    """How the opponents of the seat to bid are taken to bid."""

    BEST = "best"
    PASS = "pass"
    DOUBLE_DUMMY_COUNT = "double_dummy_count"


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
            raise DealError(f"expected an object, not {kind_of(data)}", pointer=_AT)
        reader = DealReader()
        names = tuple(cls.__dataclass_fields__)
        for name in data:
            if name not in names:
                reader.add(_AT + json_pointer(name), f"not a constraint: use {', '.join(names)}")
        fixed = {seat: _bid(reader, bid, at) for seat, bid, at in _by_seat(reader, data, "fixed")}
        allowed = {seat: _bids(reader, bids, at) for seat, bids, at in _by_seat(reader, data, "allowed")}
        found = cls(
            {seat: bid for seat, bid in fixed.items() if bid is not None},
            {seat: bids for seat, bids in allowed.items() if bids},
            _no_boards(reader, data.get("no_boards")),
            _totals(reader, data, "max_total"),
            _totals(reader, data, "min_total"),
            _opponents(reader, data.get("opponents")),
        )
        if reader.faults:
            raise DealError.of(reader.faults)
        return found

    def to_dict(self) -> dict[str, Any]:
        """JSON with what is constrained; ``from_dict`` reads it back."""
        found: dict[str, Any] = {
            "fixed": {str(seat): bid.to_json() for seat, bid in sorted(self.fixed.items())},
            "allowed": {str(seat): [bid.to_json() for bid in sorted(bids)] for seat, bids in self.allowed.items()},
            "no_boards": [str(seat) for seat in sorted(self.no_boards)],
            "max_total": {str(side): total for side, total in self.max_total.items()},
            "min_total": {str(side): total for side, total in self.min_total.items()},
            "opponents": None if self.opponents is Opponents.BEST else str(self.opponents),
        }
        return {name: value for name, value in found.items() if value}

    def possible(self, auctions: Auctions, own_tricks: Mapping[Seat, int] | None = None) -> Mask:
        """The auctions that rules and constraints allow; DealError naming those that clash if there is none.

        ``own_tricks`` are what each hand takes by itself, for ``double_dummy_count``.
        """
        limits = list(self._limits(auctions, own_tricks or {}))
        found = _meet(auctions, limits)
        if not found.any():
            raise DealError.of(_clash(auctions, limits))
        return found

    def _limits(self, auctions: Auctions, own_tricks: Mapping[Seat, int]) -> Iterable[_Limit]:
        auction = auctions.auction
        place = {seat: at for at, seat in enumerate(auction.order)}
        for seat, bid in self.fixed.items():
            yield _on_seat(auctions, place[seat], [bid], json_pointer("fixed", seat), f"{seat} bids {_name(bid)}")
        for seat, bids in self.allowed.items():
            words = f"{seat} bids {' or '.join(_name(bid) for bid in sorted(bids))}"
            yield _on_seat(auctions, place[seat], bids, json_pointer("allowed", seat), words)
        for seat in sorted(self.no_boards):
            others = [bid for bid in auctions.bids[place[seat]] if not bid.is_board]
            yield _on_seat(auctions, place[seat], others, "/no_boards", f"{seat} does not claim board")
        for side in Side:
            contract = auctions.contract[side]
            total = np.where(contract > 26, auction.cards, contract)
            if side in self.max_total:
                most = self.max_total[side]
                mask = (total <= most)[auctions.kind]
                yield _Limit(json_pointer("max_total", side), f"{side} bid at most {most}", mask)
            if side in self.min_total:
                least = self.min_total[side]
                mask = (total >= least)[auctions.kind]
                yield _Limit(json_pointer("min_total", side), f"{side} bid at least {least}", mask)
        if auction.next is not None and self.opponents is not Opponents.BEST:
            for seat in auction.next.side.other.seats:
                if place[seat] >= len(auction.bids):
                    yield _reply_limit(auctions, place[seat], self.opponents, own_tricks)


NONE: Final = Constraints()
"""Nothing asked."""


@dataclass(frozen=True, slots=True, eq=False)
class _Limit:
    """One constraint: its place below ``/constraints``, what it says, and the auctions that meet it."""

    at: str
    words: str
    mask: Mask


def _on_seat(auctions: Auctions, place: int, bids: Iterable[Bid], at: str, words: str) -> _Limit:
    wanted = set(bids)
    return _Limit(at, words, along(place, [bid in wanted for bid in auctions.bids[place]]) > 0)


def _reply_limit(auctions: Auctions, place: int, model: Opponents, own_tricks: Mapping[Seat, int]) -> _Limit:
    seat = auctions.auction.order[place]
    if model is Opponents.PASS:
        return _on_seat(auctions, place, [Bid.PASS], "/opponents", f"{seat} passes")
    bids, cards, rules = auctions.bids, auctions.auction.cards, auctions.auction.rules
    room = np.array(min(own_tricks[seat], rules.top_bid(cards)))
    if place >= 2 and rules.side_total_cap is SideTotalCap.HAND_SIZE:
        room = np.minimum(room, cards - along(place - 2, [bid.number for bid in bids[place - 2]]))
    number = along(place, [-1 if bid.is_board else bid.number for bid in bids[place]])
    return _Limit("/opponents", f"{seat} bids the {own_tricks[seat]} that the hand takes", number == room)


def _meet(auctions: Auctions, limits: Iterable[_Limit]) -> Mask:
    found = auctions.legal
    for limit in limits:
        found = found & limit.mask
    return found


def _clash(auctions: Auctions, limits: list[_Limit]) -> Iterable[Fault]:
    """A fault for each of the limits that clash, none of which could be spared."""
    for limit in list(limits):
        rest = [other for other in limits if other is not limit]
        if not _meet(auctions, rest).any():
            limits = rest
    auction: Auction = auctions.auction
    made = ", ".join(f"{seat} {_name(bid)}" for seat, bid in auction.by_seat().items())
    after = f" after {made}" if made else ""
    for limit in limits:
        others = " and ".join(f"“{other.words}”" for other in limits if other is not limit)
        why = f"clashes with {others}" if others else "cannot be met under the rules"
        yield Fault.of(_AT + limit.at, f"“{limit.words}” {why}{after}", "R7")


def _name(bid: Bid) -> str:
    return "pass" if bid.is_pass else str(bid)


def _by_seat(reader: DealReader, data: Mapping[Any, object], name: str) -> Iterable[tuple[Seat, object, str]]:
    value = data.get(name)
    at = _AT + json_pointer(name)
    if isinstance(value, Mapping):
        for seat, item in reader.seats(value, at).items():
            yield seat, item, at + json_pointer(seat)
    elif value is not None:
        reader.add(at, f"expected an object by seat, not {kind_of(value)}")


def _bid(reader: DealReader, value: object, at: str) -> Bid | None:
    try:
        return Bid.parse(value)
    except BidError as error:
        reader.faults += (fault.under(at) for fault in error.faults)
        return None


def _bids(reader: DealReader, value: object, at: str) -> frozenset[Bid]:
    if not isinstance(value, (list, tuple)) or not 1 <= len(value) <= 15:
        reader.add(at, "expected a list of 1 to 15 bids")
        return frozenset()
    found = [_bid(reader, item, at + json_pointer(place)) for place, item in enumerate(value)]
    return frozenset(bid for bid in found if bid is not None)


def _no_boards(reader: DealReader, value: object) -> frozenset[Seat]:
    if value is True:
        return frozenset(Seat)
    if value in (None, False):
        return frozenset()
    at = _AT + "/no_boards"
    if not isinstance(value, (list, tuple)) or len(value) > 4:
        reader.add(at, "expected true or a list of seats")
        return frozenset()
    found = [reader.seat(item, at + json_pointer(place)) for place, item in enumerate(value)]
    return frozenset(seat for seat in found if seat is not None)


def _totals(reader: DealReader, data: Mapping[Any, object], name: str) -> dict[Side, int]:
    value = data.get(name)
    at = _AT + json_pointer(name)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        reader.add(at, f"expected an object by side, not {kind_of(value)}")
        return {}
    found = {}
    for key, item in value.items():
        where = at + json_pointer(key)
        side = next((side for side in Side if str(key).upper() == side.name), None)
        if side is None:
            reader.add(where, "the sides are NS and EW")
        else:
            total = reader.number(item, where, 0, 26)
            if total is not None:
                found[side] = total
    return found


def _opponents(reader: DealReader, value: object) -> Opponents:
    if value is None:
        return Opponents.BEST
    try:
        return Opponents(value)  # type: ignore[arg-type]
    except ValueError:
        reader.add(_AT + "/opponents", f"expected one of {', '.join(Opponents)}")
        return Opponents.BEST
