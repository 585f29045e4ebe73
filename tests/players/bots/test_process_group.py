"""Nothing that a bot's process has begun outlives the match, however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from odd_bots import GOOD, command

from solver.players.bots.process_group import ProcessGroup

STUBBORN = """
import os, signal, subprocess, sys, time
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open(NOTE, "a") as note:
    note.write(f"{os.getpid()} {child.pid} ")
"""
"""Tells of itself and of a child, and leaves when nobody tells it to."""


def stubborn(folder: Path, then: str) -> tuple[str, Path]:
    note = folder / "note"
    return command(folder, STUBBORN.replace("NOTE", repr(str(note))) + then), note


def told(note: Path, count: int) -> list[int]:
    """The processes that the note names, once there are so many."""
    for _ in range(1000):
        numbers = note.read_text().split() if note.exists() else []
        if len(numbers) >= count:
            return [int(number) for number in numbers]
        time.sleep(0.02)
    raise AssertionError(f"{count} processes, of which {note} names {numbers}")


def lives(number: int) -> bool:
    try:
        os.kill(number, 0)
        state = Path(f"/proc/{number}/stat")
        return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def all_end(numbers: list[int]) -> bool:
    for _ in range(500):
        if not any(map(lives, numbers)):
            return True
        time.sleep(0.02)
    return False


def test_one_that_does_not_end_is_ended_with_its_child(tmp_path: Path) -> None:
    bot, note = stubborn(tmp_path, "time.sleep(600)")
    group = ProcessGroup(bot.split())
    numbers = told(note, 2)
    group.end(0.01)
    assert all_end(numbers)


def test_a_child_of_one_that_has_ended_is_ended(tmp_path: Path) -> None:
    bot, note = stubborn(tmp_path, "")
    group = ProcessGroup(bot.split())
    numbers = told(note, 2)
    assert group.process.wait() == 0
    group.end(0.01)
    assert all_end(numbers)


def test_one_that_leaves_the_group_is_ended_all_the_same(tmp_path: Path) -> None:
    note = tmp_path / "note"
    source = f"import os, time\nos.setsid()\nopen({str(note)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)"
    own = command(tmp_path, source)
    group = ProcessGroup(own.split())
    numbers = told(note, 1)
    group.end(0.01)
    assert all_end(numbers)


def test_a_command_that_is_not_there_leaves_nothing() -> None:
    with pytest.raises(FileNotFoundError):
        ProcessGroup(["/no/such/program"])
    with pytest.raises(ValueError, match="null byte"):
        ProcessGroup(["a\0b"])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match_that_is_stopped_leaves_no_bot(tmp_path: Path, number: signal.Signals, jobs: str) -> None:
    waits = GOOD.replace("    told =", "    time.sleep(0.01)\n    told =") + "time.sleep(600)\n"
    bot, note = stubborn(tmp_path, waits)
    program = [sys.executable, "-c", "from solver.cli import main; main()", "match", bot, "greedy", "--seed", "1"]
    with subprocess.Popen([*program, "--jobs", jobs, "--quiet"], stdout=subprocess.DEVNULL) as match:
        # The first is begun to see whether it can be, and is over before the match begins.
        numbers = told(note, 2 * (1 + 4 * int(jobs)))
        match.send_signal(number)
        match.wait(30)
    assert all_end(numbers)
