"""The lanes of threads: turns, rests, and what is shed."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from api.server.lanes import Lane


class Work:
    """A job that waits until it is let go, and tells what came of it."""

    def __init__(
        self, told: list[Any], name: str, act: Callable[[], Any], until: float = math.inf, searches: bool = False
    ) -> None:
        self.told = told
        self.name = name
        self.act = act
        self.until = until
        self.searches = searches

    def run(self) -> Any:
        return self.act()

    def done(self, result: Any) -> None:
        self.told.append((self.name, result))

    def shed(self) -> None:
        self.told.append((self.name, "shed"))


async def until(true: Callable[[], bool]) -> None:
    for _ in range(5000):
        if true():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("it did not come about")


def with_lane(act: Callable[[Lane], Awaitable[None]], threads: int = 1, most: int = 10) -> None:
    async def main() -> None:
        await act(Lane(asyncio.get_running_loop(), "test", threads, most))

    asyncio.run(main())


def test_clients_take_turns_and_an_exception_is_a_result() -> None:
    told: list[Any] = []
    go = threading.Event()

    async def act(lane: Lane) -> None:
        lane.ask("a", Work(told, "first", go.wait))
        for name in ("a1", "a2", "b1"):
            lane.ask(name[0], Work(told, name, lambda: 1 // 0))
        go.set()
        await until(lambda: len(told) == 4)

    with_lane(act)
    assert [name for name, _ in told] == ["first", "a1", "b1", "a2"]
    assert [type(result) for _, result in told] == [bool, *[ZeroDivisionError] * 3]


def test_who_rests_leaves_its_place_to_another() -> None:
    told: list[Any] = []
    go = threading.Event()

    async def act(lane: Lane) -> None:
        def rest() -> None:
            with lane.resting():
                assert go.wait(10)

        lane.ask("a", Work(told, "resting", rest))
        lane.ask("a", Work(told, "other", lambda: None))
        await until(lambda: bool(told))
        go.set()
        await until(lambda: len(told) == 2)

    with_lane(act)
    assert told == [("other", None), ("resting", None)]


def test_what_comes_too_late_is_shed() -> None:
    told: list[Any] = []
    go = threading.Event()

    async def act(lane: Lane) -> None:
        now = asyncio.get_running_loop().time()
        lane.ask("a", Work(told, "first", go.wait))
        lane.ask("a", Work(told, "late", lambda: None, now - 1))
        assert told == [("late", "shed")]
        lane.ask("a", Work(told, "in vain", lambda: None, now + 0.1))
        await until(lambda: len(told) == 2)
        go.set()
        await until(lambda: len(told) == 3)

    with_lane(act)
    assert told == [("late", "shed"), ("in vain", "shed"), ("first", True)]


def test_what_is_too_late_when_its_turn_comes_is_not_begun() -> None:
    told: list[Any] = []
    go, over = threading.Event(), threading.Event()

    async def act(lane: Lane) -> None:
        loop = asyncio.get_running_loop()
        until_then = loop.time() + 0.01
        lane.ask("a", Work(told, "first", go.wait))
        lane.ask("a", Work(told, "late", lambda: "begun", until_then))
        lane.ask("a", Work(told, "last", over.set))
        while loop.time() <= until_then:  # the loop is held up, and sheds nothing itself
            pass
        go.set()
        await until(lambda: len(told) == 3)
        assert over.is_set()

    with_lane(act)
    assert sorted(told) == [("first", True), ("last", None), ("late", "shed")]


def test_the_loop_reads_on_before_a_thread_has_its_next_job() -> None:
    """Threads that took the next job by themselves would hold up the loop's reading of all that has come."""
    told: list[Any] = []
    ran: list[str] = []

    async def act(lane: Lane) -> None:
        for name in "abcdef":
            lane.ask("a", Work(told, name, lambda name=name: ran.append(name)))
        end = time.monotonic() + 0.1
        while time.monotonic() < end:  # the loop is busy
            time.sleep(0.001)
        assert ran == ["a"]
        await until(lambda: len(told) == 6)

    with_lane(act)
    assert ran == list("abcdef")


def test_what_would_find_no_slot_is_shed_unread_and_the_client_with_most_loses_first() -> None:
    told: list[Any] = []
    go = threading.Event()
    crowd: list[tuple[dict[str, int], int] | None] = [None]

    async def act() -> None:
        lane = Lane(asyncio.get_running_loop(), "test", 1, 20, lambda: crowd[0])
        lane.ask("a", Work(told, "first", go.wait))
        for name in ("a1", "a2", "a3", "b1"):
            lane.ask(name[0], Work(told, name, lambda: None, searches=True))
        lane.ask("a", Work(told, "a score", lambda: None))
        assert told == []
        crowd[0] = {"a": 2, "c": 1}, 6  # six may wait, of whom three do elsewhere
        await until(lambda: len(told) == 1)
        assert told == [("a3", "shed")]
        lane.ask("d", Work(told, "d1", lambda: None, searches=True))
        assert told[1:] == [("a2", "shed")]
        lane.ask("a", Work(told, "a4", lambda: None, searches=True))
        assert told[2:] == [("a4", "shed")]
        crowd[0] = None
        go.set()
        await until(lambda: len(told) == 8)

    asyncio.run(act())
    assert {name for name, result in told if result == "shed"} == {"a2", "a3", "a4"}


def test_a_full_lane_sheds_of_who_has_most() -> None:
    told: list[Any] = []
    go = threading.Event()

    async def act(lane: Lane) -> None:
        lane.ask("a", Work(told, "first", go.wait))
        for name in ("a1", "a2", "a3", "b1"):
            lane.ask(name[0], Work(told, name, lambda: None))
        go.set()
        await until(lambda: len(told) == 5)

    with_lane(act, most=2)
    assert [name for name, result in told if result == "shed"] == ["a3", "a2"]


def test_a_job_that_outlives_the_loop_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[object] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    go, ran = threading.Event(), threading.Event()
    threads: list[threading.Thread] = []

    def outlive() -> None:
        threads.append(threading.current_thread())
        go.wait()
        ran.set()

    async def act(lane: Lane) -> None:
        lane.ask("a", Work([], "long", outlive))
        await until(lambda: bool(threads))

    with_lane(act)
    go.set()
    assert ran.wait(10)
    threads[0].join(0.2)  # a thread that failed is gone by then, one that did not waits for its next job
    assert threads[0].is_alive()
    assert faults == []
