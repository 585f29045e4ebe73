"""Where a result comes from, in words."""

from __future__ import annotations

from dataclasses import replace

from solver.game.cards import Side
from solver.reviewing.account import Account, Luck
from solver.reviewing.words.account import account_steps, closing_text, luck_text, sources_text

ACCOUNT = Account(5, {Side.NS: 4, Side.EW: 0}, {Side.NS: 0, Side.EW: 11}, dict.fromkeys(Side, 0), 12)


def test_the_steps_lead_from_par_to_the_result() -> None:
    steps = account_steps(ACCOUNT, over=True)
    assert sum(points for _, points in steps[:-1]) == steps[-1][1] == 12
    assert steps[1] == ("Lost by North-South's bids", -4)
    assert account_steps(ACCOUNT, over=False)[-1][0] == "Result, what is missing with best play"


def test_where_a_margin_comes_from() -> None:
    assert sources_text(ACCOUNT) == (
        "The cards alone, best bid and played, would have put North-South ahead by 5 points;"
        " North-South gave away 4 points, East-West 11 points."
    )
    assert "would have put East-West ahead by 1 point;" in sources_text(replace(ACCOUNT, par_margin=-1))
    assert "would have left both sides level;" in sources_text(replace(ACCOUNT, par_margin=0))


def test_luck_and_skill() -> None:
    assert luck_text(Luck(-1.5, 0.2, 6.5, 7)).startswith(
        "As points for North-South: -1.5 could be expected before the deal, +6.5 came by the luck of the cards, and +7"
    )
    unmeasured = luck_text(Luck(0, 0, 5, 7, unmeasured=1))
    assert "expected before" not in unmeasured
    assert unmeasured.endswith("What could be expected by these rules was not measured, and counts as 0.")
    mixed = luck_text(Luck(2.5, 0.2, 4.5, 7, hands=3, unmeasured=1))
    assert "+2.5 could be expected before the deal, +4.5 came" in mixed
    assert mixed.endswith("in 1 of the 3 hands was not measured, and counts as 0.")


def test_the_unit_is_named() -> None:
    assert "the points that were" in closing_text(in_points=True)
    assert "the tricks that were" in closing_text(in_points=False)
