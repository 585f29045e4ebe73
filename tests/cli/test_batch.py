"""``backalley batch`` as a user runs it: to its end, stopped and gone on with, killed, among streams."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from hard_deals import hard_deals
from runs import COMMAND, backalley, killed, mixed, records_of

from solver.dealing import deals


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "deals.txt"
    path.write_text("".join(f"{deal}\n" for deal in deals(3, 30, 1)))
    return path


def test_a_file_is_solved_once(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    first = backalley("solve", file, out, check=True)
    assert first.stderr.startswith("30 records of solve in ")
    assert [record["line"] for record in records_of(out)] == list(range(1, 31))
    again = backalley("solve", file, out, check=True)
    assert "is done already" in again.stderr
    assert sorted(path.name for path in (tmp_path / "out.jsonl.run").iterdir()) == [
        "lock",
        "manifest.json",
        "state.json",
        "summary.json",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--engine", "processes", "--jobs", "2"],
        ["--jobs", "1", "--chunk", "4"],
        ["--jobs", "3", "--chunk", "1", "--quiet"],
    ],
)
def test_workers_do_not_change_the_output(file: Path, tmp_path: Path, arguments: list[str]) -> None:
    backalley("solve", file, tmp_path / "one", check=True)
    backalley("solve", file, tmp_path / "other", *arguments, check=True)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_standard_input_and_output(file: Path, tmp_path: Path) -> None:
    backalley("solve", file, tmp_path / "out", check=True)
    wanted = (tmp_path / "out").read_text()
    text = file.read_text()
    assert backalley("solve", file, check=True).stdout == wanted
    assert backalley("solve", "-", text=text, check=True).stdout == wanted
    assert backalley("solve", "-", "-", "--run", tmp_path / "run", text=text, check=True).stdout == wanted
    assert backalley("solve", "-", "-", "--run", tmp_path / "run", text=text, check=True).stdout == wanted
    backalley("solve", "-", tmp_path / "piped", text=text, check=True)
    assert (tmp_path / "piped").read_text() == wanted
    other = backalley("solve", "-", tmp_path / "piped", text=text[:-20])
    assert (other.returncode, "the input is not the one" in other.stderr) == (2, True)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("packed", [False, True])
def test_standard_input_in_any_encoding(file: Path, encoding: str, packed: bool) -> None:
    data = file.read_text().encode(encoding)
    wanted = backalley("solve", file, check=True).stdout
    assert backalley("solve", "-", text=gzip.compress(data) if packed else data, check=True).stdout == wanted


def test_dealt_deals(tmp_path: Path) -> None:
    options = ["--generate", 12, "--cards", "3-4", "--seed", 7, "--rules", "bab_online"]
    found = backalley("solve", *options, check=True)
    lines = [json.loads(line)["deal"] for line in found.stdout.splitlines()]
    assert lines[0].endswith("rules=bab_online")
    assert {len(line.split()[3].replace(".", "")) for line in lines} == {3, 4}
    backalley("bids", *options, tmp_path / "bids", "--fields", "line,margin", check=True)
    assert all(list(record) == ["line", "result"] for record in records_of(tmp_path / "bids"))
    drawn = backalley("solve", "--generate", 2, "--cards", 1, check=True)
    assert drawn.stderr.startswith("seed ")


def test_a_seed_that_was_drawn_is_kept_by_the_run(tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = backalley("solve", "--generate", 5, "--cards", 3, out, "--quiet", check=True)
    whole = out.read_bytes()
    out.unlink()
    again = backalley("solve", "--generate", 5, "--cards", 3, out, "--quiet", check=True)
    assert (again.stderr, out.read_bytes()) == (first.stderr, whole)
    anew = backalley("solve", "--generate", 5, "--cards", 3, out, "--quiet", "--restart", check=True)
    assert anew.stderr.startswith("seed ")
    assert anew.stderr != first.stderr


def test_what_works_bids_out_does_not_change_them(file: Path, tmp_path: Path) -> None:
    kept = ["--fields", "line,deal,margin,options,best"]
    for name, how in (("one", []), ("two", ["--by", "optimiser"]), ("three", ["--by", "induction"])):
        backalley("bids", file, tmp_path / name, *kept, *how, check=True)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes() == (tmp_path / "three").read_bytes()
    refused = backalley("bids", file, tmp_path / "four", "--by", "induction")
    assert refused.returncode == 2
    assert "induction tells no plan" in refused.stderr
    assert not (tmp_path / "four").exists()


def test_reviews_and_scores(tmp_path: Path) -> None:
    played = "W H N:A.2.. K.4.. Q.6.. J.8.. 1 1 0 0 AS.KS.QS.JS.2H.4H.6H.8H"
    (review,) = [json.loads(line) for line in backalley("review", "-", text=played, check=True).stdout.splitlines()]
    assert review["result"]["status"] == "complete"
    (score,) = [json.loads(line) for line in backalley("score", "-", text=played, check=True).stdout.splitlines()]
    assert score["result"]["tricks"] == review["result"]["tricks"]
    dealt = backalley("review", "--generate", 1, tmp_path / "x")
    assert (dealt.returncode, "needs deals with bids" in dealt.stderr) == (2, True)


def test_the_summary_as_json(file: Path, tmp_path: Path) -> None:
    found = json.loads(backalley("solve", file, tmp_path / "out", "--json", check=True).stdout)
    assert (found["records"], found["total"], found["status"]) == (30, 30, "done")
    assert json.loads((tmp_path / "out.run" / "summary.json").read_text()) == found
    page = backalley("report", tmp_path / "out.run", check=True).stdout
    assert page.startswith("<!doctype html>")
    assert json.loads(backalley("report", tmp_path / "out.run", "--json", check=True).stdout) == found
    backalley("report", tmp_path / "out.run", tmp_path / "page.html", check=True)
    assert (tmp_path / "page.html").read_text() == page


def test_bad_records_do_not_stop_a_run(tmp_path: Path) -> None:
    file = mixed(400, 40)
    path, out = tmp_path / "deals", tmp_path / "out"
    path.write_text(file.text)
    done = backalley("solve", path, out, check=True)
    assert f"{len(file.wrong)} with an error" in done.stderr
    records = records_of(out)
    assert len(records) == 400
    assert {record["line"] for record in records if "error" in record} == set(file.wrong)
    strict = backalley("solve", path, tmp_path / "other", "--strict")
    assert (strict.returncode, strict.stderr.count("\n")) == (2, 1)
    assert strict.stderr.startswith(f"backalley: {path}: line ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give INPUT and OUTPUT"),
        (["/nowhere/deals"], "no such file"),
        (["{file}", "/nowhere/out"], "its folder does not exist"),
        (["{file}", "{file}"], "same file"),
        (["{file}", "{folder}"], "is a folder"),
        (["{folder}", "{folder}/out"], "is a folder"),
        (["{file}", "{folder}/out", "--run", "{file}"], "no folder"),
        (["{file}", "--fields", "trick"], "no field of solve"),
        (["{file}", "--fields", ","], "no field is named"),
        (["{file}", "--cases", "X"], "no case"),
        (["{file}", "--leader", "X"], "no seat"),
        (["{file}", "--cards", "3"], "--generate"),
        (["--generate", "3", "--cards", "14"], "1 to 13"),
        (["--generate", "3", "--cards", "1-99999999999"], "1 to 13"),
        (["--generate", "3", "--cards", "x"], "hand sizes"),
        (["--generate", "0"], "--generate"),
        (["{file}", "--engine", "fire"], "--engine"),
        (["{file}", "--shared"], "--engine dask"),
        (["{file}", "--address", "tcp://x"], "--engine dask"),
        (["{file}", "--fields", "tricks.Z"], "tricks has"),
        (["{file}", "--leader", "N", "--cases", "N"], "/cases"),
        (["--generate", "3", "--seed", "1", "--leader", "auction"], "/bids"),
        (["--generate", "3", "--seed", "1", "--cases", "board:N", "--rules", '{"board_levels": []}'], "/cases"),
        (["{file}", "x", "y"], "give INPUT and OUTPUT"),
    ],
)
def test_what_it_cannot_do_is_one_line(file: Path, tmp_path: Path, arguments: list[str], said: str) -> None:
    words = [word.replace("{file}", str(file)).replace("{folder}", str(tmp_path)) for word in arguments]
    done = backalley("solve", *words)
    assert (done.returncode, done.stderr.count("\n"), done.stdout) == (2, 1, "")
    assert said in done.stderr


@pytest.mark.parametrize("objective", ["nope", "win", '{"name": "own", "x": 1}', "{"])
def test_a_wrong_objective_is_one_line_of_the_command(file: Path, tmp_path: Path, objective: str) -> None:
    for source in ([file], ["--generate", "3", "--seed", "1"]):
        done = backalley("bids", *source, tmp_path / "out", "--objective", objective, "--quiet")
        assert (done.returncode, done.stderr.count("\n"), done.stdout) == (2, 1, "")
        assert "objective" in done.stderr
    assert not (tmp_path / "out").exists()


def test_ctrl_c_keeps_what_was_done_and_it_goes_on(tmp_path: Path) -> None:
    path, out = tmp_path / "deals", tmp_path / "out"
    easy = [str(deal) for deal in deals(2, 20, 1)]
    path.write_text("\n".join([*easy, *map(str, hard_deals()[:4]), *easy]) + "\n")
    arguments = ["solve", path, out, "--chunk", "5", "--jobs", "2", "--node-limit", "3000000"]
    command = [*COMMAND, "batch", *map(str, arguments)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 30
        while not (tmp_path / "out.partial").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130)
        assert process.stderr is not None
        told = process.stderr.read()
        assert "Traceback" not in told
        assert "stopped; the same command goes on" in told or "records of solve" in told
    backalley(*arguments, check=True)
    assert [record["line"] for record in records_of(out)] == list(range(1, 45))


@pytest.mark.parametrize(("engine", "name"), [("threads", "out.jsonl"), ("processes", "out.jsonl.gz")])
def test_kills_lose_nothing_and_double_nothing(tmp_path: Path, engine: str, name: str) -> None:
    arguments = ["solve", "--generate", 3000, "--cards", "2-6", "--seed", 7, "--chunk", 100, "--jobs", 2]
    (tmp_path / "whole").mkdir()
    (tmp_path / "killed").mkdir()
    backalley(*arguments, tmp_path / "whole" / name, check=True)
    status, _ = killed([*arguments, "--engine", engine, tmp_path / "killed" / name], 3, (0.6, 1.6), 1)
    assert status == 0
    assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert sorted(path.name for path in (tmp_path / "killed").iterdir()) == [name, f"{name}.run"]


def test_two_processes_on_one_run(tmp_path: Path) -> None:
    arguments = ["solve", "--generate", "3000", "--cards", "9", "--seed", "7", str(tmp_path / "out")]
    with subprocess.Popen([*COMMAND, "batch", *arguments], stderr=subprocess.DEVNULL) as process:
        while not (tmp_path / "out.run" / "manifest.json").exists():
            time.sleep(0.02)
        second = backalley(*arguments)
        assert (second.returncode, second.stderr.count("\n")) == (2, 1)
        assert "in use by another process" in second.stderr
        process.kill()


@pytest.mark.parametrize(
    ("script", "status", "said"),
    [
        ('"$@" "$DIR/deals.txt" > /dev/full', 1, "No space left"),
        ('"$@" "$DIR/deals.txt" /dev/null', 0, "30 records"),
        ('"$@" "$DIR/deals.txt" | head -1 > /dev/null', 0, ""),
        ('"$@" - < "$DIR/deals.txt" > /dev/null', 0, "30 records"),
        ('"$@" - <&- > /dev/null', 2, "standard input is closed"),
        ('"$@" "$DIR/deals.txt" "$DIR/out" 2>&-', 0, ""),
        ('mkfifo "$DIR/pipe"; cat "$DIR/deals.txt" > "$DIR/pipe" & "$@" "$DIR/pipe" "$DIR/out"', 0, "30 records"),
    ],
)
def test_among_streams(file: Path, tmp_path: Path, script: str, status: int, said: str) -> None:
    assert file.parent == tmp_path
    command = ["sh", "-c", script, "sh", *COMMAND, "batch", "solve"]
    env = {**os.environ, "DIR": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=env)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
