"""``scripts/batch_solve.py``: files of every format, streams that do not work, Ctrl-C."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from bad_deals import GOOD
from hard_deals import hard_deals

from solver.bidding import optimal_bids
from solver.deal import Deal
from solver.dealing import deals
from solver.search import solve

SCRIPT = Path(__file__).parents[2] / "scripts" / "batch_solve.py"
LINE = str(Deal.from_dict(GOOD))


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    if "result" not in record:
        return record
    return {**record, "result": {name: value for name, value in record["result"].items() if name != "ms"}}


def batch(*arguments: str, text: str = "") -> tuple[int, list[dict[str, Any]], str]:
    """Exit status, records and standard error of the script."""
    done = subprocess.run([sys.executable, SCRIPT, *arguments], input=text, capture_output=True, text=True, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


@pytest.mark.parametrize(("ask", "engine"), [("solve", solve), ("bids", optimal_bids)])
def test_the_script_solves_a_file(tmp_path: Path, ask: str, engine: Any) -> None:
    dealt = list(deals(4, 20, 5))
    source, target = tmp_path / "deals.txt", tmp_path / "solved.jsonl"
    source.write_text("".join(f"{deal}\n" for deal in dealt))
    status, printed, told = batch(str(source), str(target), "--ask", ask)
    assert (status, printed) == (0, [])
    assert told.startswith("20 deals in ")
    answered = [json.loads(line) for line in target.read_text().splitlines()]
    assert [timeless(record) for record in answered] == [
        timeless({"line": number, "deal": str(deal), "result": engine(deal).to_dict()})
        for number, deal in enumerate(dealt, 1)
    ]


def test_the_script_reads_every_format(tmp_path: Path) -> None:
    deal = Deal.from_dict(GOOD)
    pbn = tmp_path / "deals.pbn"
    pbn.write_text(f'[Dealer "W"]\n[Trump "H"]\n[Deal "{" ".join(str(deal).split()[2:6])}"]\n')
    listed = json.dumps([deal.to_dict(), deal.to_dict()], indent=1)
    assert [len(batch("-", text=text)[1]) for text in (LINE, json.dumps(GOOD), listed)] == [1, 1, 2]
    status, answered, _ = batch(str(pbn))
    assert (status, len(answered)) == (0, 1)
    assert answered[0]["result"]["tricks"] == solve(deal).to_dict()["tricks"]


def test_the_script_keeps_the_good_lines_of_a_bad_file(tmp_path: Path) -> None:
    source = tmp_path / "deals.txt"
    source.write_bytes(f"{LINE}\nW H \xff\n{LINE}\n".encode("latin-1"))
    status, answered, told = batch(str(source))
    assert status == 1
    assert ["result" in record for record in answered] == [True, False, True]
    assert "1 of them with an error" in told


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gzip"])
def test_the_script_reads_every_encoding(tmp_path: Path, encoding: str) -> None:
    text = f"# É\n{LINE}\n{LINE}\n"
    source = tmp_path / "deals"
    source.write_bytes(gzip.compress(text.encode()) if encoding == "gzip" else text.encode(encoding))
    status, answered, told = batch(str(source))
    assert (status, [record["line"] for record in answered]) == (0, [2, 3])
    assert told.startswith("2 deals in ")
    with source.open("rb") as stdin:
        done = subprocess.run([sys.executable, SCRIPT, "-"], stdin=stdin, capture_output=True, text=True, check=False)
    assert [timeless(json.loads(line)) for line in done.stdout.splitlines()] == list(map(timeless, answered))


def test_the_script_tells_what_is_no_text(tmp_path: Path) -> None:
    source = tmp_path / "deals.txt"
    source.write_bytes(LINE.encode("utf-32"))
    status, answered, told = batch(str(source))
    assert (status, answered) == (2, [])
    assert told == f"batch_solve: {source}: the text is UTF-32; write it as UTF-8\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["/nowhere/deals.txt"], "No such file"),
        ([str(SCRIPT), str(SCRIPT)], "same file"),
        ([str(SCRIPT), "/nowhere/out.jsonl"], "No such file"),
        ([str(SCRIPT.parent)], "Is a directory"),
        (["-", "--jobs", "0"], "--jobs"),
        (["-", "--jobs", "9999"], "--jobs"),
        (["-", "--jobs", "x"], "--jobs: invalid number"),
        (["-", "--time-limit", "nan"], "--time-limit"),
        (["-", "--memory", "9999999"], "--memory"),
    ],
)
def test_the_script_says_what_it_cannot_do(arguments: list[str], said: str) -> None:
    status, answered, told = batch(*arguments)
    assert (status, answered) == (2, [])
    assert said in told
    assert "Traceback" not in told


def test_an_empty_file_has_no_records() -> None:
    assert batch("-") == (0, [], "0 deals in 0.0 s, 0 of them with an error\n")


@pytest.mark.parametrize("link", ["symlink", "hard link", "redirection"])
def test_the_script_never_empties_its_input(tmp_path: Path, link: str) -> None:
    source, target = tmp_path / "deals.txt", tmp_path / "other.txt"
    source.write_text(f"{LINE}\n")
    if link == "symlink":
        target.symlink_to(source)
    elif link == "hard link":
        target.hardlink_to(source)
    if link == "redirection":
        with source.open() as stdin:
            done = subprocess.run([sys.executable, SCRIPT, "-", source], stdin=stdin, capture_output=True, check=False)
        assert done.returncode == 2
    else:
        assert batch(str(source), str(target))[0] == 2
    assert source.read_text() == f"{LINE}\n"


@pytest.mark.parametrize(
    ("script", "status", "records_out", "said"),
    [
        ('"$@" "$DIR/pipe" & cat "$DIR/deals.txt" > "$DIR/pipe"; wait $!', 0, 2, "2 deals"),
        ('"$@" "$DIR/deals.txt" > /dev/full', 2, 0, "No space left"),
        ('"$@" "$DIR/deals.txt" >&-', 2, 0, "standard output is closed"),
        ('"$@" - <&-', 2, 0, "standard input is closed"),
        ('"$@" "$DIR/deals.txt" 2>&-', 0, 2, ""),
        ('"$@" "$DIR/deals.txt" "$DIR"', 2, 0, "Is a directory"),
    ],
)
def test_the_script_among_streams(tmp_path: Path, script: str, status: int, records_out: int, said: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "deals.txt").write_text(f"{LINE}\r\n{LINE}\r\n")
    command = ["sh", "-c", script, "sh", sys.executable, str(SCRIPT)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=60, env={**os.environ, "DIR": str(tmp_path)}
    )
    assert (done.returncode, len(done.stdout.splitlines())) == (status, records_out)
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_keeps_what_was_done(tmp_path: Path) -> None:
    source, target = tmp_path / "deals.txt", tmp_path / "solved.jsonl"
    source.write_text("".join(f"{deal}\n" for deal in [Deal.from_dict(GOOD), *hard_deals() * 20]))
    with subprocess.Popen([sys.executable, SCRIPT, source, target], stderr=subprocess.PIPE, text=True) as process:
        time.sleep(1.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stderr is not None
        assert process.stderr.read().splitlines()[-1].startswith("batch_solve: stopped")
    assert [json.loads(line)["line"] for line in target.read_text().splitlines()]
