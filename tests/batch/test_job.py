"""Jobs: the same output from any engine, workers that die, and a stop that stops at once."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from typing import Any

import pytest
from hard_deals import hard_deals
from runs import PoisonousSource, mixed

from solver.batch.engines import Engine, Processes, Threads
from solver.batch.job import Job, NoWorkersError, RecordError
from solver.batch.sink import Form
from solver.batch.source import Dealt, Source, StreamSource
from solver.batch.summary import Tally
from solver.errors import Cancelled
from solver.game.rules import STANDARD
from solver.search import Cancel


def output(job: Job, engine: Engine) -> bytes:
    with closing(engine):
        return b"".join(job.stream(engine))


@pytest.mark.parametrize(("engine", "chunk"), [(Threads, 1), (Threads, 7), (Processes, 7)])
def test_any_engine_and_chunk_size_gives_the_same_bytes(engine: Callable[[int], Engine], chunk: int) -> None:
    lines = mixed(60, 20).text.splitlines()
    sources: list[Source] = [Dealt(60, (2, 3), 7, STANDARD), StreamSource(lines)]
    for source in sources:
        assert output(Job(source, chunk=chunk), engine(2)) == output(Job(source), Threads(1))


@pytest.mark.parametrize("deadly", [{4}, {9, 10}])
def test_records_that_kill_their_worker_are_found_and_told(deadly: set[int]) -> None:
    source = PoisonousSource(30, frozenset(deadly))
    found = [json.loads(line) for line in output(Job(source, chunk=15), Processes(2)).splitlines()]
    harmless = [json.loads(line) for line in output(Job(PoisonousSource(30, frozenset())), Threads(1)).splitlines()]
    assert [record["line"] for record in found] == list(range(1, 31))
    for record, wanted in zip(found, harmless, strict=True):
        if record["line"] in deadly:
            assert "workers died on this record" in record["error"]["detail"]
        else:
            assert record == wanted


def test_a_cancel_stops_hard_deals_at_once() -> None:
    cancel = Cancel()
    job = Job(StreamSource(str(deal) for deal in hard_deals() * 20), chunk=50)
    threading.Timer(0.5, cancel.set).start()
    began = time.monotonic()
    with closing(Threads(2)) as engine, pytest.raises(Cancelled):
        list(job.stream(engine, cancel=cancel))
    assert time.monotonic() - began < 10


def test_strict_stops_at_a_record_with_an_error() -> None:
    job = Job(StreamSource(["W H N:A... K... Q... J...", "junk"]), strict=True)
    with closing(Threads(1)) as engine, pytest.raises(RecordError, match="line 2"):
        list(job.stream(engine))


def test_one_late_chunk_holds_back_only_a_few() -> None:
    read = 0

    def endless() -> Any:
        nonlocal read
        for deal in hard_deals()[:1]:
            yield str(deal)
        while True:
            read += 1
            yield "W H N:A... K... Q... J..."

    with closing(Threads(2)) as engine:
        stream = Job(StreamSource(endless()), chunk=1).stream(engine)
        next(stream)
        assert read < 50
        stream.close()  # type: ignore[attr-defined]


def test_it_is_told_how_far_it_is() -> None:
    told: list[int] = []

    def note(tally: Tally) -> None:
        told.append(tally.records)

    with closing(Threads(2)) as engine:
        list(Job(Dealt(50, (3,), 1, STANDARD), chunk=10, form=Form()).stream(engine, note))
    assert told[-1] == 50
    assert told == sorted(told)


def test_chunks_are_measured_by_their_hands() -> None:
    sizes = [Job(Dealt(1, (cards,), 1, STANDARD)).chunk_size for cards in range(1, 14)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 5000
    assert 50 < sizes[-1] < 1000


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.batch.job._PATIENCE", 0.1)
    with closing(Threads(1)) as engine:
        monkeypatch.setattr(engine, "workers", lambda: 0)
        monkeypatch.setattr(engine, "submit", lambda *_: Future())
        with pytest.raises(NoWorkersError, match="no worker is left"):
            list(Job(Dealt(3, (3,), 1, STANDARD)).stream(engine))
