"""What the resources of one app share: settings, solving slots, jobs, figures, log."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Final, cast

import flask
from structlog.typing import FilteringBoundLogger

from api.cache.cache import Cache
from api.fair import client_of
from api.http import access
from api.http.metrics import Metrics
from api.jobs.jobs import Jobs
from api.settings import Settings
from api.slots import BusyError, Running, Slots
from solver.answer import Answer
from solver.errors import Cancelled, LimitError
from solver.requests.task import Task, Work
from solver.search import Cancel

__all__ = ["QUICK_NODES", "VISIT", "Service", "Visit", "service", "service_of"]

_KEY = "back-alley"
VISIT: Final = "back-alley.visit"
"""The name of a request's ``Visit`` in its WSGI environment."""
QUICK_NODES: Final = 20_000
"""Positions of a quick try: some 7 ms."""
_SMALL: Final = 10
"""Cards a hand for which a quick try nearly always is enough; it is for half the deals of 12, and a fifth of 13."""


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
    running: Running = field(default_factory=Running)
    leaving: threading.Event = field(default_factory=threading.Event)
    """Set once the service is being stopped: it answers what comes, and is not ready for more."""

    @classmethod
    def install(cls, app: flask.Flask, settings: Settings, logger: FilteringBoundLogger) -> Service:
        slots = Slots(settings.slots, settings.queue)
        jobs = Jobs(settings)
        metrics = Metrics(slots, jobs)
        cache = Cache.of(settings, metrics.cache, logger)
        made = cls(settings, slots, metrics, logger, cache, jobs)
        app.extensions[_KEY] = made
        return made

    def work(self, task: Work) -> Answer:
        """The task's answer, found in a solving slot, its nodes counted; wait and work share the time limit.

        BusyError without a slot, or where the service stops; LimitError when time is up or the client has left.
        """
        cancel = Cancel()
        visit: Visit = flask.request.environ.get(VISIT) or Visit()
        limit = min(task.time_limit or self.settings.time_limit, self.settings.time_limit)
        left = limit - (time.monotonic() - visit.arrived)
        if left <= 0:
            raise BusyError(f"no solving slot came free within the time limit of {limit:g} s")
        memory_mb, known = self.settings.memory_mb, self.cache.known
        waited = 0.0

        def whole(left: float) -> Answer:
            nonlocal waited
            waited = limit - left
            return task.run(time_limit=left, memory_mb=memory_mb, cancel=cancel, known=known)

        def quick(left: float) -> Answer | None:
            try:
                return short.run(time_limit=left, memory_mb=memory_mb, cancel=cancel, known=known)
            except Cancelled:
                raise
            except LimitError:
                return None  # its nodes or its time; the whole task will tell which

        short = replace(task, node_limit=QUICK_NODES)
        first = quick if task.node_limit is None or task.node_limit > QUICK_NODES else None
        small = isinstance(task, Task) and task.deal.cards <= _SMALL
        try:
            with self.running.among(visit.running), visit.running.among(cancel), visit.resting():
                answer = self.slots.run(self.client(), left, visit.running, whole, first, small)
        except LimitError:
            if self.running.over:
                raise BusyError("the service is stopping") from None
            if waited > limit / 2:
                raise BusyError("others had the solving slots for most of the time limit") from None
            self.metrics.limits.inc()
            raise
        self._count(getattr(answer, "nodes", 0))
        return answer

    def client(self) -> str:
        """Whose share of the slots the current request takes: a key's, else that of its address."""
        return client_of(access.client_name())

    def _count(self, nodes: int) -> None:
        """Adds the nodes of one answer to the figures and to the request's line in the log."""
        self.metrics.nodes.inc(nodes)
        flask.g.log = {"nodes": nodes}


def service() -> Service:
    """The current app's."""
    return service_of(flask.current_app)


def service_of(app: flask.Flask) -> Service:
    """What ``app`` was made with."""
    return cast(Service, app.extensions[_KEY])
