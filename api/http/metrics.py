"""Prometheus figures of one app: requests, times, slots, search nodes and jobs."""

from __future__ import annotations

from collections.abc import Iterable

import flask
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from api.cache.counts import Counts
from api.jobs.jobs import Jobs
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


class Metrics:
    """A registry of its own, so that two apps in one process do not share counts."""

    def __init__(self, slots: Slots, jobs: Jobs) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "backalley_requests", "Requests answered", ["method", "route", "status"], registry=self._registry
        )
        self.seconds = Histogram(
            "backalley_request_seconds", "Time to answer", ["route"], buckets=_SECONDS, registry=self._registry
        )
        self.nodes = Counter("backalley_search_nodes", "Positions searched", registry=self._registry)
        self.limits = Counter("backalley_limits", "Solves that hit a limit", registry=self._registry)
        self.cache = Counts(self._registry)
        held = Gauge("backalley_slots_held", "Solves running", registry=self._registry)
        held.set_function(lambda: slots.held)
        waiting = Gauge("backalley_slots_waiting", "Requests waiting for a slot", registry=self._registry)
        waiting.set_function(lambda: slots.waiting)
        count = Gauge("backalley_slots", "Solves that may run at a time", registry=self._registry)
        count.set(slots.count)
        self._registry.register(_JobFigures(jobs))

    def observe(self, response: flask.Response, seconds: float) -> None:
        """Counts one answer; paths that are not served share the route ``none``."""
        rule = flask.request.url_rule
        route = rule.rule if rule else "none"
        method = flask.request.method if rule else "any"
        self.requests.labels(method, route, str(response.status_code)).inc()
        self.seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All figures in Prometheus' text format."""
        return generate_latest(self._registry)
