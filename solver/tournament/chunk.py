"""The work on a part of a match: its pairs of rooms one after another, to lines and times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from typing import Any, Final

from solver.game.cards import Seat, Side
from solver.players.bots.process import Say
from solver.players.bots.roster import Player
from solver.search.engine import Engine
from solver.tournament.clock import Clock
from solver.tournament.match import Match
from solver.tournament.record import BoardRecord, RoomRecord, UnitRecord
from solver.tournament.room import Room
from solver.tournament.worth import MEMORY_MB, Worth

__all__ = ["Result", "play_chunk", "play_units"]


Result = tuple[bytes, list[dict[str, Any]], list[str]]
"""Lines of a chunk, times of both bots, and what commands said on standard error."""
_MOST_SAID: Final = 1000
"""No more lines of standard error are kept of a chunk."""


def play_chunk(match: Match, index: int, cancel: object = None, say: Say | None = None) -> Result:  # noqa: ARG001
    """The lines of one chunk, and the times of both bots, as JSON; the lines depend on the match and index alone.

    ``say`` hears at once what commands write to standard error; without it each line is kept once, and comes last.
    """
    said: dict[str, None] = {}

    def keep(line: str) -> None:
        if len(said) < _MOST_SAID:
            said[line] = None

    clocks = (Clock(), Clock())
    first = index * match.chunk
    units = range(first, min(first + match.chunk, match.count))
    lines = [unit.line() + "\n" for unit in play_units(match, units, clocks, say or keep)]
    return "".join(lines).encode(), [clock.to_dict() for clock in clocks], list(said)


def play_units(match: Match, units: range, clocks: tuple[Clock, Clock], say: Say | None = None) -> Iterator[UnitRecord]:
    """Plays pairs of rooms; players of both rooms sit down anew for each deal, and leave at the end."""
    engine = Engine(match.rules, MEMORY_MB)
    with ExitStack() as stack:

        def room(number: int) -> Room:
            """The first bot sits North-South in room 0, East-West in room 1."""
            players: dict[Seat, Player] = {}
            for seat in Seat:
                entry = match.contenders[(seat.side.place + number) % 2]
                players[seat] = stack.enter_context(closing(entry.player(say)))
            by_side = {side: clocks[(side.place + number) % 2] for side in Side}
            return Room(match.rules, players, by_side, match.time, f"room {number}")

        rooms = room(0), room(1)
        for unit in units:
            sides = [list(_room_boards(match, unit, each, engine)) for each in rooms]
            sizes = [board.cards for board in match.boards(unit)]
            pairs = zip(sizes, *sides, strict=True)
            yield UnitRecord(unit, tuple(BoardRecord(cards, (one, other)) for cards, one, other in pairs))


def _room_boards(match: Match, unit: int, room: Room, engine: Engine) -> Iterator[RoomRecord]:
    """The deals that count in one room of a unit."""
    dealer: Seat | None = None
    totals: Mapping[Side, int] | None = dict.fromkeys(Side, 0) if match.games else None
    for board in match.boards(unit):
        played = list(room.play(board, dealer or board.dealer, totals))
        last = played[-1]
        yield RoomRecord.of(played, Worth.of(last, engine, each_card=match.open_cards))
        assert last.deal.dealer is not None
        dealer = last.deal.dealer.next if match.games else None
        if totals is not None:
            totals = {side: points + last.points[side] for side, points in totals.items()}
