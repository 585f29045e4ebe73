"""What a match deals: sizes in turn, whole games, and that it depends on what it says of itself."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from solver.errors import BackAlleyError
from solver.game.cards import Seat
from solver.game.rules import PRESETS
from solver.players.bots.roster import Entry
from solver.tournament.match import Match
from solver.tournament.run import play_match

MATCH = Match(Entry.parse("table"), Entry.parse("greedy"), PRESETS["bab_online"], seed="7")


def test_deals_take_the_sizes_of_a_game_in_turn_or_those_asked_for() -> None:
    sizes = [board.cards for unit in range(26) for board in MATCH.boards(unit)]
    assert sizes == [*MATCH.rules.hand_sizes] * 2
    asked = replace(MATCH, sizes=(3, 5))
    assert [board.cards for unit in range(4) for board in asked.boards(unit)] == [3, 5, 3, 5]
    seeds = {board.seed for unit in range(26) for board in MATCH.boards(unit)}
    assert len(seeds) == 26


@pytest.mark.parametrize("rules", PRESETS)
def test_a_game_has_all_its_deals_and_one_first_dealer(rules: str) -> None:
    match = replace(MATCH, rules=PRESETS[rules], games=True)
    boards = list(match.boards(3))
    assert [board.cards for board in boards] == list(PRESETS[rules].hand_sizes)
    assert len({board.dealer for board in boards}) == 1
    assert [board.number for board in boards] == list(range(len(boards)))
    assert {board.of for board in boards} == {len(boards)}
    assert {next(match.boards(unit)).dealer for unit in range(40)} == set(Seat)


def test_it_says_all_that_its_results_depend_on() -> None:
    said = MATCH.describe()
    assert json.loads(json.dumps(said)) == said
    for change in (
        {"first": Entry.parse("random")},
        {"second": Entry.parse("random")},
        {"rules": PRESETS["standard"]},
        {"sizes": (3,)},
        {"count": 7},
        {"games": True},
        {"seed": "8"},
        {"time": 1.0},
        {"until": 2.0},
        {"open_cards": True},
    ):
        assert replace(MATCH, **change).describe() != said  # type: ignore[arg-type]


def test_half_of_a_letter_is_told_by_who_deals() -> None:
    """As from a command line whose bytes are no text."""
    match = Match(Entry.parse("greedy"), Entry.parse("random"), games=True, count=1, seed="\udcff")
    assert {board.dealer for board in match.boards(0)} <= set(Seat)
    with pytest.raises(BackAlleyError, match="a seed is a number or a text that UTF-8 can hold"):
        play_match(match)
