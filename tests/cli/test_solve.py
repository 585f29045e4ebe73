"""``backalley solve``: tables of leaders and values of cards as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import LINE, REAL, Run, one_line

FIXTURES = Path(__file__).parents[2] / "fixtures"


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


HAND = "S D N:7.7.J.7 .K4..A9 K8.Q5.. 43...6.B {} up=2D"


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        ("0 0 0 2", "By the bids South leads (R10): South's row applies, NS 3, EW 1"),
        ("0 0 B 2", "By the bids East leads (R10), alone in board: East's row applies, on the right, NS 1, EW 3"),
        ("B 0 0 0", "By the bids West leads (R10), alone in board: West's row applies, on the right, NS 0, EW 4"),
        ("B 1 B 0", "By the bids East leads (R10), and East and West may lead trump at once (R12): NS 1, EW 3"),
        ("0 0 0 0", "All four passed, so nobody leads (R9): no row applies"),
    ],
)
def test_the_row_of_the_bids(run: Run, bids: str, said: str) -> None:
    assert said in run("solve", HAND.format(bids)).out.splitlines()
    told = "By the bids" in run("solve", HAND.format(bids.rpartition(" ")[0])).out
    assert not told


def test_a_leader_that_the_bids_contradict(run: Run) -> None:
    line = HAND.format("0 0 0 2")
    error = one_line(run("solve", line, "--leader", "N"))
    assert error == "backalley: --leader N: the bids have S lead (R10); --anyway solves it all the same\n"
    assert "nobody leads (R9)" in one_line(run("solve", HAND.format("0 0 0 0"), "--leader", "N"))
    assert "North to play" in run("solve", line, "--leader", "N", "--anyway").out
    assert "South to play" in run("solve", line, "--leader", "S").out


@pytest.mark.parametrize(
    "file",
    sorted(file for kind in ("real", "played") for file in (FIXTURES / kind).iterdir() if file.is_file()),
    ids=str,
)
def test_every_real_deal_is_an_argument(run: Run, file: Path) -> None:
    result = run("solve", str(file), "--json")
    assert (result.status, result.err) == (0, "")
    assert result.out.count("\n") == sum(line[:1] != "#" for line in file.read_text(encoding="utf-8").splitlines())
