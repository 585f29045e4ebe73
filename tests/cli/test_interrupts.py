"""Ctrl-C again and again: the first ends the command in order, whatever comes after it."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from command_line import COMMAND
from hard_deals import FILE

from solver.cli.backalley import interrupts


@pytest.mark.parametrize("pause", [0.0, 0.005, 0.02, 0.05])
def test_one_soon_after_is_the_same(tmp_path: Path, pause: float) -> None:
    asked = [*COMMAND, "batch", "solve", str(FILE), str(tmp_path / "out"), "--rules", "whist", "--chunk", "1"]
    with subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "out.partial").exists():
            time.sleep(0.02)
        for _ in range(8):
            process.send_signal(signal.SIGINT)
            time.sleep(pause)
        assert process.stderr is not None
        said = process.stderr.read()
        assert "Traceback" not in said
        assert "terminate" not in said
        assert "stopped; the same command goes on" in said
        assert process.wait() == 130


WAITS = """
import signal, time
from solver.cli.backalley import interrupts
with interrupts(for_good=True):
    try:
        print("ready", flush=True)
        time.sleep(60)
    finally:
        print("ending", flush=True)
        time.sleep(60)
"""


def test_one_much_later_ends_it_at_once() -> None:
    with subprocess.Popen([sys.executable, "-c", WAITS], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for word in (b"ready\n", b"ending\n"):
            assert process.stdout.readline() == word
            process.send_signal(signal.SIGINT)
        time.sleep(1.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read() == b"backalley: stopped at once\n"


def test_a_handler_of_somebody_else_stays() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupts(for_good=False):
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupts(for_good=True):
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_another_thread_has_no_handlers() -> None:
    entered = []

    def enter() -> None:
        with interrupts(for_good=True):
            entered.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert entered == [signal.default_int_handler]
