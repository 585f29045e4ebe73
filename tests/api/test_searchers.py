"""Threads that search and leave the processor to others."""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from api.searchers import Searchers


def test_what_is_done_there_is_given_or_raised_here() -> None:
    searchers = Searchers()
    assert searchers.run(lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        searchers.run(lambda: 1 // 0)
    assert searchers.run(threading.get_ident) != threading.get_ident()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere niceness is a process's")
def test_they_are_nice_and_who_waits_for_them_is_not() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    here = niceness()
    assert Searchers(3).run(niceness) == min(19, here + 3)
    assert niceness() == here


def test_there_are_as_many_as_there_are_searches_at_a_time() -> None:
    searchers = Searchers()
    for count in (1, 3, 2):
        together = threading.Barrier(count)

        def search(together: threading.Barrier = together) -> int:
            together.wait(10)
            return threading.get_ident()

        with ThreadPoolExecutor(count) as pool:
            asked = [pool.submit(searchers.run, search) for _ in range(count)]
            assert len({each.result() for each in asked}) == count
    assert sum(thread.name == "search" for thread in threading.enumerate()) >= 3
