"""A few solves at a time, short ones before long ones, every client its share, and an end when time is up."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from api.fair import FairQueue

__all__ = ["BusyError", "Flag", "Lane", "Running", "Slots"]


T = TypeVar("T")


class BusyError(Exception):
    """No slot: the queue is full, or the wait took all the time the request had."""


class Flag(Protocol):
    """What stops a piece of work, from any thread."""

    def set(self) -> None: ...


class Running:
    """The flags that stop what runs or waits, so that all of it can be stopped at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._flags: set[Flag] = set()
        self.over = False

    @contextmanager
    def among(self, flag: Flag) -> Iterator[None]:
        """Counts what ``flag`` stops among the running; it is stopped at once where all was stopped before."""
        with self._lock:
            self._flags.add(flag)
            if self.over:
                flag.set()
        try:
            yield
        finally:
            with self._lock:
                self._flags.discard(flag)

    def set(self) -> None:
        """Stops all that runs, and all that comes later."""
        with self._lock:
            self.over = True
            for flag in self._flags:
                flag.set()


class _Turn:
    """Somebody who waits, until it has its turn or is told that it will not come."""

    def __init__(self, client: str) -> None:
        self.client = client
        self._told = threading.Event()
        self.had = False

    def set(self) -> None:
        """Ends the wait."""
        self._told.set()

    def give(self) -> None:
        self.had = True
        self._told.set()

    def wait(self, seconds: float) -> None:
        self._told.wait(seconds)


class Lane:
    """``count`` holders at a time and at most ``queue`` waiting: next is a client with the fewest slots."""

    def __init__(self, count: int, queue: int) -> None:
        self.count = count
        self._lock = threading.Lock()
        self._waiting: FairQueue[_Turn] = FairQueue(queue)
        self._held: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def held(self) -> int:
        return self._held.total()

    def take(self, client: str) -> bool:
        """A slot for ``client`` if one is free and nobody waits for it."""
        with self._lock:
            return self._take(client)

    def wait(self, client: str, seconds: float, running: Running) -> None:
        """A slot within ``seconds``, or BusyError, at once where ``running`` was stopped."""
        turn = _Turn(client)
        with self._lock:
            if self._take(client):
                return
            dropped = self._waiting.push(client, turn)
        if dropped is turn:
            raise BusyError(f"all {self.count} solving slots are taken and {self._waiting.most} requests wait")
        if dropped is not None:
            dropped.set()
        with running.among(turn):
            turn.wait(seconds)
        with self._lock:
            if turn.had:
                return
            still_there = self._waiting.remove(client, turn)
        if running.over:
            raise BusyError("the wait for a solving slot was ended")
        if still_there:
            raise BusyError("no solving slot came free within the time limit")
        raise BusyError("others have fewer requests waiting, and the queue is full")

    @contextmanager
    def hold(self, client: str, seconds: float, running: Running) -> Iterator[float]:
        """A slot, and the seconds of ``seconds`` that are left once it is had; BusyError as in ``wait``."""
        began = time.monotonic()
        self.wait(client, seconds, running)
        try:
            yield max(0.001, seconds - (time.monotonic() - began))
        finally:
            self.give_back(client)

    def give_back(self, client: str) -> None:
        """The slot of ``client`` goes to whoever is next."""
        with self._lock:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]
            turn = self._waiting.pop(self._held.__getitem__)
            if turn is not None:
                self._held[turn.client] += 1
                turn.give()

    def _take(self, client: str) -> bool:
        if self.held >= self.count or self._waiting:
            return False
        self._held[client] += 1
        return True


class Slots:
    """Slots for whole answers, and beside them half as many for quick tries, which never wait for a long solve.

    While a slot is free whoever comes has it.  When none is, a quick try tells short work from long: what it
    finds is the answer, and what it does not find waits for a slot and begins anew, so that an answer and its
    node count do not depend on who else was asking.
    """

    def __init__(self, count: int, queue: int) -> None:
        self.count = count
        self.whole = Lane(count, queue)
        self.quick = Lane((count + 1) // 2, queue)

    @property
    def waiting(self) -> int:
        return self.whole.waiting + self.quick.waiting

    @property
    def held(self) -> int:
        return self.whole.held + self.quick.held

    def run(
        self,
        client: str,
        seconds: float,
        running: Running,
        whole: Callable[[float], T],
        quick: Callable[[float], T | None] | None = None,
    ) -> T:
        """What ``whole`` gives, or ``quick`` where that is not None, each told the seconds that are left of all.

        BusyError where ``client`` finds no slot in time, or ``running`` was stopped while it waited.
        """
        until = time.monotonic() + seconds
        if self.whole.take(client):
            try:
                return whole(seconds)
            finally:
                self.whole.give_back(client)
        if quick is not None:
            with self.quick.hold(client, seconds, running) as left:
                found = quick(left)
            if found is not None:
                return found
        with self.whole.hold(client, max(0.0, until - time.monotonic()), running) as left:
            return whole(left)
