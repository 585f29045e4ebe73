"""The play of a match as deal lines, which every command reads; what stands about a deal is in the remark before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solver.game.cards import Side
from solver.tournament.match import Match
from solver.tournament.record import RoomRecord, UnitRecord

__all__ = ["record_lines"]


def record_lines(match: Match, units: Iterable[UnitRecord]) -> Iterator[str]:
    """The lines of a file, room by room, redeals first.

    A deal that was lost before all had bid has no contracts that could be reviewed: its line is a remark too.
    """
    for unit in units:
        for number, board in enumerate(unit.boards):
            place = f"game {unit.unit}, deal {number}" if match.games else f"deal {unit.unit}"
            for index, (first, room) in enumerate(board.seen):
                names = {first: _one_line(match.first), first.other: _one_line(match.second)}
                sides = ", ".join(f"{side} {names[side]}" for side in Side)
                points = ", ".join(f"{side} {room.points[side]}" for side in Side)
                yield f"# {place}, room {index}: {sides}; points {points}{_lapse(room)}"
                *redeals, last = room.lines
                yield from redeals
                yield f"# {last}" if room.lapse is not None and room.leader is None else last


def _lapse(room: RoomRecord) -> str:
    if room.lapse is None:
        return ""
    return f"; {room.lapse.seat} lost the deal ({room.lapse.doing}): {_one_line(room.lapse.reason)}"


def _one_line(text: object) -> str:
    """A remark's, whatever a command or a bot has in it."""
    return " ".join(str(text).split()).encode("utf-8", "backslashreplace").decode()
