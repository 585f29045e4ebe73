"""What became of contracts, in words."""

from __future__ import annotations

import pytest

from solver.game.auction import Contract
from solver.game.cards import Side
from solver.reviewing.words.contracts import change_text, result_text


@pytest.mark.parametrize(
    ("total", "level", "tricks", "score", "said"),
    [
        (5, 0, 6, 26, "North-South bid 5 and took 6: made, 26 points."),
        (5, 0, 4, -25, "North-South bid 5 and took 4: failed, -25 points."),
        (0, 0, 1, 1, "North-South bid nothing and took 1: 1 point."),
        (None, 1, 7, 70, "North-South bid board and took all: made, 70 points."),
        (None, 1, 6, -70, "North-South bid board and took 6: failed, -70 points."),
    ],
)
def test_a_result(total: int | None, level: int, tricks: int, score: int, said: str) -> None:
    assert result_text(Side.NS, Contract(Side.NS, total, level, level), tricks, 7, score) == said


@pytest.mark.parametrize(
    ("hands", "score", "said"),
    [
        (1, -15, "failed, -15 points, with 10 for a rainbow hand."),
        (2, 0, "failed, 0 points, with 20 for 2 rainbow hands."),
    ],
)
def test_a_result_names_its_rainbow_points(hands: int, score: int, said: str) -> None:
    text = result_text(Side.NS, Contract(Side.NS, 3), 2, 4, score, True, (hands, 10 * hands))
    assert text == f"North-South bid 3 and took 2: {said}"


def test_a_card_may_change_both_contracts() -> None:
    contracts = {Side.NS: Contract(Side.NS, 4), Side.EW: Contract(Side.EW, 4)}
    said = "their bid of 4 now fails and East-West can now make their bid of 4"
    assert change_text(Side.NS, 4, 3, 7, contracts) == said
    assert change_text(Side.NS, 6, 5, 7, contracts) == ""
