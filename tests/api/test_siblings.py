"""What the processes of one service share, and what is left when one of them dies."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from bad_deals import GOOD
from hard_deals import hardest
from served import Server, children, request, start, stop

from api.siblings import OwnPlaces, SharedPlaces, Siblings
from api.slots import Lane, Running

# The processes that are forked here only do what the test says, whatever threads this one has.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def sibling(act: Callable[[Callable[[str], None], Callable[[], str]], None]) -> Iterator[tuple[int, int, int]]:
    """A process that does ``act``, which is given how to tell us a word and how to hear one; its id and our ends."""
    heard, tell = os.pipe()
    hear, told = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            act(lambda word: os.write(tell, f"{word}\n".encode()) and None, lambda: os.read(hear, 1).decode())
        finally:
            os._exit(0)
    try:
        yield pid, heard, told
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        for end in (heard, tell, hear, told):
            os.close(end)


def word(heard: int) -> str:
    said = b""
    while not said.endswith(b"\n"):
        said += os.read(heard, 1)
    return said.decode().strip()


def test_places_of_several_processes_are_never_more_than_their_number_and_come_back_from_the_dead() -> None:
    siblings = Siblings()
    siblings.join()

    def take_all(tell: Callable[[str], None], hear: Callable[[], str]) -> None:
        siblings.join()
        places = SharedPlaces(siblings, 1, 3)
        tell(str(sum(places.take() for _ in range(10))))
        if hear() == "g":
            places.give()
        tell("done")
        hear()

    here = SharedPlaces(siblings, 1, 3)
    assert here.take()
    with sibling(take_all) as (pid, heard, told):
        assert word(heard) == "2"
        assert not here.take()
        os.write(told, b"g")
        assert word(heard) == "done"
        assert [here.take(), here.take()] == [True, False]
        os.kill(pid, signal.SIGKILL)
        until(here.take)
    assert not here.take()
    other = SharedPlaces(siblings, 2, 1)  # of another kind
    assert [other.take(), other.take()] == [True, False]
    here.give()
    assert here.take()


def test_the_dead_leave_their_numbers_and_what_they_told_counts_no_more() -> None:
    siblings = Siblings()
    assert siblings.join() == 1
    siblings.tell(3, 5.0)

    def join(tell: Callable[[str], None], hear: Callable[[], str]) -> None:
        tell(str(siblings.join()))
        siblings.tell(3, 2.0)
        tell("told")
        hear()

    for _ in range(2):
        with sibling(join) as (pid, heard, _):
            assert (word(heard), word(heard)) == ("2", "told")
            with sibling(join) as (_, another, _):
                assert (word(another), word(another)) == ("3", "told")
                assert siblings.told(3) == 9.0
                assert siblings.others_tell(3)
            assert siblings.told(3) == 7.0
            os.kill(pid, signal.SIGKILL)
            until(lambda: siblings.told(3) == 5.0)
        assert not siblings.others_tell(3)


def test_a_place_goes_to_another_process_where_one_waits_there() -> None:
    siblings, clock = Siblings(), Clock()
    siblings.join()
    places = SharedPlaces(siblings, 1, 1, clock)
    assert places.take()
    clock.now = 1.0
    assert places.may_keep()

    def wait(tell: Callable[[str], None], hear: Callable[[], str]) -> None:
        siblings.join()
        SharedPlaces(siblings, 1, 1).wait(2)
        tell("waits")
        hear()

    with sibling(wait) as (_, heard, _):
        assert word(heard) == "waits"
        assert not places.may_keep()
        clock.now = 0.001  # it has not had it for long
        assert places.may_keep()
    clock.now = 1.0
    assert places.may_keep()


def test_who_waits_has_a_slot_that_another_process_gives_back_or_dies_with() -> None:
    siblings = Siblings()
    siblings.join()

    def hold(tell: Callable[[str], None], hear: Callable[[], str]) -> None:
        siblings.join()
        lane = Lane(SharedPlaces(siblings, 1, 2), 10)
        with lane.hold("a", 10.0, Running()), ExitStack() as second:
            second.enter_context(lane.hold("a", 10.0, Running()))
            tell("has both")
            hear()
            second.close()
            tell("has one")
            hear()

    with sibling(hold) as (pid, heard, told):
        assert word(heard) == "has both"
        lane = Lane(SharedPlaces(siblings, 1, 2), 10)
        os.write(told, b".")
        with lane.hold("b", 10.0, Running()):
            assert word(heard) == "has one"
            os.kill(pid, signal.SIGKILL)
            with lane.hold("b", 10.0, Running()):
                assert (lane.held, lane.waiting) == (2, 0)


def test_processes_that_all_want_slots_share_them() -> None:
    """Each has its turn again and again, and never are there more than there may be."""
    siblings = Siblings()
    count, processes = 2, 3
    siblings.join()

    def work(tell: Callable[[str], None], hear: Callable[[], str]) -> None:
        number = siblings.join()
        lane = Lane(SharedPlaces(siblings, 1, count), 10)
        random.seed(number)
        for _ in range(30):
            with lane.hold("a", 30.0, Running()):
                siblings.tell(5, lane.held)
                if siblings.told(5) > count:
                    tell("too many")
                time.sleep(random.uniform(0.0, 0.003))
                siblings.tell(5, 0.0)
        tell("done")
        hear()

    with ExitStack() as all_of_them:
        ends = [all_of_them.enter_context(sibling(work)) for _ in range(processes)]
        assert [word(heard) for _, heard, _ in ends] == ["done"] * processes


@pytest.mark.parametrize("count", [1, 3])
def test_own_places_are_counted(count: int) -> None:
    places = OwnPlaces(count)
    assert [places.take() for _ in range(count + 1)] == [True] * count + [False]
    places.give()
    assert (places.take(), places.take(), places.may_keep()) == (True, False, True)


def until(true: Callable[..., bool]) -> None:
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.001)


SOLVED = 'backalley_requests_total{method="POST",route="/v1/solve",status="200"}'


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = start(tmp_path, "--workers", "2", "--slots", "1", "--quiet", jobs="off", cache_mb=0)
    until(lambda: len(children(running.process.pid)) == 2)
    yield running
    told = stop(running)
    assert "Traceback" not in told, told


def test_figures_are_those_of_all_workers_and_outlive_one(server: Server) -> None:
    asked = request("/v1/solve", GOOD)
    answered: set[int] = set()
    for _ in range(40):
        with server.send(asked) as connection:
            assert connection.recv(12) == b"HTTP/1.1 200"
    until(lambda: server.figure(SOLVED) == 40)
    for _ in range(2):
        answered |= set(children(server.process.pid))
        os.kill(children(server.process.pid)[0], signal.SIGKILL)
        until(lambda before=frozenset(answered): len(set(children(server.process.pid)) - before) == 1)
        until(lambda: server_answers(server))
        assert server.figure(SOLVED) == 40
    with server.send(asked) as connection:
        assert connection.recv(12) == b"HTTP/1.1 200"
    until(lambda: server.figure(SOLVED) == 41)
    assert server.figure("backalley_slots") == 1


def test_the_slots_of_a_killed_worker_come_back(server: Server) -> None:
    """All workers together have one slot, and a hard deal has it until its worker is killed."""
    hard = request("/v1/solve", {**hardest().to_dict(), "time_limit": 10})
    with ExitStack() as clients:
        for _ in range(6):  # some of them at either worker
            clients.enter_context(server.send(hard))
        until(lambda: server.figure("backalley_slots_held") == 1)
        until(lambda: server.figure("backalley_slots_waiting") >= 1)
        assert server.figure("backalley_slots_held") == 1
        for pid in children(server.process.pid):
            os.kill(pid, signal.SIGKILL)
        until(lambda: server_answers(server))
        until(lambda: server.figure("backalley_slots_held") == 0)
        assert server.ask("POST", "/v1/solve", {**hardest().to_dict(), "node_limit": 1000}).status == 504
    assert server.figure("backalley_slots_waiting") == 0


def server_answers(server: Server) -> bool:
    try:
        return server.ask("GET", "/healthz").status == 200
    except OSError:
        return False
