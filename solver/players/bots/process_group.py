"""A process with all that it begins itself, none of which outlives whoever began it, however that one ends."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

__all__ = ["ProcessGroup"]

_KEEPER: Final = ("/bin/sh", "-c", "trap '' HUP INT QUIT TERM; read -r _; kill -s KILL 0")
"""Waits for the end of a pipe that nobody writes to, which comes with the end of its maker, and ends the group."""


class ProcessGroup:
    """A command with pipes to its standard input and output, and a group of its own: Ctrl-C goes to the maker alone.

    ``errors_too``: its standard error is a pipe as well, which ``end`` leaves open, for what was written last.
    OSError or ValueError where it cannot be started.
    """

    def __init__(self, command: Sequence[str], *, errors_too: bool = False) -> None:
        quiet = subprocess.DEVNULL
        # The keeper comes first and gives the group its number, which so stays the group's until all is over.
        self._keeper = subprocess.Popen(
            _KEEPER, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, bufsize=0, process_group=0
        )
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if errors_too else None,
                bufsize=0,
                process_group=self._keeper.pid,
            )
        except BaseException:
            self._end_all()
            raise

    def end(self, seconds: float) -> None:
        """Closes its pipes, and ends all that is left of it after so many seconds in which it may end by itself."""
        try:
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
        finally:
            self._end_all()
            self.process.kill()  # had it left the group
            self.process.wait()

    def _end_all(self) -> None:
        with suppress(ProcessLookupError, PermissionError):  # as a system says of a group of the dead
            os.killpg(self._keeper.pid, signal.SIGKILL)
        if self._keeper.stdin is not None:
            self._keeper.stdin.close()
        self._keeper.wait()
