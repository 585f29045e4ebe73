"""The play beside double dummy, counted again from the records."""

from __future__ import annotations

import pytest

from solver.game.cards import Side
from solver.game.rules import PRESETS
from solver.players.bots.roster import Entry
from solver.tournament.chunk import play_units
from solver.tournament.clock import Clock
from solver.tournament.counts.summary import summarise
from solver.tournament.match import Match


def test_losses_and_differences_are_means_over_rooms() -> None:
    match = Match(
        Entry.parse("random"), Entry.parse("greedy"), PRESETS["bab_online"], (3, 5), 20, seed="b", open_cards=True
    )
    units = list(play_units(match, range(match.count), (Clock(), Clock())))
    told = summarise(match, units).open_cards
    assert told is not None
    lost: dict[tuple[int, int, int], int] = {}
    differences: dict[tuple[int, int | str, bool], list[int]] = {}
    rooms = {3: 0, 5: 0}
    for unit in units:
        (board,) = unit.boards
        for first, room in board.seen:
            assert room.losses is not None
            assert room.ns_tricks is not None
            assert room.open_tricks is not None
            assert room.leader is not None
            rooms[board.cards] += 1
            for trick, seat, cost in room.losses:
                key = board.cards, trick, int(seat.side is not first)
                lost[key] = lost.get(key, 0) + cost
            for side in Side:
                contract = room.contracts[side]
                kind = "board" if isinstance(contract, str) else contract
                more = (room.ns_tricks - room.open_tricks) * (1 if side is Side.NS else -1)
                differences.setdefault((board.cards, kind, room.leader.side is side), []).append(more)
    assert {cards: each.rooms for cards, each in told.by_cards.items()} == rooms
    for cards, each in told.by_cards.items():
        assert len(each.by_trick) == cards
        for trick, pair in enumerate(each.by_trick):
            for who in (0, 1):
                assert pair[who] == pytest.approx(lost.get((cards, trick, who), 0) / rooms[cards], abs=1e-6)
        for who in (0, 1):
            assert each.lost[who] == pytest.approx(sum(pair[who] for pair in each.by_trick), abs=1e-5)
        assert each.by_trick[-1] == (0, 0)  # nobody has a choice in the last trick
    assert len(told.differences) == len(differences)
    for difference in told.differences:
        values = differences[difference.cards, difference.contract, difference.leads]
        assert difference.sides == len(values)
        assert difference.mean == pytest.approx(sum(values) / len(values), abs=1e-6)
        square = sum(value * value for value in values) / len(values)
        assert difference.sd**2 == pytest.approx(square - difference.mean**2, abs=1e-5)
    assert sum(each.mean * each.sides for each in told.differences) == pytest.approx(0, abs=1e-3)
