"""Who works on the chunks of a batch: threads, processes, or a Dask cluster, behind one small interface.

Threads share the machine's memory and leave the interpreter while they search, which suits hands of 8 cards and more;
smaller ones need processes, as there the interpreter is what takes the time.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any, Final, Protocol, TypeVar

from solver.errors import DealError
from solver.search import Cancel

__all__ = ["ENGINES", "Dask", "Engine", "Processes", "Threads", "start"]

ENGINES: Final = ("threads", "processes", "dask")
T = TypeVar("T")


class Engine(Protocol):
    """Runs functions side by side.

    ``lost`` are the errors of a future whose worker died; ``slots`` is how many to submit at a time; ``shares`` tells
    that workers can write into the folders of this machine; ``exact`` that nothing is lost but what its worker was
    busy with.
    """

    lost: tuple[type[BaseException], ...]
    slots: int
    shares: bool
    exact: bool

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Begins ``function``, which takes one argument more, a Cancel or None.  At most ``slots`` at a time."""

    def workers(self) -> int:
        """How many there are now."""

    def close(self) -> None:
        """Stops what runs, and lets go of the workers."""


class Threads:
    """Threads of this process."""

    shares = True
    exact = True
    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, jobs: int) -> None:
        self.slots = jobs + 1  # one waits, so that no worker does while a part is written
        self._cancel = Cancel()
        self._pool = ThreadPoolExecutor(jobs, thread_name_prefix="batch")

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        return self._pool.submit(function, *arguments, self._cancel)

    def workers(self) -> int:
        return self.slots - 1

    def close(self) -> None:
        self._cancel.set()
        self._pool.shutdown(cancel_futures=True)


class Processes:
    """Processes of this machine, one pool each: so it is known whose chunk it was when one dies."""

    shares = True
    exact = True
    lost: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, jobs: int) -> None:
        self.slots = jobs
        self._idle = [self._pool() for _ in range(jobs)]
        self._busy: dict[Future[Any], ProcessPoolExecutor] = {}
        self._lock = threading.Lock()

    @staticmethod
    def _pool() -> ProcessPoolExecutor:
        # Spawned ones have none of this process's threads, files and locks.
        return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin_worker)

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        with self._lock:
            pool = self._idle.pop()
        try:
            future = pool.submit(function, *arguments, None)
        except BrokenProcessPool:  # it died while it was idle
            pool.shutdown(wait=False)
            pool = self._pool()
            future = pool.submit(function, *arguments, None)
        with self._lock:
            self._busy[future] = pool
        future.add_done_callback(self._release)
        return future

    def _release(self, future: Future[Any]) -> None:
        broken = not future.cancelled() and isinstance(future.exception(), BrokenProcessPool)
        with self._lock:
            pool = self._busy.pop(future, None)
            if pool is None:
                return
            self._idle.append(self._pool() if broken else pool)
        if broken:
            pool.shutdown(wait=False)

    def workers(self) -> int:
        return self.slots

    def close(self) -> None:
        with self._lock:
            pools = [*self._idle, *self._busy.values()]
            busy = list(self._busy.values())
            self._busy.clear()
        for pool in busy:
            for process in list((pool._processes or {}).values()):
                process.terminate()
        for pool in pools:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin_worker() -> None:
    """A worker leaves Ctrl-C to its parent, and ends when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


class Dask:
    """The workers of a Dask cluster: that at ``address``, else one begun on this machine.

    Those of another machine give their parts back, unless it ``shares`` the folder of the run.
    """

    lost: tuple[type[BaseException], ...]

    def __init__(self, jobs: int, address: str | None = None, shares: bool = False) -> None:
        try:
            dask: Any = import_module("distributed")
        except ImportError:
            raise DealError("dask needs the extra cluster: pip install 'back-alley[cluster]'") from None
        self.shares = shares or address is None
        self.exact = False  # what waits on a worker that dies is lost with it
        self.lost = (dask.KilledWorker, CancelledError)
        self._cluster = None
        if address is None:
            # Whose chunk it was when a worker died is found out here, by splitting it.
            import_module("dask").config.set({"distributed.scheduler.allowed-failures": 0})
            self._cluster = dask.LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
        self._client = dask.Client(address or self._cluster)
        threads = sum(self._client.nthreads().values())
        self.slots = 2 * max(threads, jobs)  # one waits for each that runs
        self._executor = self._client.get_executor(pure=False, retries=2)

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        future: Future[T] = self._executor.submit(function, *arguments, None)
        return future

    def workers(self) -> int:
        return len(self._client.nthreads())

    def close(self) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def start(name: str, jobs: int, address: str | None = None, shares: bool = False) -> Engine:
    """The engine of that name with ``jobs`` workers; DealError where what it needs is not installed."""
    if name == "dask":
        return Dask(jobs, address, shares)
    return Processes(jobs) if name == "processes" else Threads(jobs)
