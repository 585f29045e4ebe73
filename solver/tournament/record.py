"""What is kept of a match: a line of JSON for each pair of rooms, from which all its numbers follow."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from solver.game.cards import Seat, Side
from solver.tournament.referee import Lapse
from solver.tournament.room import PlayedDeal
from solver.tournament.worth import Worth

__all__ = ["BoardRecord", "RoomRecord", "UnitRecord"]


@dataclass(frozen=True, slots=True)
class RoomRecord:
    """One deal of a room that counts, and the redeals before it.

    ``lines`` are the deal lines, redeals first.  ``contracts`` are numbers or board levels in words, as far as was
    bid; ``tricks`` are None where the deal was not played to its end, and ``open_tricks`` are North-South's with best
    play by all four from the first card.  ``losses`` are a trick (from 0), who played and the tricks that the card
    cost with open cards; None where nobody asked.
    """

    lines: tuple[str, ...]
    points: Mapping[Side, int]
    leader: Seat | None
    contracts: Mapping[Side, int | str]
    ns_tricks: int | None
    open_tricks: int | None
    open_points: Mapping[Side, int] | None
    losses: tuple[tuple[int, Seat, int], ...] | None
    lapse: Lapse | None

    @classmethod
    def of(cls, played: list[PlayedDeal], worth: Worth) -> Self:
        """From the deals of a board, the last of which counts."""
        last = played[-1]
        tricks = last.tricks
        return cls(
            lines=tuple(str(each.deal) for each in played),
            points=last.points,
            leader=last.deal.auction.leader,
            contracts={side: contract.to_json() for side, contract in last.contracts.items()},
            ns_tricks=None if tricks is None else tricks[Side.NS],
            open_tricks=worth.ns_tricks,
            open_points=worth.points,
            losses=worth.losses,
            lapse=last.lapse,
        )

    @property
    def passed_out(self) -> bool:
        """Whether all passed as often as they may."""
        return self.leader is None and self.lapse is None

    def margin(self, side: Side) -> int:
        """The side's points less the other's."""
        return self.points[side] - self.points[side.other]

    def open_margin(self, side: Side) -> int | None:
        """The same if all four had played their best with open cards; None where the bidding was not finished."""
        return None if self.open_points is None else self.open_points[side] - self.open_points[side.other]

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        value: dict[str, Any] = {
            "deals": list(self.lines),
            "points": _by_side(self.points),
            "leader": None if self.leader is None else str(self.leader),
            "contracts": _by_side(self.contracts),
            "tricks": self.ns_tricks,
            "open_tricks": self.open_tricks,
            "open_points": None if self.open_points is None else _by_side(self.open_points),
        }
        if self.losses is not None:
            value["losses"] = [[trick, str(seat), lost] for trick, seat, lost in self.losses]
        if self.lapse is not None:
            value["error"] = {"seat": str(self.lapse.seat), "doing": self.lapse.doing, "reason": self.lapse.reason}
        return value

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        """What ``to_dict`` wrote."""
        losses, error, best = value.get("losses"), value.get("error"), value["open_points"]
        return cls(
            lines=tuple(value["deals"]),
            points=_sides(value["points"]),
            leader=None if value["leader"] is None else Seat(value["leader"]),
            contracts=_sides(value["contracts"]),
            ns_tricks=value["tricks"],
            open_tricks=value["open_tricks"],
            open_points=None if best is None else _sides(best),
            losses=None if losses is None else tuple((trick, Seat(seat), lost) for trick, seat, lost in losses),
            lapse=None if error is None else Lapse(Seat(error["seat"]), error["doing"], error["reason"]),
        )


def _by_side(values: Mapping[Side, Any]) -> dict[str, Any]:
    return {str(side): value for side, value in values.items()}


def _sides(values: Mapping[str, Any]) -> dict[Side, Any]:
    return {Side(side): value for side, value in values.items()}


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """The same cards in two rooms: the first bot sits North-South in the first room, East-West in the second."""

    cards: int
    rooms: tuple[RoomRecord, RoomRecord]

    @property
    def seen(self) -> Iterator[tuple[Side, RoomRecord]]:
        """Each room with the side of the first bot."""
        return zip(Side, self.rooms, strict=True)

    @property
    def points(self) -> float:
        """The first bot's points over the second, the mean of both rooms."""
        return sum(room.margin(side) for side, room in self.seen) / 2


@dataclass(frozen=True, slots=True)
class UnitRecord:
    """A pair of rooms: one deal, or a whole game."""

    unit: int
    boards: tuple[BoardRecord, ...]

    @property
    def points(self) -> float:
        """The first bot's points a deal over the second."""
        return sum(board.points for board in self.boards) / len(self.boards)

    def line(self) -> str:
        """One line of JSON; ``parse`` reads it back."""
        boards = [{"cards": board.cards, "rooms": [room.to_dict() for room in board.rooms]} for board in self.boards]
        return json.dumps({"unit": self.unit, "boards": boards}, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def parse(cls, line: str | bytes) -> Self:
        """What ``line`` wrote."""
        value = json.loads(line)
        boards = []
        for board in value["boards"]:
            first, second = map(RoomRecord.from_dict, board["rooms"])
            boards.append(BoardRecord(board["cards"], (first, second)))
        return cls(value["unit"], tuple(boards))
