"""Pairs of rooms: who sits where, the same cards in both, and lines that depend on nothing but the match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from odd_bots import command

from solver.deal import Deal
from solver.game.cards import Side
from solver.game.rules import PRESETS
from solver.game.score_sheet import GameDeal, GameScore
from solver.players.bots.roster import Entry
from solver.tournament.chunk import play_chunk, play_units
from solver.tournament.clock import Clock
from solver.tournament.match import Match
from solver.tournament.record import UnitRecord

MATCH = Match(Entry.parse("table"), Entry.parse("random"), PRESETS["bab_online"], count=20, seed="7", sizes=(2, 5))


def units(match: Match, number: int) -> list[UnitRecord]:
    return list(play_units(match, range(number), (Clock(), Clock())))


def test_both_rooms_have_the_same_cards_and_dealer_and_the_sides_exchanged() -> None:
    same = replace(MATCH, second=MATCH.first)
    for unit in units(same, 6):
        (board,) = unit.boards
        one, other = board.rooms
        assert one.lines == other.lines  # a bot that uses no chance does the same on both sides
        assert board.points == 0
        assert one.points == other.points
    for unit in units(MATCH, 6):
        (board,) = unit.boards
        first, second = (Deal.parse(room.lines[0]) for room in board.rooms)
        assert (first.hands, first.dealer, first.upcard) == (second.hands, second.dealer, second.upcard)
        assert [side for side, _ in board.seen] == [Side.NS, Side.EW]
        ns, ew = board.rooms[0].margin(Side.NS), board.rooms[1].margin(Side.EW)
        assert board.points == (ns + ew) / 2


def test_a_part_is_the_same_by_itself() -> None:
    block, times, said = play_chunk(MATCH, 1)
    assert said == []
    lines = [unit.line() for unit in units(MATCH, 20)]
    assert block.decode().splitlines() == lines[8:16]
    assert len(play_chunk(MATCH, 2)[0].splitlines()) == 4
    assert [set(clock) for clock in times] == [{"bid", "card"}, {"bid", "card"}]


@pytest.mark.parametrize("rules", ["standard", "seven_card", "bab_online"])
def test_a_room_plays_a_whole_game_as_the_score_sheet_has_it(rules: str) -> None:
    match = replace(MATCH, rules=PRESETS[rules], games=True, count=1, sizes=())
    (unit,) = units(match, 1)
    for room in range(2):
        sheet = GameScore(match.rules)
        for board in unit.boards:
            for line in board.rooms[room].lines:
                deal = Deal.parse(line)
                taken = board.rooms[room].ns_tricks if line == board.rooms[room].lines[-1] else None
                sheet = sheet.add(GameDeal.of(deal.auction, taken, deal.rainbows()))
        assert sheet.finished
        totals = {side: sum(board.rooms[room].points[side] for board in unit.boards) for side in Side}
        assert sheet.totals == totals


def test_what_commands_say_on_standard_error_is_kept_once_or_heard_each_time(tmp_path: Path) -> None:
    bot = Entry.parse(command(tmp_path, "import sys\nsys.stderr.write('help\\n')\nsys.exit(1)\n"))
    match = replace(MATCH, first=bot, count=3)
    assert play_chunk(match, 0)[2] == ["help"]
    heard: list[str] = []
    assert play_chunk(match, 0, say=heard.append)[2] == []
    assert set(heard) == {"help"}
    assert len(heard) >= 6
