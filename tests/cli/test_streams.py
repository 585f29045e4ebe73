"""The command line under hostile input: bytes, sizes, closed streams, full disks; still one line and a status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bad_deals import GOOD

from solver import cli
from solver.deal import Deal

COMMAND = [sys.executable, "-c", "from solver.cli import main; main()"]
LINE = str(Deal.from_dict(GOOD))


def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The command line in a process of its own."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, check=False, timeout=60)


def shell(script: str) -> subprocess.CompletedProcess[bytes]:
    """``script`` in a shell, where ``"$@"`` is the command line."""
    return subprocess.run(["sh", "-c", script, "sh", *COMMAND], capture_output=True, check=False, timeout=60)


def one_line(told: str, status: object, wanted: int = 2) -> str:
    assert (status, told.count("\n")) == (wanted, 1), told
    assert told.startswith("backalley: ")
    assert len(told) < 700
    assert "fault of this program" not in told
    return told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((b"solve", b"\xff\xfe"), "no such file"),
        ((b"solve", b"W S N:2\xff... 3... 4... 5..."), "/hands/N: "),
        ((b"solve", b'{"\xff": 1}'), "not a field"),
        ((b"solve", LINE.encode(), b"--leader", b"\xff"), "--leader"),
        ((b"solve", LINE.encode(), b"--rules", b"\xff"), "--rules"),
        ((b"deal", b"--cards", b"2", b"--seed", b"\xff"), "/seed: "),
        (("solve", ""), "give a file"),
        (("solve", " \n"), "give a file"),
        (("solve", "", ""), "give a file"),
        (("solve", "x" * 100_000), "no such file"),
        (("solve", "x " * 30_000), "a deal line is"),
        (("solve", LINE, "--leader", "x" * 100_000), "--leader"),
        (("solve", LINE, "--trump", "x" * 100_000), "--trump"),
        (("solve", LINE, "--" + "x" * 100_000), "No such option"),
        (("solve", LINE, "--time-limit", "nan"), "--time-limit"),
        (("solve", LINE, "--time-limit", "inf"), "--time-limit"),
        (("solve", LINE, "--node-limit", "9" * 30), "--node-limit"),
        (("solve", LINE, "--memory", "9" * 30), "--memory"),
        (("bids", LINE, "--constraints", "[" * 5000), "deep"),
        (("review", LINE, "--json", "--html", "-"), "--html"),
        (("serve", "--host", ""), "--host"),
        (("serve", "--host", "a b"), "--host"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_hostile_arguments_are_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str | bytes, ...], said: str
) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([os.fsdecode(word) for word in arguments])
    assert said in one_line(capsys.readouterr().err, stop.value.code)


@pytest.mark.parametrize(
    ("script", "status", "said"),
    [
        ('"$@" deal --cards 2 > /dev/full', 1, "No space left on device"),
        ('"$@" deal --count 2000 --json > /dev/full', 1, "No space left on device"),
        ('"$@" deal --cards 2 >&-', 1, "standard output is closed"),
        ('"$@" solve - <&-', 2, "standard input is closed"),
        ('"$@" solve <&-', 2, "give a file"),
    ],
)
def test_streams_that_do_not_work_are_one_line(script: str, status: int, said: str) -> None:
    if "/dev/full" in script and not Path("/dev/full").exists():
        pytest.skip("no full disk to be had here")
    done = shell(script)
    assert said in one_line(done.stderr.decode(), done.returncode, status)


@pytest.mark.parametrize("command", ["solve", "review"])
def test_a_deal_line_without_dealer_is_no_option(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([command, LINE.replace("W", "-", 1).replace(" up=", " AS.QS.AD.2S up="), "--leader", "N", "--json"])
    assert stop.value.code == 0
    assert json.loads(capsys.readouterr().out)


def test_without_an_error_stream_the_status_still_tells() -> None:
    assert shell('"$@" solve nowhere 2>&-').returncode == 2


def test_deals_may_come_from_a_pipe_with_a_name(tmp_path: Path) -> None:
    done = shell(
        f'mkfifo {tmp_path}/pipe; printf %s\\\\n "{LINE}" > {tmp_path}/pipe & "$@" solve {tmp_path}/pipe --json'
    )
    assert json.loads(done.stdout)["tricks"]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_as_other_systems_write_them(tmp_path: Path, mark: str, ending: str) -> None:
    path = tmp_path / "deals.txt"
    for text in (LINE, json.dumps(GOOD), json.dumps([GOOD], indent=1)):
        path.write_bytes((mark + text.replace("\n", ending) + ending).encode())
        done = run("solve", str(path), "--json")
        assert (done.returncode, done.stdout.count(b"\n")) == (0, 1)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-32"])
def test_other_encodings_are_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "deals.txt"
    path.write_bytes(LINE.encode(encoding))
    done = run("solve", str(path))
    assert str(path) in one_line(done.stderr.decode(), done.returncode)
