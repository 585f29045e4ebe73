"""The page of charts: of a run that is done, and of one that goes on."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from xml.dom import minidom

import pytest

from solver.batch.engines import Threads
from solver.batch.job import Job
from solver.batch.report import page, read_run
from solver.batch.run import RunError, RunFolder
from solver.batch.source import Dealt
from solver.batch.summary import Summary
from solver.errors import Cancelled
from solver.game.rules import STANDARD
from solver.search import Cancel


def finished(folder: Path, count: int = 40) -> Summary:
    job = Job(Dealt(count, (3, 4), 7, STANDARD), chunk=7)
    with closing(RunFolder.open(folder, None, job.describe())) as run, closing(Threads(2)) as engine:
        return Summary.of("solve", job.run(run, engine), seconds=run.state.seconds, size=run.state.size)


def test_a_page_of_a_run_that_is_done_and_of_one_that_goes_on(tmp_path: Path) -> None:
    finished(tmp_path / "run")
    manifest, summary = read_run(tmp_path / "run")
    whole = page(manifest, summary)
    assert summary.status == "done"
    job = Job(Dealt(40, (3, 4), 7, STANDARD), chunk=7)
    cancel = Cancel()
    with (
        closing(RunFolder.open(tmp_path / "half", None, job.describe())) as run,
        closing(Threads(1)) as engine,
    ):
        with pytest.raises(Cancelled):
            job.run(run, engine, lambda tally: cancel.set() if tally.records >= 14 else None, cancel)
        manifest, summary = read_run(tmp_path / "half")  # while it is held
    assert summary.status == "running"
    assert 14 <= summary.records < 40
    assert "seed 7" in page(manifest, summary)
    for text in (whole, page(manifest, summary)):
        minidom.parseString(
            text.replace("<!doctype html>", "")
            .replace('name="viewport" content="width=device-width">', 'name="v"/>')
            .replace('<meta charset="utf-8">', "")
        )
        assert text.count("<svg") == 6
        assert "http" not in text


def test_a_page_of_no_run(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no folder of a run"):
        read_run(tmp_path)


def test_a_name_cannot_break_the_page(tmp_path: Path) -> None:
    finished(tmp_path / "run")
    manifest, summary = read_run(tmp_path / "run")
    text = page({**manifest, "source": {}, "input": "<script>"}, summary)
    assert "<script>" not in text
