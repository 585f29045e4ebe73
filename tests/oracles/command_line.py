"""The command line as tests call it, in this process, and what all its errors have in common."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from bad_deals import GOOD

from solver import cli
from solver.deal import Deal

COMMAND = [sys.executable, "-c", "from solver.cli import main; main()"]
"""The command line in a process of its own."""
LINE = str(Deal.from_dict(GOOD))
REAL = (Path(__file__).parents[2] / "fixtures" / "real" / "two_jokers.txt").read_text().splitlines()[0]


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


def one_line(result: Result) -> str:
    """The one line of bad input."""
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("backalley: ")
    assert result.err.count("\n") == 1
    return result.err


def without_time(text: str) -> Any:
    """The answer printed, but for the time it took."""
    answer = json.loads(text)
    answer.pop("ms", None)
    return answer
