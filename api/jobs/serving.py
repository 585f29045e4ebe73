"""How the server has its jobs worked on: one call begins, one ends.

The workers are processes with a supervisor between, none of them forked from the server, so they share no connection,
thread or lock with it and work under any kind of server.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from typing import Final

from api.jobs.errors import JobsOffError
from api.jobs.place import place_of
from api.settings import Settings

__all__ = ["JobWorkers"]

_LOOK: Final = 0.5
_GRACE: Final = 8.0


class JobWorkers:
    """The supervisor of one server's workers, begun again should it ever end."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._over = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def begin(self) -> None:
        """Begins, in the process that calls; where jobs are off the log says so."""
        if not self._settings.jobs_workers:
            return
        try:
            place_of(self._settings.jobs)
        except JobsOffError as error:
            print(json.dumps({"event": "jobs are off", "reason": str(error)}), file=sys.stderr, flush=True)
            return
        self._owner = os.getpid()
        self._begin_supervisor()
        threading.Thread(target=self._watch, name="jobs-watch", daemon=True).start()

    def end(self) -> None:
        """Ends the workers, which give back what they hold."""
        self._over.set()
        process = self._process
        if process is None or os.getpid() != self._owner:
            return
        process.terminate()
        try:
            process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            process.kill()

    def _begin_supervisor(self) -> None:
        settings = self._settings
        env = os.environ | {
            "BACKALLEY_JOBS": settings.jobs,
            **{f"BACKALLEY_{name.upper()}": str(getattr(settings, name)) for name in _TOLD},
        }
        # Its own session: Ctrl-C in a terminal is the server's, which then ends the workers.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "api.jobs.supervisor", "--parent", str(os.getpid())],
            stdin=subprocess.DEVNULL,
            env=env,
            start_new_session=True,
        )

    def _watch(self) -> None:
        # A server that forks may take this thread along (greenlets are): only the process that began it counts.
        while not self._over.wait(_LOOK) and os.getpid() == self._owner:
            if self._process is not None and self._process.poll() is not None and not self._over.is_set():
                self._begin_supervisor()


_TOLD: Final = ("jobs_workers", "jobs_nice", "jobs_disk", "jobs_age", "jobs_lease", "time_limit", "memory_mb")
"""The settings that workers need, which may not come from the environment."""
