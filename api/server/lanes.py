"""The threads that answer: a lane of them for each kind of work, where every client has its turn."""

from __future__ import annotations

import queue
import threading
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Protocol

from api.fair import FairQueue

__all__ = ["Job", "Lane"]

_LOOK_EVERY: Final = 0.02


class Job(Protocol):
    """Something to be done for a client; all but ``run`` is called by the event loop."""

    @property
    def until(self) -> float:
        """When it is too late to begin, by the loop's clock."""

    @property
    def searches(self) -> bool:
        """Whether it needs a slot."""

    def run(self) -> Any:
        """Does it, on a thread of the lane."""

    def done(self, result: Any) -> None:
        """Takes what ``run`` gave, or the exception it raised."""

    def shed(self) -> None:
        """Learns that there is no place for it, or was none in time."""


class Lane:
    """``threads`` jobs at a time and at most ``most`` waiting, besides those that rest.

    A job that is shed is one of the client that has most of them waiting.  Few threads are enough, and better than
    many: they take turns at Python, and the event loop has its turn among them.  The loop gives a thread its next job
    when it has read all that has come: a thread that took one by itself would have Python for a millisecond after each
    of the loop's reads, and hundreds of requests at once would be read that late.

    ``crowd`` tells how many of each client wait for a slot and how many may in all, None where they need not for long:
    what would find no place there is shed here, where that costs a fifth.
    """

    def __init__(
        self,
        loop: AbstractEventLoop,
        name: str,
        threads: int,
        most: int,
        crowd: Callable[[], tuple[Mapping[str, int], int] | None] = lambda: None,
    ) -> None:
        self._loop = loop
        self._name = name
        self._crowd = crowd
        self._threads = threads
        self._lock = threading.Lock()
        self._busy = 0  # jobs that run and do not rest
        self._idle = 0  # threads without a job
        self._mean = 0.001  # seconds of a job of late, its rests left out
        self._rested = threading.local()
        self._waiting: FairQueue[Job] = FairQueue(most)
        self._looking = False
        self._given: queue.SimpleQueue[Job] = queue.SimpleQueue()

    def ask(self, client: str, job: Job) -> None:
        """Has ``job`` run as soon as it is the turn of ``client``; called by the event loop."""
        with self._lock:
            if self._busy < self._threads and not self._waiting:
                self._give(job)
                return
            wait = self._waiting.ahead(client) * self._mean / self._threads
            in_time = self._loop.time() + wait < job.until
            dropped = self._waiting.push(client, job) if in_time else job
            shed = self._surplus()
        for each in (dropped, *shed):
            if each is not None:
                each.shed()
        if not self._looking:
            self._looking = True
            self._loop.call_later(_LOOK_EVERY, self._look)

    def _look(self) -> None:
        """Sheds what waits in vain, at once: its client may have better to do."""
        now = self._loop.time()
        with self._lock:
            shed = self._waiting.drop(lambda job: job.until <= now) + self._surplus()
            self._looking = len(self._waiting) > 0
        if self._looking:
            self._loop.call_later(_LOOK_EVERY, self._look)
        for job in shed:
            job.shed()

    def _surplus(self) -> list[Job]:
        """What would find no place among those that wait for a slot."""
        crowd = self._crowd() if self._waiting else None
        if crowd is None:
            return []
        counts, most = crowd
        if len(self._waiting) + sum(counts.values()) <= most:
            return []
        return self._waiting.trim(most, counts, lambda job: job.searches)

    @contextmanager
    def resting(self) -> Iterator[None]:
        """While the job that calls this waits for a slot or is searched by the core, another has its place."""
        with self._lock:
            self._busy -= 1
            wanted = len(self._waiting) > 0
        if wanted:
            self._tell(self._feed)
        began = time.monotonic()
        try:
            yield
        finally:
            self._rested.seconds += time.monotonic() - began
            with self._lock:
                self._busy += 1

    def _feed(self) -> None:
        """Gives threads that have time what waits; a refusal by the loop costs a fifth of the application's."""
        late: list[Job] = []
        with self._lock:
            while self._busy < self._threads and (job := self._waiting.pop()) is not None:
                if job.until <= self._loop.time():
                    late.append(job)
                else:
                    self._give(job)
        for job in late:
            job.shed()

    def _give(self, job: Job) -> None:
        self._busy += 1
        # One thread more than has work: one that has just told its answer may have lost its processor with that,
        # and would take up the next job only when it has it again.
        if self._idle < 2:
            threading.Thread(target=self._work, name=self._name, daemon=True).start()
        else:
            self._idle -= 1
        self._given.put(job)

    def _work(self) -> None:
        while True:
            job = self._given.get()
            result: Any
            self._rested.seconds = 0.0
            began = time.monotonic()
            try:
                result = job.run()
            except BaseException as error:  # it is the job's, whose `done` tells of it
                result = error
            took = time.monotonic() - began - self._rested.seconds
            with self._lock:
                self._mean += 0.05 * (took - self._mean)
                self._busy -= 1
                self._idle += 1
            self._tell(self._done, job, result)
            del job, result

    def _tell(self, call: Callable[..., None], *arguments: Any) -> None:
        """Has the loop call it; nobody waits for it any more where the worker has ended meanwhile."""
        try:
            self._loop.call_soon_threadsafe(call, *arguments)
        except RuntimeError:
            if not self._loop.is_closed():
                raise

    def _done(self, job: Job, result: Any) -> None:
        job.done(result)
        if self._waiting:
            self._feed()
