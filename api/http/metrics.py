"""Prometheus figures of one app: requests, times, slots, search nodes and jobs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import flask
from prometheus_client import CollectorRegistry, Counter, Histogram, values
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from api.cache.counts import Counts
from api.flights import Flights
from api.http.gauges import Gauges
from api.jobs.jobs import Jobs
from api.siblings import Siblings
from api.slots import Slots

__all__ = ["CONTENT_TYPE", "Metrics"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class _JobFigures(Collector):
    """The jobs of the store, which all services and workers at it share, counted when they are asked for."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    def collect(self) -> Iterable[Metric]:
        counts = self._jobs.counts()
        if counts is None:
            return
        jobs = GaugeMetricFamily("backalley_jobs", "Jobs kept", labels=["status"])
        for status, number in counts.jobs.items():
            jobs.add_metric([status], number)
        yield jobs
        yield GaugeMetricFamily("backalley_jobs_records", "Records answered of the jobs kept", counts.done)
        yield GaugeMetricFamily("backalley_jobs_record_errors", "Those of them with an error", counts.errors)


class _Slots(Collector):
    """How many slots there are, of all processes together."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots

    def collect(self) -> Iterable[Metric]:
        yield GaugeMetricFamily("backalley_slots", "Solves that may run at a time", self._slots.count)


def _count_in(folder: str, siblings: Siblings) -> None:
    """Has all counts of this process from now on stand in ``folder``, in files by its number among the siblings."""
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    values.ValueClass = values.MultiProcessValue(lambda: siblings.number)  # type: ignore[no-untyped-call]


class Metrics:
    """A registry of its own, so that two apps in one process do not share counts.

    With ``siblings`` the figures are those of all of them, which count in files of ``folder``, each in those of its
    number: one that was killed has lost nothing, and its successor counts on.
    """

    def __init__(
        self, slots: Slots, flights: Flights[Any], jobs: Jobs, siblings: Siblings | None = None, folder: str = ""
    ) -> None:
        if siblings is not None:
            _count_in(folder, siblings)
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "backalley_requests", "Requests answered", ["method", "route", "status"], registry=self._registry
        )
        self.seconds = Histogram(
            "backalley_request_seconds", "Time to answer", ["route"], buckets=_SECONDS, registry=self._registry
        )
        self.nodes = Counter("backalley_search_nodes", "Positions searched", registry=self._registry)
        self.limits = Counter("backalley_limits", "Solves that hit a limit", registry=self._registry)
        self.collapsed = Counter(
            "backalley_collapsed", "Answers had by waiting for that to an equal question", registry=self._registry
        )
        self.gauges = Gauges(siblings)
        self.gauges.add("backalley_slots_held", "Solves running", lambda: slots.held)
        self.gauges.add("backalley_slots_waiting", "Requests waiting for a slot", lambda: slots.waiting)
        self.gauges.add(
            "backalley_following", "Requests waiting for the answer to an equal question", lambda: flights.following
        )
        self.cache = Counts(self._registry, self.gauges.add)
        self._shown = self._registry
        if siblings is not None:
            self._shown = CollectorRegistry()
            MultiProcessCollector(self._shown, folder)  # type: ignore[no-untyped-call]
        self._shown.register(_Slots(slots))
        self._shown.register(self.gauges)
        self._shown.register(_JobFigures(jobs))

    def observe(self, response: flask.Response, seconds: float) -> None:
        """Counts one answer; paths that are not served share the route ``none``."""
        rule = flask.request.url_rule
        route = rule.rule if rule else "none"
        method = flask.request.method if rule else "any"
        self.requests.labels(method, route, str(response.status_code)).inc()
        self.seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All figures in Prometheus' text format."""
        return generate_latest(self._shown)
