"""How many cores this process has: those that it may run on, or fewer where a container has a quota of their time."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

__all__ = ["cores"]

_CGROUP: Final = Path("/sys/fs/cgroup")


def cores(cgroup: Path = _CGROUP) -> int:
    """At least one; a quota of two and a half cores is two, which leaves some time for answers."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = _quota(cgroup)
    return allowed if quota is None else max(1, min(allowed, int(quota)))


def _quota(cgroup: Path) -> float | None:
    """Cores' worth of time by the group of this container, of the newer or the older kind; None for no bound."""
    try:
        quota, period = (cgroup / "cpu.max").read_text().split()
    except (OSError, ValueError):
        try:
            quota, period = (
                (cgroup / "cpu" / f"cpu.cfs_{part}_us").read_text().strip() for part in ("quota", "period")
            )
        except OSError:
            return None
    # "max" and -1 are no bound.
    return int(quota) / int(period) if quota.isdigit() and period.isdigit() and int(period) else None
