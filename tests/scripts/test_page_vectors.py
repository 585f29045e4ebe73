"""``scripts/generate/page_vectors.py``: the page is held against what the house says today."""

from __future__ import annotations

import json
import sys
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "scripts" / "generate"
sys.path.insert(0, str(SCRIPTS))

import page_vectors  # noqa: E402
from page_parts.game import plays, rules_of_all_sorts  # noqa: E402

from solver.game.rules import KNOBS, PRESETS, STANDARD  # noqa: E402


def test_the_files_are_those_that_would_be_written() -> None:
    assert page_vectors.stale() == []


def test_they_are_small() -> None:
    assert sum(path.stat().st_size for path in page_vectors.FOLDER.iterdir()) < 300_000


def test_all_presets_and_every_knob_of_a_deal_are_among_the_rules_played_by() -> None:
    told = [json.dumps(rules.to_value()) for rules in rules_of_all_sorts()]
    assert len(told) == len(set(told))
    assert set(map(json.dumps, PRESETS)) <= set(told)
    changed = {
        knob
        for rules in rules_of_all_sorts()
        for knob in KNOBS
        if rules not in PRESETS.values() and getattr(rules, knob) != getattr(STANDARD, knob)
    }
    assert KNOBS.keys() - changed == {"hand_sizes", "redeal_dealer"}  # a game's alone, which the presets change
    assert len(list(plays())) >= len(told)
