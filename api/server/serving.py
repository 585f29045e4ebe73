"""How gunicorn runs the service."""

from __future__ import annotations

import math
import socket
from typing import Any

from gunicorn.util import parse_address  # type: ignore[import-untyped]

from api.jobs.serving import JobWorkers
from api.server.folders import temporary_folder
from api.service import service_of
from api.settings import Settings, SettingsError

__all__ = ["check_address", "options"]


def options(settings: Settings) -> dict[str, Any]:
    """Settings of gunicorn: one process whose threads wait while the search runs without the GIL on the cores.

    gunicorn's own timeout does not bound a request of a threaded worker: the time limit of the
    search does, and a stop by SIGTERM waits that long for what runs.  Ctrl-C stops it at once.
    """
    workers = JobWorkers(settings)
    return {
        "bind": [settings.bind, *filter(None, [settings.metrics_bind])],
        "worker_class": "api.server.worker.Worker",
        "workers": 1,
        "threads": settings.threads,
        "graceful_timeout": math.ceil(settings.time_limit) + 5,
        "keepalive": 5,
        "worker_tmp_dir": temporary_folder(),
        "control_socket_disable": True,
        "proc_name": "backalley",
        "worker_int": _stop_what_runs,
        "when_ready": lambda _: workers.begin(),
        "on_exit": lambda _: workers.end(),
    }


def _stop_what_runs(worker: Any) -> None:
    service_of(worker.wsgi).running.stop()


def check_address(bind: str) -> None:
    """SettingsError where nothing can listen, told before gunicorn has tried five times."""
    try:
        address = parse_address(bind)
        if not isinstance(address, tuple):
            return  # a socket file or descriptor
        host, port = address
        if port > 65535:
            raise OverflowError("ports go up to 65535")
        for family, kind, protocol, _, found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, kind, protocol) as tried:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                tried.bind(found)
            return
    except (OSError, OverflowError, RuntimeError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise SettingsError(f"cannot listen on {bind}: {why}") from None
