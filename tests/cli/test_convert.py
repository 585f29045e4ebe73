"""``backalley convert``: every notation by its ending, and what cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from recorded_runs import HANDS, LINE, MADE, PLAYED, Run

from solver.requests.deals import read_deals


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.mark.parametrize("ending", [".pbn", ".json", ".jsonl", ".txt", ".deal", ".pbn.gz", ".json.gz", ".txt.gz"])
def test_deals_read_back_from_every_ending(run: Run, tmp_path: Path, ending: str) -> None:
    given = tmp_path / "deals.txt"
    given.write_text(f"{LINE}\n{PLAYED}\n{MADE} rules=bab_online\n")
    target = tmp_path / f"out{ending}"
    assert run("convert", given, target).status == 0
    assert run("convert", target, "-", "--to", "lines").out == given.read_text()


def test_bridge_without_a_trump_converts_to_bridge_alone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.pbn"
    path.write_text(f'[Board "7"]\n[Dealer "N"]\n[Deal "{HANDS}"]\n[Auction "N"]\n1C Pass\n*\n')
    done = run("convert", path, "-", "--to", "lin")
    assert (done.status, done.err) == (0, [])
    assert "|ah|Board 7|" in done.out
    done = run("convert", path, "-", "--to", "json")
    assert (done.status, len(done.err)) == (2, 1)
    assert "--trump" in done.err[0]
    done = run("convert", path, "-", "--to", "json", "--trump", "H")
    (deal,) = read_deals(done.out)
    assert str(deal.trump) == "H"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("out.xyz",), "--to"),
        (("-",), "--to"),
        (("nowhere/out.pbn",), "No such file"),
        (("out.lin",), "LIN holds deals of bridge"),
    ],
)
def test_what_cannot_be_written(run: Run, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    target = arguments[0] if arguments[0] == "-" else str(tmp_path / arguments[0])
    done = run("convert", LINE, target)
    assert (done.status, len(done.err)) == (2, 1)
    assert said in done.err[0]
    assert list(tmp_path.iterdir()) == []
