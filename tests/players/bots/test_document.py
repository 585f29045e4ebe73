"""docs/bots.md: its example plays, and its table names the bots there are."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from solver.players.bots.roster import BOTS, Entry
from solver.tournament.match import Match
from solver.tournament.run import play_match

TEXT = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_example_plays_without_an_error_and_better_than_chance(tmp_path: Path) -> None:
    (example,) = [block for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL) if "sys.stdin" in block]
    assert len(example.splitlines()) <= 32
    bot = tmp_path / "my_bot.py"
    bot.write_text(example)
    match = Match(Entry.parse(f"{sys.executable} {bot}"), Entry.parse("random"), sizes=(1, 4, 8), count=48, seed="doc")
    result = play_match(match).result()
    assert [each.errors for each in result.bots] == [0, 0]
    assert result.interval is not None
    assert result.interval[0] > 0


def test_it_names_the_bots_there_are_and_their_options() -> None:
    named = set(re.findall(r"`(\w+)(?::[^`]*)?`", "".join(re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE))))
    assert named == set(BOTS)
    for text in re.findall(r"`(\w+:[\w=,]+)`", TEXT):
        assert Entry.parse(text).options
