"""Figures that the measuring scripts share: CPU times, their summaries and tables of them. Loads nothing of solver."""

from __future__ import annotations

import math
import os
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Answer = TypeVar("Answer")


def pin(core: int | None = None) -> None:
    """Stay on one core, by default the last of those allowed."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0)) if core is None else core})


def spend(times: list[float], work: Callable[[], Answer]) -> Answer:
    """Do the work and note its CPU milliseconds."""
    began = time.process_time_ns()
    result = work()
    times.append((time.process_time_ns() - began) / 1e6)
    return result


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least ``share`` of all do not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def short(value: float) -> str:
    """Three figures, all before the point."""
    return f"{value:.3g}" if abs(value) < 100 else f"{value:,.0f}"


def summary(values: Sequence[float]) -> str:
    """Mean / median / p90 / p99 / max."""
    return " / ".join(
        map(short, (statistics.mean(values), *(percentile(values, share) for share in (0.5, 0.9, 0.99)), max(values)))
    )


def geometric(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The geometric mean of the ratios."""
    return math.exp(statistics.mean(math.log(our / their) for our, their in zip(ours, theirs, strict=True)))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]])
