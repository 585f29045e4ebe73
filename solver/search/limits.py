"""How far one solve may go, and the handle that stops it."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from types import NoneType
from typing import Final

from solver import _core
from solver.errors import check_kind

__all__ = ["NO_LIMITS", "Cancel", "Limits", "check_whole", "cores"]


class Cancel:
    """A handle to stop a solve from another thread, within 10 ms."""

    __slots__ = ("_flag",)

    def __init__(self) -> None:
        self._flag = _core.Cancel()

    def set(self) -> None:
        self._flag.set()

    @property
    def is_set(self) -> bool:
        return bool(self._flag.is_set)


@dataclass(frozen=True, slots=True)
class Limits:
    """How far one solve may go: seconds of wall clock, nodes, threads, table memory in MB, a cancel handle.

    Several threads have equal shares of ``node_limit``, and one that has spent its share ends the solve.
    """

    time_limit: float | None = None
    node_limit: int | None = None
    threads: int = 1
    memory_mb: int = 256
    cancel: Cancel | None = None

    def __post_init__(self) -> None:
        if self.time_limit is not None and not (isinstance(self.time_limit, (int, float)) and self.time_limit > 0):
            raise ValueError("time_limit must be a number of seconds, more than 0")
        if self.node_limit is not None:
            check_whole("node_limit", self.node_limit, 10**18)
        check_whole("threads", self.threads, 256)
        check_whole("memory_mb", self.memory_mb, 1 << 20)
        check_kind("cancel", self.cancel, Cancel, NoneType)

    def less(self, seconds: float, nodes: int) -> Limits:
        """What is left of these limits after a part of the work."""
        return replace(
            self,
            time_limit=None if self.time_limit is None else max(1e-6, self.time_limit - seconds),
            node_limit=None if self.node_limit is None else max(1, self.node_limit - nodes),
        )


def check_whole(name: str, value: int, most: int) -> None:
    """ValueError unless 1 <= value <= most."""
    if not (isinstance(value, int) and 1 <= value <= most):
        raise ValueError(f"{name} must be a whole number from 1 to {most}")


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


NO_LIMITS: Final = Limits()
