"""Slots, who has them next, and what is turned away."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from api.slots import BusyError, Lane, Running, Slots


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.001)


def in_thread(act: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=act)
    thread.start()
    return thread


def test_slots_are_never_more_than_their_number() -> None:
    lane = Lane(2, 100)
    most = 0
    seen = threading.Lock()

    def work(client: str) -> None:
        nonlocal most
        for _ in range(50):
            with lane.hold(client, 10.0, Running()) as left:
                assert 0 < left <= 10.0
                with seen:
                    most = max(most, lane.held)

    threads = [in_thread(lambda number=number: work(str(number % 3))) for number in range(8)]
    for thread in threads:
        thread.join()
    assert 1 <= most <= 2
    assert (lane.held, lane.waiting) == (0, 0)


def test_the_client_with_the_fewest_slots_is_next_and_a_full_queue_takes_from_the_one_with_most() -> None:
    lane = Lane(1, 3)
    had: list[str] = []
    refused: list[str] = []

    def wait(client: str) -> None:
        try:
            with lane.hold(client, 10.0, Running()):
                had.append(client)
        except BusyError:
            refused.append(client)

    threads = []
    with lane.hold("hog", 10.0, Running()):
        for number in range(3):
            threads.append(in_thread(lambda: wait("hog")))
            until(lambda number=number: lane.waiting == number + 1)
        with pytest.raises(BusyError, match="3 requests wait"):
            lane.ask("hog")
        threads.append(in_thread(lambda: wait("other")))
        until(lambda: refused == ["hog"])
        assert lane.waiting == 3
    for thread in threads:
        thread.join()
    # A slot is given to the other before the second of the hog, whose first was there earlier.
    assert had.index("other") <= 1
    assert sorted(had) == ["hog", "hog", "other"]


def test_a_wait_ends_with_its_time_and_when_it_is_stopped() -> None:
    lane = Lane(1, 3)
    running = Running()
    stopped: list[BusyError] = []

    def wait(seconds: float, running: Running) -> None:
        try:
            with lane.hold("b", seconds, running):
                pass
        except BusyError as error:
            stopped.append(error)

    with lane.hold("a", 10.0, Running()):
        wait(0.01, Running())
        waiting = in_thread(lambda: wait(60.0, running))
        until(lambda: lane.waiting == 1)
        running.set()
        waiting.join()
        wait(60.0, running)
        assert (lane.held, lane.waiting) == (1, 0)
    assert ["time limit" in str(error) for error in stopped] == [True, False, False]
    assert lane.held == 0


def test_short_work_does_not_wait_for_long() -> None:
    slots = Slots(1, 5)
    tried: list[str] = []

    def quick(left: float) -> str:
        tried.append("quick")
        assert 0 < left <= 10
        return "short"

    with slots.whole.hold("hog", 10.0, Running()):
        assert slots.run("a", 10.0, Running(), lambda _: "long", quick) == "short"
        assert (slots.held, slots.waiting) == (1, 0)
        with pytest.raises(BusyError):  # what a quick try does not find waits for a slot
            slots.run("a", 0.2, Running(), lambda _: "long", lambda _: tried.append("in vain"))
        assert (slots.held, slots.waiting) == (1, 0)
    assert slots.run("a", 10.0, Running(), lambda _: "long", quick) == "long"
    assert tried == ["quick", "in vain"]
    assert slots.held == 0


def test_what_looks_long_has_a_quick_try_where_no_slot_changes_hands_for_long() -> None:
    slots = Slots(1, 5)
    tried: list[str] = []

    def ask(name: str, seconds: float, short: bool) -> None:
        with pytest.raises(BusyError):
            slots.run("a", seconds, Running(), lambda _: "whole", lambda _: tried.append(name), short)

    with slots.whole.hold("hog", 10.0, Running()):
        ask("long, in too little time", 0.2, False)
        ask("short", 0.2, True)
        ask("long", 0.7, False)
    assert tried == ["short", "long"]


def test_what_was_stopped_stops_what_comes_later() -> None:
    outer, inner = Running(), Running()
    with outer.among(inner):
        outer.set()
        assert inner.over
    late = Running()
    with outer.among(late):
        assert late.over


def test_a_crowd_is_told_where_no_slot_comes_free_for_long() -> None:
    lane = Lane(1, 3)
    assert lane.crowd() is None
    time.sleep(0.05)
    assert lane.crowd() is None  # for there is a slot
    with lane.hold("hog", 10.0, Running()):
        assert lane.crowd() is None  # it has just been had
        waiting = in_thread(lambda: _hold(lane, "b"))
        until(lambda: lane.waiting == 1)
        until(lambda: lane.crowd() == ({"b": 1}, 3))
    waiting.join()
    assert Lane(1, 0).crowd() is None


def _hold(lane: Lane, client: str) -> None:
    with lane.hold(client, 10.0, Running()):
        pass


def test_a_wait_may_last_longer_where_another_tells_its_end() -> None:
    lane = Lane(1, 3)
    running = Running()
    running.grace = 30.0
    ended: list[float] = []

    def wait() -> None:
        with pytest.raises(BusyError, match="ended"), lane.hold("b", 0.01, running):
            pass
        ended.append(time.monotonic())

    with lane.hold("a", 10.0, Running()):
        waiting = in_thread(wait)
        until(lambda: running.waits_until < time.monotonic())
        assert waiting.is_alive()
        running.set()
        waiting.join(10)
        assert ended
    assert lane.held == 0
