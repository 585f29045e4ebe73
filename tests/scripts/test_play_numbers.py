"""``scripts/generate/play_numbers.py``: what is stored is what it measures, and the page follows from it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "generate"))

import play_numbers  # noqa: E402

from solver.game.rules import PRESETS  # noqa: E402

STORED = json.loads(play_numbers.STORED.read_text(encoding="utf-8"))


def test_the_file_reads_back_and_the_page_is_that_of_it() -> None:
    assert play_numbers.shown(STORED) == play_numbers.STORED.read_text(encoding="utf-8")
    assert play_numbers.PAGE.read_text(encoding="utf-8") == "\n".join(play_numbers.page(STORED)) + "\n"


def test_both_sides_of_each_room_are_counted_and_no_trick_is_lost_in_the_last() -> None:
    for rules, bots in STORED.items():
        assert rules in PRESETS
        for measured in bots.values():
            assert list(measured["by_cards"]) == [str(cards) for cards in range(1, 14)]
            for cards, losses in measured["by_cards"].items():
                kinds = [each for each in measured["differences"] if each["cards"] == int(cards)]
                assert sum(each["sides"] for each in kinds) == 2 * losses["rooms"]
                assert losses["rooms"] >= measured["deals"] * 0.9
                assert losses["by_trick"][-1] == [0, 0]
                # What one side gains the other loses.
                assert abs(sum(each["mean"] * each["sides"] for each in kinds)) < 1e-2


def test_a_measurement_is_the_same_each_time() -> None:
    once = play_numbers.measure("greedy", PRESETS["seven_card"], 1)
    assert once == play_numbers.measure("greedy", PRESETS["seven_card"], 1)
    assert {each["rooms"] for each in once["by_cards"].values()} == {1}  # the second room is the first again
