"""Records come back from their lines as they were."""

from __future__ import annotations

from dataclasses import replace

from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS
from solver.players.bots.roster import Entry
from solver.tournament.chunk import play_units
from solver.tournament.clock import Clock
from solver.tournament.match import Match
from solver.tournament.record import UnitRecord
from solver.tournament.referee import Lapse


def test_lines_read_back() -> None:
    for rules in ("standard", "bab_online"):
        match = Match(Entry.parse("greedy"), Entry.parse("random"), PRESETS[rules], (1, 3, 4), open_cards=True)
        for unit in play_units(match, range(12), (Clock(), Clock())):
            assert UnitRecord.parse(unit.line()) == unit
            assert UnitRecord.parse(unit.line()).line() == unit.line()


def test_a_lapse_reads_back_and_its_contracts_as_far_as_they_go() -> None:
    match = Match(Entry.parse("greedy"), Entry.parse("table"), sizes=(3,))
    (unit,) = play_units(match, range(1), (Clock(), Clock()))
    (board,) = unit.boards
    lost = replace(
        board.rooms[0],
        lapse=Lapse(Seat.E, "bid", "no answer within 1 s"),
        leader=None,
        ns_tricks=None,
        open_tricks=None,
        open_points=None,
        contracts={Side.NS: 2, Side.EW: "double board"},
    )
    changed = replace(unit, boards=(replace(board, rooms=(lost, board.rooms[1])),))
    assert UnitRecord.parse(changed.line()) == changed
    assert not lost.passed_out
    assert lost.open_margin(Side.NS) is None
