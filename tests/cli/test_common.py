"""What the commands share: where deals come from, JSON as the API's, bad input and limits."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from bad_deals import BAD, GOOD, Bad, deal_of
from command_line import LINE, REAL, Run, one_line, without_time
from flask.testing import FlaskClient

from solver.dealing import deal_hands


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


def test_rules_trump_and_dealer_from_outside(run: Run) -> None:
    def solved(*more: str) -> Any:
        return without_time(run("solve", LINE.split(" up=")[0], "--json", *more).out)

    assert solved("--rules", "whist")["rules"] == "whist"
    assert solved("--rules", '{"board_levels": "none"}')["board"] == {}
    assert solved("--trump", "S") == without_time(
        run("solve", LINE.replace("W H", "W S", 1).split(" up=")[0], "--json").out
    )
    assert solved("--trump", "none")["tricks"] != solved("--trump", "H")["tricks"]
    assert json.loads(run("bids", LINE, "--dealer", "E", "--json").out)["next"] == "S"


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
        (["score", "--cards", "13", "--dealer", "W", "--bids", "5,2,3,2"], "--tricks"),
        (["score", "--bids", "5,2,3,2"], "--cards"),
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
