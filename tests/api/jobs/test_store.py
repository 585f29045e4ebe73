"""The store, on SQLite and on PostgreSQL: jobs taken in whole, found, cancelled, given back in order, forgotten."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
import sqlalchemy as sa
from job_runs import ROOMY, body_of, lines_of_job, right_lines, store_at, taken, until, work_off, worker_of

from api.jobs.errors import (
    JobsOffError,
    KeyInUseError,
    KeyTakenError,
    NoSuchJobError,
    StoreError,
    TooManyJobsError,
)
from api.jobs.store import Store
from api.jobs.tables import CHUNKS, INPUTS, JOBS, OUTPUTS, VERSION


def rows(store: Store, *tables: sa.Table) -> list[int]:
    with store.database.reading() as connection:
        return [connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in tables]


def test_a_job_from_its_body_to_its_results(store: Store) -> None:
    body = body_of(250)
    job = taken(store, body)
    assert (job.status, job.total, job.done) == ("queued", 250, 0)
    assert lines_of_job(store, job.id) == []
    work_off(store)
    done = store.find(job.id)
    assert (done.status, done.total, done.done, done.errors) == ("done", 250, 250, 0)
    assert done.created <= done.started <= done.ended  # type: ignore[operator]
    assert lines_of_job(store, job.id) == right_lines(body)
    tally, size = store.tally(job.id)
    assert (tally.records, size) == (250, sum(len(line) + 1 for line in right_lines(body)))
    assert rows(store, INPUTS) == [0]  # what was answered is not needed any more


def test_results_come_in_order_as_far_as_they_are_there(store: Store) -> None:
    job = taken(store, body_of(300))
    worker = worker_of(store)
    leases = [worker.leases.take() for _ in range(3)]
    worker.work(leases[1])  # type: ignore[arg-type]
    assert lines_of_job(store, job.id) == []
    assert store.find(job.id).status == "running"
    worker.work(leases[0])  # type: ignore[arg-type]
    assert lines_of_job(store, job.id) == right_lines(body_of(300))[:200]
    worker.work(leases[2])  # type: ignore[arg-type]
    assert lines_of_job(store, job.id) == right_lines(body_of(300))
    assert lines_of_job(store, job.id, after=200) == right_lines(body_of(300))[100:]  # whole chunks: from line 101


def test_the_jobs_of_many_take_turns(store: Store) -> None:
    jobs = [taken(store, body_of(300, seed=seed)).id for seed in range(3)]
    worker = worker_of(store)
    taken_from = []
    while (lease := worker.leases.take()) is not None:
        taken_from.append(lease.job)
    assert taken_from == jobs * 3


def test_the_same_key_and_body_name_the_same_job(store: Store) -> None:
    job = taken(store, body_of(3), key="mine")
    assert taken(store, body_of(3), key="mine").id == job.id
    assert taken(store, body_of(3), key="other").id != job.id
    work_off(store)
    assert taken(store, body_of(3), key="mine").status == "done"
    for body, task in ((body_of(4), "solve"), (body_of(3), "bids")):
        with pytest.raises(KeyTakenError):
            taken(store, body, task, key="mine")


def test_a_key_waits_for_the_body_that_comes_in_with_it(store: Store) -> None:
    begun = store.begin("solve", "mine", 9)
    with pytest.raises(KeyInUseError):
        taken(store, body_of(3), key="mine")
    store.abandon(begun.id)
    assert taken(store, body_of(3), key="mine").total == 3


def test_many_with_one_key_make_one_job(store: Store) -> None:
    found: list[str] = []

    def send() -> None:
        def try_once() -> bool:
            try:
                found.append(taken(store, body_of(5), key="same").id)
            except KeyInUseError:
                return False
            return True

        until(try_once)

    threads = [threading.Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert len(set(found)) == 1
    assert rows(store, JOBS) == [1]


def test_a_body_that_breaks_off_leaves_nothing(store: Store) -> None:
    class BrokenOffError(Exception):
        pass

    def pieces():  # type: ignore[no-untyped-def]
        yield body_of(150)
        raise BrokenOffError

    from api.jobs.intake import take_in

    with pytest.raises(BrokenOffError):
        take_in(store, ROOMY, "solve", "mine", pieces())
    assert rows(store, JOBS, CHUNKS, INPUTS) == [0, 0, 0]
    begun = store.begin("solve", None, 9)
    store.add(begun.id, 0, [[(1, "x")]])
    with pytest.raises(NoSuchJobError):
        store.find(begun.id)
    assert worker_of(store).leases.take() is None
    with store.database.writing() as connection:  # its server was killed long ago
        connection.execute(sa.update(JOBS).values(touched=JOBS.c.touched - 1000))
    store.expire(3600)
    assert rows(store, JOBS, CHUNKS, INPUTS) == [0, 0, 0]
    for late in (lambda: store.add(begun.id, 1, [[(2, "y")]]), lambda: store.seal(begun.id, "")):
        with pytest.raises(NoSuchJobError, match="too slowly"):
            late()


def test_so_many_jobs_and_no_more(store: Store) -> None:
    limits = replace(ROOMY, jobs=2)
    taken(store, body_of(3), limits=limits)
    taken(store, body_of(3), limits=limits, key="mine")
    with pytest.raises(TooManyJobsError, match="2 jobs"):
        taken(store, body_of(3), limits=limits)
    assert taken(store, body_of(3), limits=limits, key="mine").total == 3  # it is there already
    work_off(store)
    taken(store, body_of(3), limits=limits)


def test_a_cancelled_job_keeps_what_was_found(store: Store) -> None:
    job = taken(store, body_of(300))
    worker = worker_of(store)
    first, second = worker.leases.take(), worker.leases.take()
    assert first is not None
    assert second is not None
    worker.work(first)
    cancelled = store.cancel(job.id)
    assert (cancelled.status, cancelled.done, cancelled.total) == ("cancelled", 100, 300)
    assert not worker.leases.keep(second)
    worker.work(second)  # too late
    assert store.find(job.id) == cancelled
    assert store.cancel(job.id) == cancelled
    assert lines_of_job(store, job.id) == right_lines(body_of(300))[:100]
    assert worker.leases.take() is None
    assert rows(store, CHUNKS, INPUTS, OUTPUTS) == [1, 0, 1]


def test_a_job_that_is_over_cannot_be_cancelled(store: Store) -> None:
    job = taken(store, body_of(3))
    work_off(store)
    assert store.cancel(job.id).status == "done"
    assert len(lines_of_job(store, job.id)) == 3


def test_jobs_expire_some_time_after_their_end(store: Store) -> None:
    old, waiting = taken(store, body_of(3)), None
    work_off(store)
    waiting = taken(store, body_of(3))
    assert store.expire(3600) == 0
    with store.database.writing() as connection:
        connection.execute(sa.update(JOBS).values(created=0, ended=JOBS.c.ended - 7200))
    assert store.expire(3600) == 1
    with pytest.raises(NoSuchJobError):
        store.find(old.id)
    assert store.find(waiting.id).status == "queued"
    assert rows(store, JOBS, CHUNKS, INPUTS, OUTPUTS) == [1, 1, 1, 0]


def test_a_spoilt_input_fails_its_job_alone(store: Store) -> None:
    spoilt = taken(store, body_of(3))
    with store.database.writing() as connection:
        connection.execute(sa.update(INPUTS).values(data=b"not packed"))
    good = taken(store, body_of(3))
    worker = worker_of(store)
    assert worker.leases.take() is None
    work_off(store)
    failed = store.find(spoilt.id)
    assert failed.status == "failed"
    assert "spoilt" in (failed.detail or "")
    assert store.find(good.id).status == "done"


def test_a_store_of_another_version_is_let_be(place: str, store: Store) -> None:
    with store.database.writing() as connection:
        connection.execute(sa.update(VERSION).values(version=99))
    with pytest.raises(JobsOffError, match="99"):
        store_at(place)


def test_a_database_that_is_gone_is_told(store: Store) -> None:
    with store.database.writing() as connection:
        JOBS.drop(connection)
    with pytest.raises(StoreError, match="the store of jobs fails"):
        store.find("0")


def test_many_may_open_a_new_store_at_once(place: str) -> None:
    failed: list[BaseException] = []

    def opens() -> None:
        try:
            store_at(place).database.close()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=opens) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
