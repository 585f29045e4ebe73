"""Leases, on SQLite and on PostgreSQL: a chunk is one worker's at a time, and its results are written once."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from job_runs import body_of, lines_of_job, right_lines, store_at, taken, until, work_off, worker_of

from api.jobs.errors import StoreError
from api.jobs.leases import Leases
from api.jobs.store import Store
from api.jobs.tables import CHUNKS
from solver.batch.chunk import Recipe, answer
from solver.batch.source import Lines
from solver.batch.tasks import Question

TAKE_AND_DIE = """
import os, sys
sys.path[:0] = [sys.argv[2]]
from job_runs import store_at, worker_of
os.write(1, b"%d\\n" % worker_of(store_at(sys.argv[1])).leases.take().chunk)
os.kill(os.getpid(), 9)
"""


def expire_leases(store: Store) -> None:
    with store.database.writing() as connection:
        connection.execute(sa.update(CHUNKS).where(CHUNKS.c.state == "leased").values(lease=CHUNKS.c.lease - 1000))


def test_a_taking_that_fails_holds_no_chunk(store: Store) -> None:
    """Where the connection breaks once the chunk is leased, nobody would know, and wait for the lease to end."""
    taken(store, body_of(3))
    leases = Leases(store.database, 3600)
    broken = []

    def break_once(_: object, __: object, statement: str, *___: object) -> None:
        if "UPDATE backalley_jobs" in statement and not broken:
            broken.append(statement)
            raise StoreError("the connection is gone")

    sa.event.listen(store.database.engine, "before_cursor_execute", break_once)
    with pytest.raises(StoreError):
        leases.take()
    lease = leases.take()
    assert lease is not None
    assert lease.tries == 1
    assert leases.take() is None


def test_no_chunk_is_two_workers(store: Store, place: str) -> None:
    job = taken(store, body_of(400, 1), "score")  # one chunk a job: it is of 500
    for _ in range(11):
        taken(store, body_of(400, 1), "score")
    found: list[int] = []
    start = threading.Barrier(4)

    def take() -> None:
        mine = store_at(place)
        leases = Leases(mine.database, 30)
        start.wait()
        while (lease := leases.take()) is not None:
            found.append(lease.chunk)
        mine.database.close()

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # One that lost a race takes nothing and tries again later, so some may be left.
    leases = Leases(store.database, 30)
    while (lease := leases.take()) is not None:
        found.append(lease.chunk)
    assert len(found) == len(set(found)) == 12
    assert store.find(job.id).status == "running"


def test_a_chunk_whose_lease_has_ended_is_anothers(store: Store) -> None:
    job = taken(store, body_of(30))
    slow, quick = worker_of(store), worker_of(store)
    lease = slow.leases.take()
    assert lease is not None
    assert slow.leases.keep(lease)
    assert quick.leases.reclaim() == 0
    assert quick.leases.take() is None
    expire_leases(store)
    assert quick.leases.reclaim() == 1
    again = quick.leases.take()
    assert again is not None
    assert (again.chunk, again.tries) == (lease.chunk, 2)
    assert not slow.leases.keep(lease)
    slow.work(lease)  # its answers come too late
    assert (store.find(job.id).done, lines_of_job(store, job.id)) == (0, [])
    quick.work(again)
    slow.work(lease)
    assert store.find(job.id).done == 30
    assert lines_of_job(store, job.id) == right_lines(body_of(30))


def test_what_a_worker_gives_back_was_no_try(store: Store) -> None:
    taken(store, body_of(30))
    leases = worker_of(store).leases
    for _ in range(5):
        lease = leases.take()
        assert lease is not None
        assert lease.tries == 1
        leases.give_back(lease)
    lease = leases.take()
    assert lease is not None
    leases.give_back(lease, tried=True)
    lease = leases.take()
    assert lease is not None
    assert lease.tries == 2


def test_a_split_chunk_gives_the_same_results(store: Store) -> None:
    body = body_of(15)
    job = taken(store, body)
    leases = worker_of(store).leases
    lease = leases.take()
    assert lease is not None
    leases.split(lease)
    leases.split(lease)  # it is gone
    pieces = [leases.take() for _ in range(15)]
    assert {(len(piece.numbered), piece.tries) for piece in pieces if piece} == {(1, 1)}
    for piece in pieces:
        assert piece is not None
        leases.give_back(piece)
    work_off(store)
    assert lines_of_job(store, job.id) == right_lines(body)
    assert (store.find(job.id).status, store.find(job.id).done) == ("done", 15)


def test_a_dead_worker_of_this_machine_is_known_at_once(store: Store, place: str) -> None:
    taken(store, body_of(30))
    oracles = Path(__file__).parents[2] / "oracles"
    done = subprocess.run(
        [sys.executable, "-c", TAKE_AND_DIE, place, str(oracles)], capture_output=True, text=True, check=False
    )
    assert done.returncode == -9, done.stderr
    leases = worker_of(store).leases
    assert leases.take() is None
    assert until(leases.reclaim) == 1
    lease = leases.take()
    assert lease is not None
    assert (lease.chunk, lease.tries) == (int(done.stdout), 2)


def test_cancelling_and_finishing_at_once_end_in_one_of_both(store: Store) -> None:
    """Who waits for whom must not go round in a circle."""
    for seed in range(6):
        body = body_of(120, 1, seed)
        job = taken(store, body)
        worker = worker_of(store)
        lease, other = worker.leases.take(), worker.leases.take()
        assert lease is not None
        assert other is not None
        start = threading.Barrier(3)
        answers = answer(Recipe(Question()), Lines(tuple(lease.numbered)))

        def cancel(start: threading.Barrier = start, name: str = job.id) -> None:
            start.wait()
            store.cancel(name)

        def keep(start=start, worker=worker, other=other) -> None:  # type: ignore[no-untyped-def]
            start.wait()
            worker.leases.keep(other)

        threads = [threading.Thread(target=cancel), threading.Thread(target=keep)]
        for thread in threads:
            thread.start()
        start.wait()
        written = worker.leases.finish(lease, answers)
        for thread in threads:
            thread.join()
        found = store.find(job.id)
        assert (found.status, found.done) == ("cancelled", 100 if written else 0)
        assert len(lines_of_job(store, job.id)) == found.done
