"""Batches on a Dask cluster, where the extra is installed: the same bytes, also when workers are killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from solver.batch.engines import Dask, Threads
from solver.batch.job import Job
from solver.batch.run import RunFolder
from solver.batch.source import Dealt
from solver.batch.summary import Tally
from solver.game.rules import STANDARD

pytest.importorskip("distributed", reason="the extra cluster is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")  # of the cluster's own making
JOB = Job(Dealt(900, (3, 6), 7, STANDARD), chunk=30)


@pytest.fixture
def engine() -> Iterator[Dask]:
    with closing(Dask(2)) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def whole() -> bytes:
    with closing(Threads(2)) as threads:
        return b"".join(JOB.stream(threads))


@pytest.mark.parametrize("shares", [True, False])
def test_parts_written_by_workers_or_gathered(engine: Dask, whole: bytes, tmp_path: Path, shares: bool) -> None:
    engine.shares = shares
    with closing(RunFolder.open(tmp_path / "run", tmp_path / "out", JOB.describe())) as folder:
        assert JOB.run(folder, engine).records == 900
    assert (tmp_path / "out").read_bytes() == whole


def test_killed_workers_cost_time_and_no_record(engine: Dask, whole: bytes, tmp_path: Path) -> None:
    killed: set[int] = set()

    def kill(tally: Tally) -> None:
        """Kills a worker each time that another quarter is done."""
        if tally.records >= 225 * len(killed) and len(killed) < 3:
            pids = {worker.pid for worker in engine._cluster.workers.values()} - killed - {None}
            for pid in list(pids)[:1]:
                killed.add(pid)
                os.kill(pid, signal.SIGKILL)

    with closing(RunFolder.open(tmp_path / "run", tmp_path / "out", JOB.describe())) as folder:
        assert JOB.run(folder, engine, kill).records == 900
    assert len(killed) == 3
    assert (tmp_path / "out").read_bytes() == whole
