"""Threads for long searches, which leave the processor to all else where it is short."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

__all__ = ["Searchers"]

T = TypeVar("T")
_NICE: Final = 5
"""They have a third of what the event loop may have of a processor, so that it answers others while all search."""


class Searchers:
    """As many as there are searches at a time: each is made when it is needed first, and waits for the next then.

    Linux takes niceness from no thread that is not root's, so that one which has it must do little else: a thread that
    runs Python and is kept from the processor keeps all others, the event loop among them, from Python.
    """

    def __init__(self, nice: int = _NICE) -> None:
        self._nice = nice
        self._lock = threading.Lock()
        self._idle = 0
        self._given: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()

    def run(self, act: Callable[[], T]) -> T:
        """What ``act`` gives or raises on one of them."""
        done: Future[T] = Future()
        with self._lock:
            if self._idle:
                self._idle -= 1
            else:
                threading.Thread(target=self._work, name="search", daemon=True).start()
        self._given.put((done, act))
        try:
            return done.result()
        finally:
            del done  # a traceback that holds itself would stay for long

    def _work(self) -> None:
        if sys.platform == "linux":  # where each thread has its own
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + self._nice)
        while True:
            done, act = self._given.get()
            try:
                result = act()
            except BaseException as error:  # it is the caller's
                self._free()
                done.set_exception(error)
            else:
                self._free()
                done.set_result(result)
                del result
            del done, act

    def _free(self) -> None:
        with self._lock:
            self._idle += 1
