"""The command ``backalley`` itself: help, its endings, and one line for every error."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from command_line import COMMAND, LINE, Run
from hard_deals import FILE

from solver import cli


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


@pytest.mark.parametrize(
    "asked", [(), ("match",), ("batch",), ("batch", "solve"), ("jobs",), ("jobs", "work"), ("solve",)]
)
def test_help_needs_no_words_of_the_trade(run: Run, asked: tuple[str, ...]) -> None:
    said = run(*asked, "--help").out.lower()
    for word in ("by the book", "knob", "json lines", "workers.", "same command goes on"):
        assert word not in said
    if "double dummy" in said:
        assert "all cards seen (double dummy)" in " ".join(said.split())


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
