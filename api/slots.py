"""A few solves at a time, a short queue behind them, and an end when time is up or the client has left."""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

__all__ = ["BusyError", "Running", "Slots", "stop_when_gone"]

_LOOK_EVERY = 0.1
_GONE = select.POLLHUP | select.POLLERR | getattr(select, "POLLRDHUP", 0)


class BusyError(Exception):
    """No slot: the queue is full, or the wait took all the time the request had."""


class Slots:
    """``count`` holders at a time and at most ``queue`` waiting; first come, first served."""

    def __init__(self, count: int, queue: int) -> None:
        self.count = count
        self.queue = queue
        self._free = threading.Semaphore(count)
        self._lock = threading.Lock()
        self._waiting = 0
        self._held = 0

    @property
    def waiting(self) -> int:
        return self._waiting

    @property
    def held(self) -> int:
        return self._held

    @contextmanager
    def hold(self, timeout: float) -> Iterator[float]:
        """A slot, and the seconds of ``timeout`` that are left once it is had; BusyError otherwise."""
        start = time.monotonic()
        if not self._free.acquire(blocking=False):
            self._wait(timeout)
        with self._lock:
            self._held += 1
        try:
            yield max(0.001, timeout - (time.monotonic() - start))
        finally:
            with self._lock:
                self._held -= 1
            self._free.release()

    def _wait(self, timeout: float) -> None:
        with self._lock:
            if self._waiting >= self.queue:
                raise BusyError(f"all {self.count} solving slots are taken and {self.queue} requests wait")
            self._waiting += 1
        try:
            if not self._free.acquire(timeout=timeout):
                raise BusyError(f"no solving slot came free within the time limit of {timeout:g} s")
        finally:
            with self._lock:
                self._waiting -= 1


class _Flag(Protocol):
    def set(self) -> None: ...


class Running:
    """The flags that stop what runs or waits, so that all of it can be stopped at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._flags: set[_Flag] = set()
        self._over = False

    @contextmanager
    def among(self, flag: _Flag) -> Iterator[None]:
        """Counts what ``flag`` stops among the running; it is stopped at once where all was stopped before."""
        with self._lock:
            self._flags.add(flag)
            if self._over:
                flag.set()
        try:
            yield
        finally:
            with self._lock:
                self._flags.discard(flag)

    def stop(self) -> None:
        """Stops all that runs, and all that comes later."""
        with self._lock:
            self._over = True
            for flag in self._flags:
                flag.set()


class _Socket(Protocol):
    def fileno(self) -> int: ...


@contextmanager
def stop_when_gone(socket: _Socket | None, flag: _Flag) -> Iterator[None]:
    """Sets ``flag`` once the peer of ``socket`` closes its end, looked at ten times a second.

    ``socket`` is the client's connection where the server shows it, else None and nothing is watched.
    """
    if socket is None:
        yield
        return
    done = threading.Event()
    watch = select.poll()
    watch.register(socket.fileno(), _GONE)

    def look() -> None:
        while not done.wait(_LOOK_EVERY):
            if watch.poll(0):
                flag.set()
                return

    threading.Thread(target=look, name="client-watch", daemon=True).start()
    try:
        yield
    finally:
        done.set()
