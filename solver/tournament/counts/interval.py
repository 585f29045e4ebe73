"""A mean with its 95 % interval, by Student's t over independent values such as pairs of rooms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Annotated, Final, Self

from solver.answer import Answer

__all__ = ["Mean", "student"]

_NORMAL: Final = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Mean(Answer):
    """What many values come to."""

    deals: Annotated[int, "How many values: deals, or whole games, each in two rooms."]
    mean: Annotated[float, "Their mean."]
    interval: Annotated[tuple[float, float] | None, "Its 95 % interval; null for fewer than two values."]
    sd: Annotated[float | None, "Their standard deviation; null for fewer than two values."]

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        """Of at least one value; sums are exact, so that their order does not matter."""
        count = len(values)
        mean = math.fsum(values) / count
        if count < 2:
            return cls(count, _rounded(mean), None, None)
        sd = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1))
        half = student(count - 1) * sd / math.sqrt(count)
        return cls(count, _rounded(mean), (_rounded(mean - half), _rounded(mean + half)), _rounded(sd))

    @property
    def half_width(self) -> float:
        """Half of the interval's width; infinite where there is none."""
        return math.inf if self.interval is None else (self.interval[1] - self.interval[0]) / 2

    def within(self, until: float | None) -> bool:
        """Whether the half width is no more than was asked for; never where nothing was asked."""
        return until is not None and self.half_width <= until


def student(freedom: int) -> float:
    """The 0.975 quantile of Student's t, within 0.1 % (Hill, CACM algorithm 396)."""
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    n, p = float(freedom), 0.05
    a = 1 / (n - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * n
    y = (d * p) ** (2 / n)
    if y > 0.05 + a:
        x = -_NORMAL
        y = x * x
        if freedom < 5:
            c += 0.3 * (n - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = math.expm1(a * y * y)
    else:
        y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) / (
            n + 2
        ) + 1 / y
    return math.sqrt(n * y)


def _rounded(value: float) -> float:
    return round(value, 6) + 0.0  # no minus zero
