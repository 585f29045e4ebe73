"""Engines: workers that die are replaced, and closing does not wait for them."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing, suppress

import pytest

from solver.batch.engines import Processes, start
from solver.errors import DealError
from solver.search import Cancel


def pid(_: Cancel | None) -> int:
    return os.getpid()


def sleep(seconds: float, _: Cancel | None) -> None:
    time.sleep(seconds)


def exit_now(_: Cancel | None) -> None:
    os._exit(3)


def test_a_process_that_dies_is_replaced() -> None:
    with closing(Processes(2)) as engine:
        with pytest.raises(engine.lost):
            engine.submit(exit_now).result()
        both = {future.result() for future in [engine.submit(pid), engine.submit(pid)]}
        assert len(both | {os.getpid()}) == 3
        os.kill(min(both), signal.SIGKILL)
        time.sleep(0.5)
        for _ in range(4):
            with suppress(*engine.lost):
                assert engine.submit(pid).result() != min(both)


def test_closing_does_not_wait_for_what_runs() -> None:
    engine = Processes(1)
    engine.submit(sleep, 60.0)
    time.sleep(0.5)
    began = time.monotonic()
    engine.close()
    assert time.monotonic() - began < 10


def test_dask_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(DealError, match=r"back-alley\[cluster\]"):
        start("dask", 1)
