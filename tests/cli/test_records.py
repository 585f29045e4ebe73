"""Files of many records: going on past bad ones, encodings, packed files, and other notations."""

from __future__ import annotations

import gzip
import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from bad_deals import GOOD
from recorded_runs import BAD_BOARD, BOARD, LINE, MADE, PLAYED, Run

from solver.deal import Deal


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


# --- Going on


@pytest.mark.parametrize(
    ("command", "line"), [("solve", LINE), ("bids", LINE), ("review", PLAYED), ("score", PLAYED), ("convert", LINE)]
)
def test_a_bad_record_does_not_stop_the_others(run: Run, tmp_path: Path, command: str, line: str) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"{line}\nrubbish\n\n{line.replace('AS', 'XS', 1).replace('N:A', 'N:X', 1)}\n{line}\n")
    options = ("-", "--to", "jsonl") if command == "convert" else ("--json",)
    done = run(command, path, *options)
    assert done.status == 1
    answers = [json.loads(row) for row in done.out.splitlines()]
    assert len(answers[0]["deals"] if command == "review" else answers) == 2
    assert len(done.err) == 3
    assert done.err[0].startswith(f"backalley: {path}: line 2: record 2: a deal line is")
    assert done.err[1].startswith(f"backalley: {path}: line 4: record 3: /hands/N: ")
    did = "converted" if command == "convert" else "answered"
    assert done.err[2] == f"backalley: 4 records read, 2 {did}, 2 refused"
    stopped = run(command, path, *options, "--no-keep-going")
    assert (stopped.status, len(stopped.err)) == (2, 1)
    assert stopped.err[0].startswith(f"backalley: {path}: line 2: a deal line is")


@pytest.mark.parametrize("command", ["solve", "bids", "review", "score"])
def test_one_bad_record_ends_with_status_2(run: Run, tmp_path: Path, command: str) -> None:
    path = tmp_path / "deals.txt"
    path.write_text("W H N:A... K... Q...\n")
    done = run(command, path)
    assert (done.status, done.out, len(done.err)) == (2, "", 1)
    assert "line 1: a deal line is" in done.err[0]


def test_the_board_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.pbn"
    path.write_text("\n".join([BOARD.format(1), BAD_BOARD.format(2), BOARD.format(3)]))
    done = run("solve", path, "--json")
    assert (done.status, done.out.count("\n")) == (1, 2)
    assert done.err[0].startswith(f"backalley: {path}: line 5: record 2, board 2: /hands/N: 'X' in the holding")


def test_many_files_and_one_without_a_deal(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{LINE}\n")
    (tmp_path / "b.txt").write_text("no deal line at all\n")
    done = run("solve", tmp_path / "a.txt", tmp_path / "b.txt", "--json")
    assert (done.status, done.out.count("\n"), done.err[-1]) == (
        1,
        1,
        "backalley: 2 records read, 1 answered, 1 refused",
    )


def test_a_hand_that_cannot_be_reviewed_leaves_the_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"{PLAYED}\n{PLAYED.replace('AS.QS', 'AS.3H')}\n{LINE}\n{PLAYED}\n")
    done = run("review", path, "--json")
    assert len(json.loads(done.out)["deals"]) == 2
    assert done.status == 1
    assert "line 2: record 2: /play/1: " in done.err[0]
    assert "--on-illegal report" in done.err[0]
    assert "line 3: record 3: /play: there is nothing to review" in done.err[1]
    assert done.err[2] == "backalley: 4 records read, 2 answered, 2 refused"


def test_a_game_that_lacks_a_deal_has_no_totals(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"{PLAYED}\n{MADE}\n{PLAYED}\n")
    done = run("score", path, "--json")
    assert (done.status, done.out.count("\n")) == (1, 2)
    assert "totals" not in done.out
    assert "record 2: /tricks: give the tricks won" in done.err[0]


def test_a_game_that_starts_small_is_told_of_hand_sizes(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"{PLAYED}\n{PLAYED}\n")
    done = run("score", path)
    assert (done.status, len(done.err)) == (2, 1)
    assert "hand_sizes" in done.err[0]


# --- Encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("packed", ["", ".gz", ".zst"])
def test_pbn_in_any_encoding(run: Run, tmp_path: Path, encoding: str, packed: str) -> None:
    if packed == ".zst" and find_spec("zstandard") is None:
        pytest.skip("zstandard is not installed")
    data = ('[West "Åse Müller"]\n' + BOARD.format(1)).encode(encoding)
    path = tmp_path / ("club.pbn" + packed)
    path.write_bytes(data if not packed else gzip.compress(data, mtime=0) if packed == ".gz" else zstandard(data))
    done = run("convert", path, tmp_path / "out.pbn")
    assert (done.status, done.err) == (0, [])
    assert '[West "Åse Müller"]' in (tmp_path / "out.pbn").read_text("utf-8")


def zstandard(data: bytes) -> bytes:
    from zstandard import ZstdCompressor

    packed: bytes = ZstdCompressor().compress(data)
    return packed


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfea", "not valid UTF-16"),
        (LINE.encode("utf-16-le"), "UTF-16 without its mark"),
        (LINE.encode("utf-32"), "UTF-32"),
        (b"W H \xe9", "byte 4 is not valid UTF-8"),
        (gzip.compress(LINE.encode(), mtime=0)[:-9], "no whole gzip file"),
        (b"\x1f\x8bgarbage", "no whole gzip file"),
        (b"\x28\xb5\x2f\xfdgarbage", "zstandard" if find_spec("zstandard") is None else "no whole Zstandard file"),
    ],
)
def test_what_is_no_text_is_told_in_one_line(run: Run, tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "deals"
    path.write_bytes(data)
    done = run("solve", path)
    assert (done.status, len(done.err)) == (2, 1)
    assert said in done.err[0]


def test_without_zstandard_the_error_says_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    done = run("convert", LINE, tmp_path / "out.jsonl.zst")
    assert (done.status, len(done.err)) == (2, 1)
    assert "back-alley[zstd]" in done.err[0]


# --- Words


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        ("0 B 2B 0", ""),
        ("B 0 double 1", ""),
        ("0 board double board B", ""),
        ("B double triple 4B", ""),
        ("2B 0 0 0", "'2B' is the second claim of board in a deal, and this is the first: bid board (R8)"),
        ("B triple 0 0", "'triple' is the third claim of board in a deal, and this is the second: bid double or board"),
        ("B double board 0", "one bid here or two"),
    ],
)
def test_a_claim_may_say_its_level(run: Run, bids: str, said: str) -> None:
    done = run("solve", LINE.replace(" up=", f" {bids} up="), "--json")
    assert done.status == (2 if said else 0)
    assert said in "".join(done.err)
    words = bids.replace("double board", "double-board").split()
    data: dict[str, Any] = {**GOOD, "bids": dict(zip("NESW", (w.replace("-", " ") for w in words), strict=False))}
    if len(words) == 4:
        assert run("solve", json.dumps(data), "--json").status == (2 if said else 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solve", LINE.replace("..A4.7", "..A4.7.BB")), "B is the Big Blooper"),
        (("solve", LINE.replace("..A4.7", "..A4.7.Z")), "neither B nor L: B is the Big Blooper, L the Little"),
        (("bids", LINE, "--objective", "[]"), "an objective is one of margin"),
        (("bids", LINE, "--objective", '["own"]'), "an objective is one of margin"),
        (("bids", LINE, "--objective", "best"), "an objective is one of margin"),
        (("bids", LINE, "--constraints", "[]"), "expected an object, not a list"),
        (("bids", LINE, "--constraints", "none"), "expected an object, not a text"),
    ],
)
def test_what_is_wrong_is_said_in_words(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert (done.status, len(done.err)) == (2, 1)
    assert said in done.err[0]


def test_cards_may_stand_apart(run: Run) -> None:
    spaced = MADE.replace(" up=", " AS QS AD 2S KS up=")
    dotted = MADE.replace(" up=", " AS.QS.AD.2S.KS up=")
    assert Deal.parse(spaced) == Deal.parse(dotted)
    assert run("solve", *spaced.split(), "--json").status == 0


def test_a_record_without_trump_is_solved_with_the_option(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.pbn"
    path.write_text(BOARD.format(1).replace("4H", "four of them"))
    assert "give trump, with --trump" in run("solve", path).err[0]
    asked = run("solve", path, "--trump", "H")
    path.write_text(BOARD.format(1))
    told = run("solve", path)
    assert asked.out.splitlines()[:-1] == told.out.splitlines()[:-1]


def test_the_hands_of_a_match_keep_their_names(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.pbn"
    play = f'[Play "W"]\n{" ".join(["CA", "SA", "DA", "HA"])}\n*\n'
    boards = [BOARD.format(number) + '[Declarer "S"]\n' for number in (7, 9)]
    path.write_text("\n".join([boards[0] + play, BAD_BOARD.format(8), boards[1] + play]))
    done = run("review", path, "--on-illegal", "report")
    assert "Hand 1 of 2 (board 7)" in done.out
    assert "Hand 2 of 2 (board 9)" in done.out
    game = tmp_path / "game.txt"
    game.write_text(f"{PLAYED}\n{PLAYED}\n")
    assert "Hand 2 of 2\n" in run("review", game).out
