"""How gunicorn runs the service."""

from __future__ import annotations

import math
from typing import Any

from api.settings import Settings

__all__ = ["options"]


def options(settings: Settings) -> dict[str, Any]:
    """Settings of gunicorn: one process whose threads wait while the search runs without the GIL on the cores.

    gunicorn's own timeout does not bound a request of a threaded worker: the time limit of the
    search does, and a stop waits that long for what runs.
    """
    return {
        "bind": [settings.bind],
        "worker_class": "gthread",
        "workers": 1,
        "threads": settings.threads,
        "graceful_timeout": math.ceil(settings.time_limit) + 5,
        "keepalive": 5,
        "control_socket_disable": True,
        "proc_name": "backalley",
    }
