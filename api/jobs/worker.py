"""``python -m api.jobs.worker``: a process that works on jobs, one chunk after another, until it is told to stop.

It stops by SIGTERM, or when the process that began it is gone: what it holds is given back, and what it was busy with
is cancelled.  Where the store does not answer, or has no room, it waits and goes on, with what it has found in hand.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, TypeVar

from api.jobs.database import Database
from api.jobs.errors import JobsError, JobsOffError, StoreError
from api.jobs.leases import TRIES, Lease, Leases
from api.jobs.place import place_of
from api.jobs.store import Store
from api.settings import Settings
from solver.batch.chunk import Answers, Recipe, answer, lost
from solver.batch.source import Lines
from solver.batch.tasks import Question
from solver.errors import Cancelled
from solver.search import Cancel

__all__ = ["Worker", "log"]

T = TypeVar("T")
_IDLE: Final = 0.25
"""Seconds between two looks for work."""
_BEAT: Final = 1.0
"""Seconds between two heartbeats, at most."""
_UPKEEP: Final = 60.0
"""Seconds between two looks for jobs that have expired."""
_RECLAIM: Final = 2.0
"""Seconds between two looks for chunks whose worker is gone."""
_PATIENCE: Final = (0.5, 10.0)
"""Seconds of the first wait for a store that does not answer, and of the longest."""
_LOOK: Final = 0.25
"""Seconds between two looks at whether the parent is there."""
_GRACE: Final = 5.0
"""Seconds after which a stop does not wait for the search any more."""


def log(event: str, **values: object) -> None:
    """One line of JSON on standard error, as the service writes them."""
    print(json.dumps({"event": event, **values}), file=sys.stderr, flush=True)


class Worker:
    """Works on the jobs of a database; ``time_limit`` is seconds a record, ``memory_mb`` table memory of one solve."""

    def __init__(
        self, database: Database, *, lease: float, age: float, time_limit: float | None, memory_mb: int = 256
    ) -> None:
        self.leases = Leases(database, lease)
        self.stopping = threading.Event()
        self._store = Store(database)
        self._age = age
        self._limits = (time_limit, memory_mb)
        self._cancel: Cancel | None = None
        self._beat = min(_BEAT, lease / 4)
        self._next_upkeep = self._next_reclaim = 0.0

    def stop(self) -> None:
        """Ends the work soon, from any thread or a signal."""
        self.stopping.set()
        cancel = self._cancel
        if cancel is not None:
            cancel.set()

    def run(self) -> None:
        """Works until it is stopped."""
        while not self.stopping.is_set():
            lease = self._asked(self._next)
            if lease is None:
                self.stopping.wait(_IDLE)
            else:
                self.work(lease)

    def work(self, lease: Lease) -> None:
        """Answers a chunk and writes what came of it; one on which workers died is split, then given up."""
        if lease.tries > TRIES and len(lease.numbered) > 1:
            log("job chunk split", job=lease.job, line=lease.numbered[0][0], records=len(lease.numbered))
            self._asked(lambda: self.leases.split(lease))
            return
        try:
            answers = self._answers(lease)
            self._asked(lambda: self.leases.finish(lease, answers))
        except Cancelled:
            if self.stopping.is_set():
                self._once(lambda: self.leases.give_back(lease))
        except Exception as error:
            log("job chunk failed", job=lease.job, line=lease.numbered[0][0], error=f"{type(error).__name__}: {error}")
            self._asked(lambda: self.leases.give_back(lease, tried=True))

    def _answers(self, lease: Lease) -> Answers:
        time_limit, memory_mb = self._limits
        recipe = Recipe(Question(lease.task, time_limit=time_limit, memory_mb=memory_mb))
        records = Lines(tuple(lease.numbered))
        if lease.tries > TRIES:
            log("job record given up", job=lease.job, line=lease.numbered[0][0])
            return lost(recipe, records, f"{TRIES} workers died on this record")
        with self._kept(lease) as cancel:
            return answer(recipe, records, cancel)

    def _next(self) -> Lease | None:
        now = time.monotonic()
        if now >= self._next_reclaim:
            self._next_reclaim = now + _RECLAIM
            self.leases.reclaim()
        if now >= self._next_upkeep:
            self._next_upkeep = now + _UPKEEP
            self._store.expire(self._age)
        return self.leases.take()

    @contextmanager
    def _kept(self, lease: Lease) -> Iterator[Cancel]:
        """Heartbeats while the chunk is worked on; the Cancel is set where it is no longer ours, or all is to stop."""
        over = threading.Event()
        cancel = self._cancel = Cancel()
        if self.stopping.is_set():
            cancel.set()

        def beat() -> None:
            while not over.wait(self._beat):
                try:
                    if not self.leases.keep(lease):
                        cancel.set()
                        return
                except JobsError:
                    pass  # it may answer before the lease ends

        thread = threading.Thread(target=beat, name="heartbeat", daemon=True)
        thread.start()
        try:
            yield cancel
        finally:
            over.set()
            thread.join()
            self._cancel = None

    def _asked(self, ask: Callable[[], T]) -> T | None:
        """What the store answers, however long that takes; None where all is to stop before."""
        wait, longest = _PATIENCE
        while True:
            try:
                return ask()
            except StoreError as error:
                log("job store fails", error=str(error), again_in=wait)
            if self.stopping.wait(wait):
                return None
            wait = min(2 * wait, longest)

    @staticmethod
    def _once(ask: Callable[[], None]) -> None:
        with suppress(JobsError):  # the lease ends by itself
            ask()


def _run(worker: Worker, parent: int) -> None:
    """Runs it in a thread, since a signal waits for a search in this one; stops it once ``parent`` is gone."""
    working = threading.Thread(target=worker.run, name="work", daemon=True)
    working.start()
    while working.is_alive():
        working.join(_LOOK)
        if os.getppid() != parent and not worker.stopping.is_set():
            worker.stop()
            working.join(_GRACE)
            if working.is_alive():
                os._exit(1)


def _open(settings: Settings, stopping: threading.Event) -> Database | None:
    wait, longest = _PATIENCE
    while not stopping.is_set():
        try:
            return Database(place_of(settings.jobs), settings.jobs_disk)
        except StoreError as error:
            log("job store fails", error=str(error), again_in=wait)
        stopping.wait(wait)
        wait = min(2 * wait, longest)
    return None


def main() -> None:
    """Works as the environment's settings say; exit status 2 where there is no place for jobs."""
    # Told, since it may be gone before this line is reached.
    parent = int(sys.argv[2]) if sys.argv[1:2] == ["--parent"] else os.getppid()
    settings = Settings.from_env()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stopping = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    os.nice(settings.jobs_nice)
    try:
        database = _open(settings, stopping)
    except JobsOffError as error:
        log("jobs are off", error=str(error))
        sys.exit(2)
    if database is None:
        return
    worker = Worker(
        database,
        lease=settings.jobs_lease,
        age=settings.jobs_age,
        time_limit=settings.time_limit,
        memory_mb=settings.memory_mb,
    )
    signal.signal(signal.SIGTERM, lambda *_: worker.stop())
    if not stopping.is_set():
        _run(worker, parent)
    database.close()


if __name__ == "__main__":
    main()
