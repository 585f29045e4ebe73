"""Ctrl-C: the first one ends a command in order, one soon after is the same, and one much later ends it at once.

Python would raise each of them wherever the program is just then, also while it waits for its threads, of which some
would be left; and one that comes after the last line would end the process by the signal.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

__all__ = ["STOPPED", "interrupts"]

STOPPED: Final = 130
"""The exit status of a command that was stopped."""
_SAME: Final = 1.0
"""Seconds in which a further one is taken for the same: a held key, or a shell that tells the whole group."""


@contextmanager
def interrupts(*, for_good: bool) -> Iterator[None]:
    """Within, Ctrl-C is dealt with so; ``for_good`` leaves it without effect behind, where the process only ends."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    began: float | None = None

    def interrupted(number: int, frame: FrameType | None) -> None:
        nonlocal began
        if began is None:
            began = time.monotonic()
            signal.default_int_handler(number, frame)
        elif time.monotonic() - began > _SAME:
            os.write(2, b"backalley: stopped at once\n")
            os._exit(STOPPED)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # ignored, as in the background of a shell, or somebody's own
        yield
        return
    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        # Python gives every handler but this one back to the system while it ends, and the system would kill.
        signal.signal(signal.SIGINT, signal.SIG_IGN if for_good else before)
