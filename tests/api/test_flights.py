"""Equal questions that come while one of them is being answered."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.flights import Asker, Flights
from api.slots import BusyError, Lane, Running

KEY = b"question"


class FailedError(Exception):
    """What a leader ends with that finds no answer."""


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.001)


def asker(client: str = "a", seconds: float = 60.0, **more: float) -> Asker:
    return Asker(client, time.monotonic() + seconds, seconds, **more)


class Asking:
    """One who asks on a thread of its own; its answer is found once ``go`` is set, and fails where ``fails`` is."""

    def __init__(self, flights: Flights[str], who: Asker, name: str, slot: bool = True) -> None:
        self.who = who
        self.name = name
        self.go, self.led, self.fails = threading.Event(), threading.Event(), False
        self.may_begin = threading.Event()
        if slot:
            self.may_begin.set()
        self.told: tuple[str, bool] | Exception | None = None
        self._flights = flights
        self._thread = threading.Thread(target=self._ask)
        self._thread.start()

    def _ask(self) -> None:
        try:
            self.told = self._flights.run(KEY, self.who, self._lead)
        except (FailedError, BusyError) as error:
            self.told = error

    def _lead(self, begun: Callable[[], None]) -> str:
        self.led.set()
        assert self.may_begin.wait(10)
        begun()
        assert self.go.wait(10)
        if self.fails:
            raise FailedError
        return self.name

    def join(self) -> object:
        self._thread.join(10)
        assert not self._thread.is_alive()
        return self.told


def test_who_asks_the_same_has_the_leader_s_answer_and_leads_nothing() -> None:
    flights: Flights[str] = Flights(10)
    leader = Asking(flights, asker(), "first")
    assert leader.led.wait(10)
    others = [Asking(flights, asker(client), client) for client in "abc"]
    until(lambda: flights.following == 3)
    leader.go.set()
    assert leader.join() == ("first", False)
    assert [other.join() for other in others] == [("first", True)] * 3
    assert not any(other.led.is_set() for other in others)
    assert flights.following == 0


def test_a_leader_that_fails_fails_nobody_else() -> None:
    flights: Flights[str] = Flights(10)
    leader = Asking(flights, asker(), "first")
    assert leader.led.wait(10)
    others = [Asking(flights, asker(client), client) for client in "bcd"]
    until(lambda: flights.following == 3)
    leader.fails = True
    leader.go.set()
    assert isinstance(leader.join(), FailedError)
    until(lambda: flights.following == 2)
    (second,) = (other for other in others if other.led.is_set())
    second.go.set()
    assert second.join() == (second.name, False)
    assert [other.join() for other in others if other is not second] == [(second.name, True)] * 2


def test_a_leader_that_fails_again_and_again_is_not_followed_for_ever() -> None:
    flights: Flights[str] = Flights(10)
    leaders = []
    patient = None
    for _ in range(10):
        leader = Asking(flights, asker(), "hog")
        leaders.append(leader)
        if patient is None:
            assert leader.led.wait(10)
            patient = Asking(flights, asker("b"), "patient")
            until(lambda: flights.following == 1)
        until(lambda leader=leader: leader.led.is_set() or flights.following > 0)
        if patient.led.is_set():
            break
        leader.fails = True
        leader.go.set()
        leader.join()
    assert patient is not None
    assert patient.led.wait(10)
    for each in (*leaders, patient):
        each.go.set()
    assert patient.join() == ("patient", False)
    for leader in leaders:
        leader.join()


def test_each_keeps_its_own_time_and_may_leave() -> None:
    flights: Flights[str] = Flights(10)
    leader = Asking(flights, asker(), "first")
    assert leader.led.wait(10)
    hasty = Asking(flights, asker("b", 0.05), "hasty")
    leaving = Asking(flights, asker("c"), "leaving")
    until(lambda: flights.following >= 1)
    assert isinstance(hasty.join(), BusyError)
    until(lambda: flights.following == 1)
    assert leaving.who.running.waits_until == leaving.who.until  # so that the server can tell when that is over
    leaving.who.running.set()
    assert isinstance(leaving.join(), BusyError)
    leader.go.set()
    assert leader.join() == ("first", False)


@pytest.mark.parametrize("limits", [{"seconds": 120.0}, {"nodes": float("inf")}])
def test_nobody_follows_one_who_may_give_up_before(limits: dict[str, float]) -> None:
    flights: Flights[str] = Flights(10)
    leader = Asking(flights, asker(nodes=100), "first")
    assert leader.led.wait(10)
    other = Asking(flights, asker("b", **{"nodes": 100, **limits}), "other")
    assert other.led.wait(10)
    for each in (leader, other):
        each.go.set()
    assert (leader.join(), other.join()) == (("first", False), ("other", False))


def test_a_leader_of_another_client_that_waits_for_its_slot_is_overtaken_and_then_follows() -> None:
    flights: Flights[str] = Flights(10)
    hog = Asking(flights, asker("hog"), "hog", slot=False)
    assert hog.led.wait(10)
    behind = Asking(flights, asker("hog"), "hog too")  # of the same line, in which it would be later anyhow
    until(lambda: flights.following == 1)
    other = Asking(flights, asker("b"), "other")
    assert other.led.wait(10)
    hog.may_begin.set()  # its turn comes second
    until(lambda: flights.following == 2)
    other.go.set()
    assert [each.join() for each in (hog, behind, other)] == [("other", True), ("other", True), ("other", False)]
    assert flights.following == 0


def test_no_more_than_so_many_follow() -> None:
    flights: Flights[str] = Flights(1)
    leader = Asking(flights, asker(), "first")
    assert leader.led.wait(10)
    follower = Asking(flights, asker(), "follower")
    until(lambda: flights.following == 1)
    other = Asking(flights, asker(), "other", slot=False)  # has to wait for a slot as all do ...
    assert other.led.wait(10)
    other.may_begin.set()  # ... and gives it back at once
    until(lambda: flights.following == 2)
    leader.go.set()
    assert (follower.join(), other.join()) == (("first", True), ("first", True))


@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from([b"x", b"y"]), st.sampled_from([None, FailedError])),
        min_size=2,
        max_size=30,
    ),
    st.integers(1, 3),
)
def test_every_answer_is_right_and_only_who_led_fails(asked: list[tuple[str, bytes, type | None]], slots: int) -> None:
    """Any number of clients and questions over a lane of slots, some of whose leaders fail."""
    flights: Flights[bytes] = Flights(4)
    lane = Lane(slots, 100)
    lock, searching, most = threading.Lock(), Counter[bytes](), Counter[bytes]()
    wrong: list[object] = []

    def ask(client: str, key: bytes, failure: type[Exception] | None) -> None:
        led = False

        def lead(begun: Callable[[], None]) -> bytes:
            nonlocal led
            with lane.hold(client, 10.0, Running()):
                begun()
                led = True
                with lock:
                    searching[key] += 1
                    most[key] = max(most[key], searching[key])
                time.sleep(0.001)
                with lock:
                    searching[key] -= 1
                if failure is not None:
                    raise failure
                return key * 3

        try:
            answer, others = flights.run(key, asker(client, 10.0), lead)
            if answer != key * 3 or others == led:
                wrong.append((client, answer, others, led))
        except FailedError:
            if not led:
                wrong.append((client, "failed without having led"))

    threads = [threading.Thread(target=ask, args=each) for each in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not any(thread.is_alive() for thread in threads)
    assert not wrong
    assert (flights.following, lane.held, lane.waiting) == (0, 0, 0)
    if all(failure is None for _, _, failure in asked):
        assert set(most.values()) == {1}  # never two of one question at a time
