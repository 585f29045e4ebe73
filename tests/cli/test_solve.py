"""``backalley solve``: tables of leaders and values of cards as text."""

from __future__ import annotations

import json

from command_line import LINE, REAL, Run


def test_the_real_deal_in_text(run: Run) -> None:
    result = run("solve", REAL)
    assert result.status == 0
    assert "South" in result.out
    rows = [line.split() for line in result.out.splitlines()]
    assert ["North", "2", "11", "2", "11"] in rows
    assert "At most NS 2, EW 11" in result.out


def test_cards_in_text(run: Run) -> None:
    result = run("solve", LINE, "--leader", "N")
    answer = json.loads(run("solve", LINE, "--leader", "N", "--json").out)
    rows = [line.split() for line in result.out.splitlines()]
    for card, tricks in answer["cards"].items():
        best = ["best"] if card in answer["best"] else []
        assert [card, str(tricks["NS"]), str(tricks["EW"]), *best] in rows
    assert f"Best play: {' '.join(answer['line'])}" in result.out
