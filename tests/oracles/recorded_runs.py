"""Deals and records that the commands are tried on, and a run whose errors come as lines."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from bad_deals import GOOD

from solver import cli
from solver.deal import Deal

LINE = str(Deal.from_dict(GOOD))
MADE = f"{LINE.replace(' up=', ' 1 0 0 0 up=')}"
PLAYED = MADE.replace(" up=", " AS.QS.AD.2S.KS.JS.4D.3D.2H.3H.7C.5H up=")
HANDS = "N:AKQ.JT9.876.5432 JT9.876.5432.AKQ 876.5432.AKQ.JT9 5432.AKQ.JT9.876"
BOARD = f'[Board "{{}}"]\n[Deal "{HANDS}"]\n[Contract "4H"]\n'
BAD_BOARD = BOARD.replace("AKQ.JT9", "AKQ.JTX")


class Result(NamedTuple):
    status: int
    out: str
    err: list[str]


class Run:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> Result:
        with pytest.raises(SystemExit) as stop:
            cli.main([str(word) for word in arguments])
        out, err = self._capsys.readouterr()
        return Result(int(stop.value.code or 0), out, err.splitlines())
