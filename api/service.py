"""What the resources of one app share: settings, solving slots, jobs, figures, log."""

from __future__ import annotations

import math
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeVar, cast

import flask
from structlog.typing import FilteringBoundLogger

from api.cache.cache import Cache
from api.flights import Asker, Flights
from api.folders import temporary_folder
from api.http import access
from api.http.metrics import Metrics
from api.jobs.jobs import Jobs
from api.keys import KeysFile
from api.searchers import Searchers
from api.settings import Settings
from api.siblings import Siblings
from api.slots import BusyError, Running, Slots
from solver.answer import Answer
from solver.errors import Cancelled, LimitError
from solver.requests.task import Task, Work
from solver.search import Cancel

__all__ = ["QUICK_NODES", "SEARCHED", "VISIT", "Service", "Visit", "service", "service_of"]

T = TypeVar("T")
_KEY = "back-alley"
SEARCHED: Final = frozenset((b"/v1/solve", b"/v1/bids", b"/v1/review"))
"""The targets of what takes a slot, as they are sent; who writes them otherwise is only refused later."""
VISIT: Final = "back-alley.visit"
"""The name of a request's ``Visit`` in its WSGI environment."""
QUICK_NODES: Final = 20_000
"""Positions of a quick try: some 7 ms."""
_SMALL: Final = 10
"""Cards a hand for which a quick try nearly always is enough; it is for half the deals of 12, and a fifth of 13."""

_TINY: Final = 7
"""Cards a hand up to which a search takes a millisecond or two, and no thread of its own."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What our own server tells of a request; others tell nothing."""

    running: Running = field(default_factory=Running)
    """Set when the client has left."""
    arrived: float = field(default_factory=time.monotonic)
    """When the whole of it was there, by the monotonic clock: its time limit begins then."""
    resting: Callable[[], AbstractContextManager[None]] = nullcontext
    """To be entered while its thread waits or has left Python, so that another's may go on."""


@dataclass(frozen=True, slots=True)
class Service:
    """One app's shared parts."""

    settings: Settings
    slots: Slots
    metrics: Metrics
    logger: FilteringBoundLogger
    cache: Cache
    jobs: Jobs
    keys: KeysFile
    flights: Flights[Any]
    siblings: Siblings | None = None
    """The processes of the service, where it may have several."""
    folder: str = ""
    """Where they count."""
    searchers: Searchers = field(default_factory=Searchers)
    running: Running = field(default_factory=Running)
    leaving: threading.Event = field(default_factory=threading.Event)
    """Set once the service is being stopped: it answers what comes, and is not ready for more."""

    @classmethod
    def install(cls, app: flask.Flask, settings: Settings, logger: FilteringBoundLogger) -> Service:
        siblings = Siblings() if settings.workers > 1 else None
        folder = tempfile.mkdtemp("-backalley", dir=temporary_folder()) if siblings else ""
        slots = Slots(settings.slots, settings.queue, siblings)
        jobs = Jobs(settings)
        flights: Flights[Any] = Flights(settings.queue)
        metrics = Metrics(slots, flights, jobs, siblings, folder)
        cache = Cache.of(settings, metrics.cache, logger)
        keys = access.keys_of(settings, logger)
        made = cls(settings, slots, metrics, logger, cache, jobs, keys, flights, siblings, folder)
        app.extensions[_KEY] = made
        return made

    def join(self) -> None:
        """To be called by a process that serves, before it does."""
        if self.siblings is not None:
            self.siblings.join()

    def end(self) -> None:
        """To be called by the process that made it, when all that serve have ended."""
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def once(self, digest: bytes, task: Work, find: Callable[[Callable[[], None]], T]) -> tuple[T, bool]:
        """What ``find`` gives, or gives just now to who asked the same, and whether it is another's.

        ``find`` calls what it is given once it has its slot.  BusyError where the other's answer does not come in time.
        """
        visit = _visit()
        limit = self._limit(task)
        nodes = math.inf if task.node_limit is None else task.node_limit
        rest = partial(self._resting, visit)
        asker = Asker(self.client(), visit.arrived + limit, limit, nodes, visit.running, rest)
        answer, others = self.flights.run(digest, asker, find)
        if others:
            self.metrics.collapsed.inc()
        return answer, others

    def work(self, task: Work, begun: Callable[[], None] = lambda: None) -> Answer:
        """The task's answer, found in a solving slot, its nodes counted; wait and work share the time limit.

        ``begun`` is called once it has the slot.  BusyError without one, or where the service stops; LimitError when
        time is up or the client has left.
        """
        cancel = Cancel()
        visit = _visit()
        limit = self._limit(task)
        left = limit - (time.monotonic() - visit.arrived)
        if left <= 0:
            raise BusyError(f"no solving slot came free within the time limit of {limit:g} s")
        memory_mb, known = self.settings.memory_mb, self.cache.known
        waited = 0.0

        cards = task.deal.cards if isinstance(task, Task) else math.inf

        def run(task: Work, left: float) -> Answer:
            def search() -> Answer:
                return task.run(time_limit=left, memory_mb=memory_mb, cancel=cancel, known=known)

            return search() if cards <= _TINY else self.searchers.run(search)

        def whole(left: float) -> Answer:
            nonlocal waited
            waited = limit - left
            begun()
            return run(task, left)

        def quick(left: float) -> Answer | None:
            try:
                return run(short, left)
            except Cancelled:
                raise
            except LimitError:
                return None  # its nodes or its time; the whole task will tell which

        short = replace(task, node_limit=QUICK_NODES)
        first = quick if task.node_limit is None or task.node_limit > QUICK_NODES else None
        try:
            with self._resting(visit), visit.running.among(cancel):
                answer = self.slots.run(self.client(), left, visit.running, whole, first, cards <= _SMALL)
        except LimitError:
            if self.running.over:
                raise BusyError("the service is stopping") from None
            if waited > limit / 2:
                raise BusyError("others had the solving slots for most of the time limit") from None
            self.metrics.limits.inc()
            raise
        self._count(getattr(answer, "nodes", 0))
        return answer

    def _limit(self, task: Work) -> float:
        """Seconds that ``task`` may take."""
        return min(task.time_limit or self.settings.time_limit, self.settings.time_limit)

    @contextmanager
    def _resting(self, visit: Visit) -> Iterator[None]:
        """While its thread waits or searches: others have its place, and the service's stop ends it."""
        with self.running.among(visit.running), visit.resting():
            yield

    def client(self) -> str:
        """Whose share of the slots the current request takes: a key's, else that of its address."""
        return access.client_name()

    def _count(self, nodes: int) -> None:
        """Adds the nodes of one answer to the figures and to the request's line in the log."""
        self.metrics.nodes.inc(nodes)
        flask.g.log = {"nodes": nodes}


def _visit() -> Visit:
    return flask.request.environ.get(VISIT) or Visit()


def service() -> Service:
    """The current app's."""
    return service_of(flask.current_app)


def service_of(app: flask.Flask) -> Service:
    """What ``app`` was made with."""
    return cast(Service, app.extensions[_KEY])
