"""What the resources of one app share: settings, solving slots, figures, log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import flask
from structlog.typing import FilteringBoundLogger

from api.cache.cache import Cache
from api.http.metrics import Metrics
from api.settings import Settings
from api.slots import Running, Slots, stop_when_gone
from solver.answer import Answer
from solver.errors import LimitError
from solver.requests.task import Work
from solver.search import Cancel

__all__ = ["Service", "service", "service_of"]

_KEY = "back-alley"


@dataclass(frozen=True, slots=True)
class Service:
    """One app's shared parts."""

    settings: Settings
    slots: Slots
    metrics: Metrics
    logger: FilteringBoundLogger
    cache: Cache
    running: Running = field(default_factory=Running)

    @classmethod
    def install(cls, app: flask.Flask, settings: Settings, logger: FilteringBoundLogger) -> Service:
        slots = Slots(settings.slots, settings.queue)
        metrics = Metrics(slots)
        made = cls(settings, slots, metrics, logger, Cache.of(settings, metrics.cache, logger))
        app.extensions[_KEY] = made
        return made

    def work(self, task: Work) -> Answer:
        """The task's answer, found in a solving slot, its nodes counted; wait and work share the time limit.

        BusyError without a slot; LimitError when time is up, the client has left, or the service stops.
        """
        cancel = Cancel()
        limit = min(task.time_limit or self.settings.time_limit, self.settings.time_limit)
        try:
            with (
                self.running.among(cancel),
                stop_when_gone(flask.request.environ.get("gunicorn.socket"), cancel),
                self.slots.hold(limit) as left,
            ):
                memory = self.settings.memory_mb
                answer = task.run(time_limit=left, memory_mb=memory, cancel=cancel, known=self.cache.known)
        except LimitError:
            self.metrics.limits.inc()
            raise
        self._count(getattr(answer, "nodes", 0))
        return answer

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
