"""How gunicorn runs the service."""

from __future__ import annotations

import gc
import math
import socket
import sys
from functools import partial
from typing import Any

from gunicorn.util import parse_address  # type: ignore[import-untyped]

from api.folders import temporary_folder
from api.jobs.serving import JobWorkers
from api.service import service_of
from api.settings import Settings, SettingsError

__all__ = ["check_address", "options"]


def options(settings: Settings) -> dict[str, Any]:
    """Settings of gunicorn: processes, whose threads wait while the search runs without the GIL on the cores.

    The limits of clients and of their requests are the worker's own.
    """
    workers = JobWorkers(settings)
    return {
        "bind": [settings.bind, *filter(None, [settings.metrics_bind])],
        "worker_class": "api.server.worker.Worker",
        "logger_class": "api.server.log.ServerLog",
        "workers": settings.workers,
        "preload_app": True,  # what the processes share is made before they are
        "graceful_timeout": math.ceil(settings.stop_time) + 1,
        "worker_tmp_dir": temporary_folder(),
        "control_socket_disable": True,
        "proc_name": "backalley",
        "when_ready": partial(_begin, workers),
        "on_exit": partial(_end, workers),
    }


def _begin(workers: JobWorkers, arbiter: Any) -> None:
    if sys.stderr is not None and sys.stderr.isatty():  # for a person; who reads the log has its lines
        print(f"Back Alley at {arbiter.LISTENERS[0]}", file=sys.stderr, flush=True)
    # What is there before the first request stays: a look through it for garbage holds up all threads for 50 ms.
    gc.freeze()
    workers.begin()


def _end(workers: JobWorkers, arbiter: Any) -> None:
    workers.end()
    service_of(arbiter.app.wsgi()).end()


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
