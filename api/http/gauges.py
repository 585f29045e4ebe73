"""Figures of this moment, which are looked up when they are asked for; of all processes of a service together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from api.siblings import Siblings

__all__ = ["Gauges"]

_FIRST = 3
"""Where in the siblings' rows they stand, behind what the slots tell there."""


@dataclass(frozen=True, slots=True)
class _Gauge:
    name: str
    about: str
    look: Callable[[], float]


class Gauges(Collector):
    """Gauges that sum what each process tells."""

    def __init__(self, siblings: Siblings | None = None) -> None:
        self._siblings = siblings
        self._gauges: list[_Gauge] = []

    def add(self, name: str, about: str, look: Callable[[], float]) -> None:
        """One more, whose value in this process is what ``look`` gives."""
        self._gauges.append(_Gauge(name, about, look))

    def tell(self) -> None:
        """Has the other processes know the values of this one."""
        if self._siblings is not None:
            for place, gauge in enumerate(self._gauges, _FIRST):
                self._siblings.tell(place, gauge.look())

    def collect(self) -> Iterable[Metric]:
        self.tell()
        for place, gauge in enumerate(self._gauges, _FIRST):
            value = gauge.look() if self._siblings is None else self._siblings.told(place)
            yield GaugeMetricFamily(gauge.name, gauge.about, value)
