"""The command line: what it prints, its JSON, its exit status, and one line for every error."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from bad_deals import BAD, GOOD, Bad, deal_of
from flask.testing import FlaskClient
from hard_deals import FILE

from solver import cli
from solver.deal import Deal
from solver.dealing import deal_hands
from solver.game.rules import PRESETS

REAL = (Path(__file__).parents[2] / "fixtures" / "real" / "two_jokers.txt").read_text().splitlines()[0]
LINE = str(Deal.from_dict(GOOD))
COMMAND = [sys.executable, "-c", "from solver.cli import main; main()"]


class Result(NamedTuple):
    status: int
    out: str
    err: str


class Run:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Result:
        with pytest.raises(SystemExit) as stop:
            cli.main(list(arguments))
        out, err = self._capsys.readouterr()
        return Result(int(stop.value.code or 0), out, err)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


def without_time(text: str) -> Any:
    found = json.loads(text)
    found.pop("ms", None)
    return found


def one_line(result: Result) -> str:
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("backalley: ")
    assert result.err.count("\n") == 1
    return result.err


@pytest.mark.parametrize("command", ["solve", "bids"])
def test_json_is_the_object_of_the_api(run: Run, client: FlaskClient, command: str) -> None:
    result = run(command, LINE, "--json")
    assert (result.status, result.err) == (0, "")
    assert result.out.count("\n") == 1
    assert without_time(result.out) == without_time(client.post(f"/v1/{command}", json=GOOD).get_data(as_text=True))


@pytest.mark.parametrize("words", [[LINE], LINE.split(), [json.dumps(GOOD)], [json.dumps({"deal": LINE})]])
def test_a_deal_may_be_a_line_its_words_or_json(run: Run, words: list[str]) -> None:
    result = run("solve", *words, "--json")
    assert result.status == 0
    assert without_time(result.out) == without_time(run("solve", LINE, "--json").out)


def test_a_file_and_standard_input(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text(f"# two deals\n{LINE}\n\n{LINE}\n")
    from_file = run("solve", str(deals), "--json")
    assert len(from_file.out.splitlines()) == 2
    with deals.open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        from_input = run("solve", "-", "--json")
    assert [without_time(line) for line in from_input.out.splitlines()] == [
        without_time(line) for line in from_file.out.splitlines()
    ]


def test_the_real_deal_in_text(run: Run) -> None:
    result = run("solve", REAL)
    assert result.status == 0
    assert "South" in result.out
    rows = [line.split() for line in result.out.splitlines()]
    assert ["North", "2", "11", "2", "11"] in rows
    assert "At most NS 2, EW 11" in result.out


def test_cards_in_text(run: Run) -> None:
    result = run("solve", LINE, "--leader", "N")
    found = json.loads(run("solve", LINE, "--leader", "N", "--json").out)
    rows = [line.split() for line in result.out.splitlines()]
    for card, tricks in found["cards"].items():
        best = ["best"] if card in found["best"] else []
        assert [card, str(tricks["NS"]), str(tricks["EW"]), *best] in rows
    assert f"Best play: {' '.join(found['line'])}" in result.out


def test_bids_in_text(run: Run) -> None:
    result = run("bids", REAL)
    assert result.status == 0
    assert ["pass", "+45", "best"] in [line.split() for line in result.out.splitlines()]
    assert "West then bids 11" in result.out
    assert "EW ahead by 45." in result.out


def test_bids_when_all_have_bid(run: Run) -> None:
    passed = run("bids", f"{LINE.split(' up=')[0]} 0 0 0 0 up=9H")
    assert "All pass: nobody scores" in passed.out
    made = run("bids", f"{LINE.split(' up=')[0]} 1 0 0 0 up=9H")
    assert made.out.rstrip().splitlines()[-1].startswith("North leads; ")


def test_rules_trump_and_dealer_from_outside(run: Run) -> None:
    def found(*more: str) -> Any:
        return without_time(run("solve", LINE.split(" up=")[0], "--json", *more).out)

    assert found("--rules", "whist")["rules"] == "whist"
    assert found("--rules", '{"board_levels": "none"}')["board"] == {}
    assert found("--trump", "S") == without_time(
        run("solve", LINE.replace("W H", "W S", 1).split(" up=")[0], "--json").out
    )
    assert found("--trump", "none")["tricks"] != found("--trump", "H")["tricks"]
    assert json.loads(run("bids", LINE, "--dealer", "E", "--json").out)["next"] == "S"


def test_score_of_a_deal_by_options(run: Run) -> None:
    told = ["score", "--cards", "13", "--dealer", "W", "--bids", "5,2,3,2", "--tricks", "7"]
    rows = [line.split() for line in run(*told).out.splitlines()]
    assert ["score", "-40", "22"] in rows
    assert json.loads(run(*told, "--json").out)["score"] == {"NS": -40, "EW": 22}


def test_score_of_a_game(run: Run, client: FlaskClient, tmp_path: Path) -> None:
    deals = [
        {"cards": 2, "dealer": "W", "bids": {"N": 1, "E": 0, "S": 0, "W": 0}, "tricks": {"NS": 2}},
        {"cards": 1, "bids": {"N": 0, "E": "board", "S": 0, "W": 0}, "tricks": {"EW": 1}},
    ]
    game = {"rules": {"hand_sizes": [2, 1]}, "deals": deals}
    result = run("score", json.dumps(game), "--json")
    assert json.loads(result.out) == client.post("/v1/score", json=game).json
    assert run("score", json.dumps(game)).out.splitlines()[-1] == "EW win by 4"
    lines = tmp_path / "game.jsonl"
    lines.write_text("\n".join(map(json.dumps, deals)))
    by_lines = run("score", str(lines), "--rules", '{"hand_sizes": [2, 1]}', "--json")
    assert json.loads(by_lines.out) == json.loads(result.out)


def test_score_of_a_played_deal_line(run: Run) -> None:
    line = "W S N:2... 3... 4... 5... 0 0 0 board 5S.2S.3S.4S"
    assert json.loads(run("score", line, "--json").out)["score"] == {"NS": 0, "EW": 10}
    unplayed = line.rpartition(" ")[0]
    assert json.loads(run("score", unplayed, "--tricks", "0", "--json").out)["score"] == {"NS": 0, "EW": 10}
    assert "/tricks" in one_line(run("score", unplayed))


@pytest.mark.parametrize("rules", PRESETS)
def test_deals_are_those_of_the_api_and_are_read_again(run: Run, client: FlaskClient, rules: str) -> None:
    asked = ["deal", "--cards", "4", "--count", "3", "--seed", "7", "--rules", rules]
    found = json.loads(run(*asked, "--json").out)
    assert (
        found["deals"]
        == client.post("/v1/deals", json={"cards": 4, "count": 3, "seed": 7, "rules": rules}).json["deals"]
    )
    lines = run(*asked, "--lines").out.splitlines()
    assert [Deal.parse(line).to_dict() for line in lines] == found["deals"]
    text = run(*asked).out
    assert all(f"Line {line}" in text for line in lines)


def test_a_seed_that_was_drawn_is_told(run: Run) -> None:
    first = run("deal", "--cards", "3", "--lines")
    assert first.err.startswith("seed ")
    assert run("deal", "--cards", "3", "--lines", "--seed", first.err.split()[1]).out == first.out


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
@pytest.mark.parametrize("command", ["solve", "bids"])
def test_a_bad_deal_is_one_line_with_place_and_rule(run: Run, command: str, bad: Bad) -> None:
    line = one_line(run(command, json.dumps(deal_of(bad))))
    assert f"{bad.pointer}: " in line
    assert bad.rule is None or f"({bad.rule})" in line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "nowhere.txt"], "nowhere.txt: no such file"),
        (["solve", "/"], "/: Is a directory"),
        (["solve", "W H N:AK..2."], "a deal line is"),
        (["solve", '{"hands"'], "line 1"),
        (["solve", "[" * 5000], "deep"),
        (["solve", '{"a": 1, "a": 2}'], "/a: named twice"),
        (["solve", '{"deals": []}'], "no deal"),
        (["solve", LINE, "--leader", "Q"], "--leader"),
        (["solve", LINE, "--trump", "X"], "--trump"),
        (["solve", LINE, "--rules", "none"], "--rules"),
        (["solve", LINE, "--rules", '{"max_bid": 3}'], "/max_bid"),
        (["solve", LINE, "--time-limit", "0"], "--time-limit"),
        (["solve", LINE, "--nope"], "--nope"),
        (["bids", LINE, "--objective", "most"], "/objective"),
        (["bids", LINE.replace("W", "-", 1)], "/dealer"),
        (["score", "--cards", "13", "--dealer", "W", "--bids", "5,2"], "--bids"),
        (["score", "--cards", "13", "--dealer", "W", "--bids", "5,2,3,2"], "/tricks"),
        (["score", "--bids", "5,2,3,2"], "/cards"),
        (["score", LINE, "--cards", "3"], "not both"),
        (["deal", "--cards", "14"], "--cards"),
        (["deal", "--count", "0"], "--count"),
        (["serve", "--port", "70000"], "--port"),
        (["slove"], "slove"),
    ],
    ids=str,
)
def test_other_bad_input_is_one_line(run: Run, arguments: list[str], said: str) -> None:
    assert said in one_line(run(*arguments))


def test_a_file_that_is_no_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_bytes(b"W H \xff")
    assert "byte 4 is not valid UTF-8" in one_line(run("solve", str(path)))
    path.write_bytes(b"")
    assert "no deal in it" in one_line(run("solve", str(path)))
    path.write_bytes(b"\x00" * 100)
    assert one_line(run("solve", str(path)))


def test_the_line_of_a_file_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"{LINE}\n{LINE}\n{LINE.replace('AS', 'KS')}x\n")
    result = run("solve", str(path), "--json", "--no-keep-going")
    assert result.status == 2
    assert len(result.out.splitlines()) == 2
    assert "deals.txt: line 3: " in result.err


@pytest.mark.parametrize(
    ("second", "options", "status", "said"),
    [
        ({**GOOD, "play": [["AS", "3H"]]}, (), 2, "deals.txt: deal 2: /play/0/1: "),
        (deal_hands(13, seed=1).to_dict(), ("--node-limit", "500"), 1, "deals.txt: deal 2: the node limit"),
    ],
)
def test_the_deal_of_a_file_that_gets_no_answer_is_named(
    run: Run, tmp_path: Path, second: dict[str, Any], options: tuple[str, ...], status: int, said: str
) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"{LINE}\n{json.dumps(second)}\n{LINE}\n")
    result = run("solve", str(path), "--json", "--no-keep-going", *options)
    assert (result.status, len(result.out.splitlines())) == (status, 1)
    assert said in result.err
    result = run("solve", str(path), "--json", *options)
    assert (result.status, len(result.out.splitlines())) == (1, 2)
    assert said.replace("deal 2", "line 2: record 2") in result.err
    assert result.err.endswith("backalley: 3 records read, 2 answered, 1 refused\n")


def test_a_limit_is_one_line_and_status_1(run: Run) -> None:
    result = run("solve", REAL, "--node-limit", "10")
    assert result.status == 1
    assert result.err.count("\n") == 1
    assert "node limit" in result.err


def test_a_fault_of_the_program_shows_no_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("solver.requests.solve.SolveTask.run", fails)
    result = run("solve", LINE)
    assert result.status == 70
    assert "ZeroDivisionError: oops" in result.err
    assert "Traceback" not in result.err
    monkeypatch.setenv("BACKALLEY_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        cli.main(["solve", LINE])


def test_help_and_version(run: Run) -> None:
    assert all(f"  {name} " in run("--help").out for name in ("solve", "bids", "score", "deal", "serve"))
    assert run("--version").out.startswith("backalley ")
    for name in ("solve", "bids", "score", "deal", "serve"):
        assert run(name, "--help").status == 0


def test_help_loads_no_search_nor_service() -> None:
    code = "import sys\nfrom solver.cli import main\ntry: main(['--help'])\nfinally: print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "click" in loaded
    assert not loaded & {"solver._core", "solver.search.engine", "solver.bidding", "ortools", "numpy", "flask", "api"}


def test_a_reader_that_leaves_is_no_error() -> None:
    asked = [*COMMAND, "deal", "--cards", "13", "--count", "20000", "--seed", "1", "--lines"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 0


def test_ctrl_c_stops_a_search_at_once() -> None:
    """All these deals together take many seconds."""
    asked = [*COMMAND, "solve", str(FILE), "--rules", "whist", "--json"]
    with subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(1.5)
        assert process.poll() is None
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert process.stderr.read() == "backalley: stopped\n"
        assert process.wait() == 130
        assert time.monotonic() - began < 2


def test_broken_locale_is_no_error() -> None:
    env = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "solve", LINE], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0


def test_objective_and_constraints_of_bids(run: Run, client: FlaskClient) -> None:
    objective = {"name": "win", "score": {"NS": 10, "EW": 0}, "left": 0}
    constraints = {"no_boards": True, "fixed": {"E": "pass"}}
    asked = ["--objective", json.dumps(objective), "--constraints", json.dumps(constraints), "--json"]
    answer = client.post("/v1/bids", json={**GOOD, "objective": objective, "constraints": constraints})
    assert json.loads(run("bids", LINE, *asked).out) == answer.json
    assert json.loads(run("bids", LINE, "--objective", "own", "--json").out)["objective"] == "own"
    assert "/objective/score" in one_line(run("bids", LINE, "--objective", "win"))
    assert "/constraints/x" in one_line(run("bids", LINE, "--constraints", '{"x": 1}'))
    assert "--constraints" in one_line(run("bids", LINE, "--constraints", "{"))
