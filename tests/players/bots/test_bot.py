"""How a game stands, as bots are told."""

from __future__ import annotations

import pytest

from solver.game.rules import PRESETS
from solver.players.bots.bot import Standing


@pytest.mark.parametrize("rules", PRESETS)
def test_the_second_half_comes_after_the_middle_deal(rules: str) -> None:
    sizes = PRESETS[rules].hand_sizes
    halves = [Standing(deal, len(sizes), 0, 0).second_half for deal in range(len(sizes))]
    assert halves == sorted(halves)
    assert halves.count(True) == len(sizes) // 2


def test_the_lead_is_the_side_s_own() -> None:
    assert Standing(0, 13, -5, 20).lead == -25
