"""The threads that answer: a lane of them for each kind of work, where every client has its turn."""

from __future__ import annotations

import queue
import threading
from asyncio import AbstractEventLoop
from typing import Any, Protocol

from api.fair import FairQueue

__all__ = ["Job", "Lane"]


class Job(Protocol):
    """Something to be done for a client; all but ``run`` is called by the event loop."""

    def run(self) -> Any:
        """Does it, on a thread of the lane."""

    def done(self, result: Any) -> None:
        """Takes what ``run`` gave, or the exception it raised."""

    def shed(self) -> None:
        """Learns that there is no place for it."""


class Lane:
    """``threads`` jobs at a time and at most ``most`` waiting; called by the event loop alone.

    A job that is shed is one of the client that has most of them waiting.
    """

    def __init__(self, loop: AbstractEventLoop, name: str, threads: int, most: int) -> None:
        self._loop = loop
        self._name = name
        self._free = threads
        self._threads = threads
        self._made = 0
        self._waiting: FairQueue[Job] = FairQueue(most)
        self._given: queue.SimpleQueue[Job] = queue.SimpleQueue()

    def ask(self, client: str, job: Job) -> None:
        """Has ``job`` run as soon as it is the turn of ``client``."""
        if self._free:
            self._free -= 1
            self._give(job)
            return
        dropped = self._waiting.push(client, job)
        if dropped is not None:
            dropped.shed()

    def _give(self, job: Job) -> None:
        # Two more threads than have work, where there may be so many: one that has just told its answer may have
        # lost its processor with that, and would take up the next job only when it has it again.
        if self._made < min(self._threads, self._threads - self._free + 2):
            self._made += 1
            threading.Thread(target=self._work, name=self._name, daemon=True).start()
        self._given.put(job)

    def _work(self) -> None:
        while True:
            job = self._given.get()
            result: Any
            try:
                result = job.run()
            except BaseException as error:  # it is the job's, whose `done` tells of it
                result = error
            self._loop.call_soon_threadsafe(self._done, job, result)
            del job, result

    def _done(self, job: Job, result: Any) -> None:
        following = self._waiting.pop()
        if following is None:
            self._free += 1
        else:
            self._give(following)
        job.done(result)
