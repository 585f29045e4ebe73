"""Workers: what they write, what they do where the store fails, a record kills, or they are to stop."""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from databases import empty_database
from hard_deals import hardest
from job_runs import body_of, lines_of_job, parsed, right_lines, store_at, taken, until, work_off, worker_of

from api.jobs import worker as module
from api.jobs.errors import NoSpaceError
from api.jobs.store import Store
from solver.batch import source
from solver.batch.tasks import Question

WORKER = [sys.executable, "-P", "-m", "api.jobs.worker"]
FORK = multiprocessing.get_context("fork")  # begins at once


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = store_at(tmp_path / "jobs.sqlite")
    yield made
    made.database.close()


def env_of(store: Store, **settings: Any) -> dict[str, str]:
    told = {"jobs": store.database.engine.url.database, "jobs_lease": 2, **settings}
    return os.environ | {f"BACKALLEY_{name.upper()}": str(value) for name, value in told.items()}


def test_a_database_that_is_begun_anew_is_waited_for(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All its connections break at once, those in the middle of something too."""
    monkeypatch.setattr(module, "_PATIENCE", (0.01, 0.05))
    store = store_at(empty_database(postgres_server))
    body = body_of(600, 2)
    job = taken(store, body)
    worker = worker_of(store)
    thread = threading.Thread(target=worker.run)
    statements = itertools.count(1)
    breaks = itertools.count(1)

    def break_all(*_: object) -> None:
        """Before every seventh statement of the worker, until there were ten: each statement's turn comes."""
        if threading.current_thread() is not thread or next(statements) % 7 or next(breaks) > 10:
            return
        with psycopg.connect(f"{postgres_server}/postgres", autocommit=True) as connection:
            # Each is waited for: only then is the next statement sure to meet a closed connection.
            connection.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )

    sa.event.listen(store.database.engine, "before_cursor_execute", break_all)
    thread.start()
    until(lambda: next(copy(breaks)) > 10)
    watcher = store_at(f"{postgres_server}/postgres")
    until(lambda: watcher.find(job.id).status == "done")
    worker.stop()
    thread.join()
    assert "the store of jobs fails" in capsys.readouterr().err
    assert lines_of_job(watcher, job.id) == right_lines(body)
    watcher.database.close()
    store.database.close()


@pytest.mark.parametrize("task", ["solve", "bids"])
def test_results_are_those_of_a_batch(store: Store, task: str) -> None:
    body = body_of(45, 1)
    job = taken(store, body, task)
    work_off(store)
    assert lines_of_job(store, job.id) == right_lines(body, task)


def test_a_store_without_room_is_waited_for(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "_PATIENCE", (0.01, 0.05))
    job = taken(store, body_of(300, 5))
    with store.database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    full = store_at(tmp_path / "jobs.sqlite")
    room = [pages]

    def bounded(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {room[0]}")

    full.database.engine.dispose()
    sa.event.listen(full.database.engine, "connect", bounded)
    sa.event.listen(full.database.engine, "checkout", bounded)
    with pytest.raises(NoSpaceError, match="full"):
        taken(full, body_of(20 * pages * size // 1000, 13))
    worker = worker_of(full)
    thread = threading.Thread(target=worker.run)
    thread.start()
    told = until(lambda: capsys.readouterr().err)
    assert "the store of jobs is full" in told
    room[0] = 1_000_000
    until(lambda: store.find(job.id).status == "done")
    worker.stop()
    thread.join()
    full.database.close()
    assert lines_of_job(store, job.id) == right_lines(body_of(300, 5))


def work_deadly(place: Path) -> None:
    """Works all off, and dies of lines 7 and 23."""
    read = source.Lines.entries

    def entries(self: source.Lines, question: Question) -> Iterator[source.Entry]:
        for entry in read(self, question):
            if entry.line in (7, 23):
                os.kill(os.getpid(), signal.SIGKILL)
            yield entry

    source.Lines.entries = entries  # type: ignore[method-assign]
    work_off(store_at(place))


def test_a_record_that_kills_is_found_and_given_up(store: Store, tmp_path: Path) -> None:
    body = body_of(40)
    job = taken(store, body)
    deaths = 0
    while store.find(job.id).status != "done":
        worker = FORK.Process(target=work_deadly, args=(tmp_path / "jobs.sqlite",))
        worker.start()
        worker.join()
        deaths += worker.exitcode == -9
        worker_of(store).leases.reclaim()
    assert deaths == 9  # three of the chunk, three of each record
    records = parsed(lines_of_job(store, job.id))
    right = parsed(right_lines(body))
    for line, (record, other) in enumerate(zip(records, right, strict=True), 1):
        if line in (7, 23):
            assert record["error"]["detail"].endswith("3 workers died on this record")
            assert record.get("id") == other.get("id")
        else:
            assert record == other
    assert store.find(job.id).errors == 2


def hard_job(store: Store) -> str:
    return taken(store, json.dumps(hardest().to_dict()).encode() + b"\n").id


def test_a_worker_stops_soon_and_gives_back_what_it_holds(store: Store) -> None:
    job = hard_job(store)
    with subprocess.Popen(WORKER, env=env_of(store, time_limit=600), stderr=subprocess.PIPE, text=True) as worker:
        until(lambda: store.find(job).status == "running")
        began = time.monotonic()
        worker.send_signal(signal.SIGTERM)
        _, told = worker.communicate(timeout=20)
    assert (worker.returncode, told) == (0, "")
    assert time.monotonic() - began < 10
    lease = worker_of(store).leases.take()
    assert lease is not None
    assert (lease.job, lease.tries) == (job, 1)


def test_a_cancelled_job_stops_its_search(store: Store) -> None:
    hard, easy = hard_job(store), taken(store, body_of(3)).id
    with subprocess.Popen(WORKER, env=env_of(store, time_limit=600), stderr=subprocess.PIPE) as worker:
        until(lambda: store.find(hard).status == "running")
        store.cancel(hard)
        until(lambda: store.find(easy).status == "done")  # the only worker is free again
        worker.terminate()
        worker.communicate(timeout=20)


def test_a_time_limit_is_each_records(store: Store) -> None:
    body = json.dumps(hardest().to_dict()).encode() + b"\n" + body_of(1)
    job = taken(store, body)
    worker = module.Worker(store.database, lease=30, age=3600, time_limit=0.05)
    lease = worker.leases.take()
    assert lease is not None
    worker.work(lease)
    first, second = parsed(lines_of_job(store, job.id))
    assert "time limit" in first["error"]["detail"]
    assert "result" in second


def test_no_place_for_jobs_ends_a_worker_with_2(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    env = os.environ | {"BACKALLEY_JOBS": str(tmp_path / "file" / "jobs.sqlite")}
    done = subprocess.run(WORKER, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "cannot be written" in json.loads(done.stderr)["error"]


def test_an_id_that_nothing_can_write_is_an_error_of_its_record(store: Store) -> None:
    first, *others = body_of(3).splitlines()
    job = taken(store, b"\n".join([json.dumps({**json.loads(first), "id": "\ud800"}).encode(), *others]))
    work_off(store)
    assert ["error" in json.loads(line) for line in lines_of_job(store, job.id)] == [True, False, False]


def test_what_fails_while_results_are_written_is_a_try_and_ends_no_worker(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = body_of(4)
    job = taken(store, body)
    worker = worker_of(store)
    finish, failures = worker.leases.finish, iter(range(2))

    def failing(lease: Any, answers: Any) -> bool:
        if next(failures, None) is not None:
            raise ValueError("cannot be written")
        return finish(lease, answers)

    monkeypatch.setattr(worker.leases, "finish", failing)
    tries = []
    while (lease := worker.leases.take()) is not None:
        tries.append(lease.tries)
        worker.work(lease)
    assert tries == [1, 2, 3]
    assert lines_of_job(store, job.id) == right_lines(body)
