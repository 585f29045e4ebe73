"""Measured deals: whole, and for the right rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.bidding.par_margins import ParMargins, measured, measured_for
from solver.game.rules import PRESETS, RedealDealer, Rules


def test_measured_deals_are_whole() -> None:
    assert set(measured()) == {measured_for(rules).preset for rules in PRESETS.values()}
    for by_size in measured().values():
        assert list(by_size) == list(range(1, 14))
        for deals in by_size.values():
            assert sum(deals.chances) + deals.passed_out_chance == pytest.approx(1)
            assert deals.played + deals.passed_out == deals.deals
            assert 0 <= deals.boards <= deals.deals


def test_an_entry_is_counted_up() -> None:
    deals = ParMargins.from_json({"deals": 5, "passed_out": 1, "boards": 2, "margins": {"-10": 1, "2": 3}})
    assert (deals.margins, deals.chances, deals.passed_out_chance) == ((-10, 2), (0.2, 0.6), 0.2)
    assert (deals.played, deals.mean, deals.variance) == (4, -1.0, 27.0)


@pytest.mark.parametrize(
    ("rules", "preset", "exact"),
    [
        (Rules(), "standard", True),
        (Rules(hand_sizes=(3, 2), redeal_dealer=RedealDealer.SAME), "standard", True),
        (Rules(trick_points=10), "standard", False),
        (PRESETS["bab_online"], "bab_online", True),
        (replace(PRESETS["bab_online"], bloopers=False), "bab_online", False),
        (PRESETS["whist"], "standard", False),
    ],
)
def test_rules_have_deals_that_stand_for_them(rules: Rules, preset: str, exact: bool) -> None:
    deals = measured_for(rules)
    assert (deals.preset, deals.exact) == (preset, exact)
    assert deals.by_size is measured()[preset]
