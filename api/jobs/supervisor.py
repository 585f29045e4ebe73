"""``python -m api.jobs.supervisor``: keeps the job workers of this machine alive, and ends with who began it.

It holds no connection and loads nothing of the engine, so there is little that could end it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Final

from api.settings import Settings

__all__ = ["Supervisor"]

_LOOK: Final = 0.1
_FIRST_WAIT: Final = 0.1
_LONGEST_WAIT: Final = 10.0
_LIVED: Final = 10.0
"""Seconds after which a worker's death is no sign that the next one will die as well."""
_GRACE: Final = 6.0
"""Seconds that workers have for their end."""
_COMMAND: Final = (sys.executable, "-P", "-m", "api.jobs.worker")
_OFF: Final = 2
"""Exit status of a worker that finds no place for jobs."""


@dataclass(slots=True)
class _Place:
    """One of the workers that are wanted: its process, when that began, and when the next may begin."""

    process: subprocess.Popen[bytes] | None = None
    began: float = 0.0
    due: float = 0.0
    wait: float = field(default=_FIRST_WAIT)


class Supervisor:
    """``count`` workers, begun again where they end, ever later where they end at once."""

    def __init__(self, count: int, command: tuple[str, ...] = _COMMAND) -> None:
        self.stopping = threading.Event()
        self._command = command
        self._places = [_Place() for _ in range(count)]

    def run(self, parent: int | None = None) -> None:
        """Watches over them until it is stopped, or ``parent`` is its parent no more."""
        while not self.stopping.is_set() and (parent is None or os.getppid() == parent):
            for place in self._places:
                self._look_at(place)
            self.stopping.wait(_LOOK)
        self._end()

    def _look_at(self, place: _Place) -> None:
        now = time.monotonic()
        if place.process is None:
            if now >= place.due:
                place.process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL)
                place.began = now
            return
        status = place.process.poll()
        if status is None:
            return
        place.wait = _FIRST_WAIT if now - place.began > _LIVED else min(2 * place.wait, _LONGEST_WAIT)
        if status == _OFF:
            place.wait = _LONGEST_WAIT
        place.process, place.due = None, now + place.wait
        _log("job worker ended", status=status, again_in=place.wait)

    def _end(self) -> None:
        running = [place.process for place in self._places if place.process is not None]
        for process in running:
            process.terminate()
        until = time.monotonic() + _GRACE
        for process in running:
            try:
                process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _log(event: str, **values: object) -> None:
    print(json.dumps({"event": event, **values}), file=sys.stderr, flush=True)


def main() -> None:
    """Keeps as many workers as the environment's settings say; ``--parent PID`` ends with that process."""
    parent = int(sys.argv[2]) if sys.argv[1:2] == ["--parent"] else None
    told = (*_COMMAND, "--parent", str(os.getpid()))
    supervisor = Supervisor(Settings.from_env().jobs_workers, told)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: supervisor.stopping.set())
    supervisor.run(parent)


if __name__ == "__main__":
    main()
