"""A few solves at a time, short ones before long ones, every client its share, and an end when time is up."""

from __future__ import annotations

import math
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Protocol, TypeVar

from api.fair import FairQueue
from api.siblings import OwnPlaces, Places, SharedPlaces, Siblings

__all__ = ["BusyError", "Flag", "Lane", "Running", "Slots"]


T = TypeVar("T")
_SHORT, _LONG = 0.05, 0.5
"""Seconds in which no slot changes hands before work that looks short, or long, has a quick try: longer than nearly all
deals take, so that there are long ones in the slots.  A try in vain costs all who wait, and most long ones' are."""
_STUCK = 0.03
"""Seconds in which no slot changes hands before what would find no place in the queue is refused unread."""
_LOOK = (0.001, 0.003)
"""Seconds between two looks for a place that another process may have given back."""


class BusyError(Exception):
    """No slot: the queue is full, or the wait took all the time the request had."""


class Flag(Protocol):
    """What stops a piece of work, from any thread."""

    def set(self) -> None: ...


class Running:
    """The flags that stop what runs or waits, so that all of it can be stopped at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._flags: set[Flag] = set()
        self.over = False
        self.waits_until = math.inf
        """When what waits for a slot will give up, by the monotonic clock; never where nothing waits."""
        self.grace = 0.0
        """Seconds that a thread waits beyond that for somebody else to tell it and stop this, as our server does."""

    @contextmanager
    def among(self, flag: Flag) -> Iterator[None]:
        """Counts what ``flag`` stops among the running; it is stopped at once where all was stopped before."""
        with self._lock:
            self._flags.add(flag)
            if self.over:
                flag.set()
        try:
            yield
        finally:
            with self._lock:
                self._flags.discard(flag)

    def set(self) -> None:
        """Stops all that runs, and all that comes later."""
        with self._lock:
            self.over = True
            for flag in self._flags:
                flag.set()


class _Turn:
    """A place in a lane's queue, and then one of its slots."""

    def __init__(self, client: str) -> None:
        self.client = client
        self.had = False
        self.dropped = False
        self._told: threading.Event | None = None  # of one who has to wait: most need not

    def set(self) -> None:
        """Ends a wait, whatever has come of it."""
        if self._told is not None:
            self._told.set()

    def wait(self, seconds: float) -> None:
        """Until something has come of it, or for so long."""
        if self._told is not None:
            self._told.wait(seconds)

    def queue(self) -> None:
        """To be called before others know of it."""
        self._told = threading.Event()


class Lane:
    """As many holders as ``places``, and at most ``queue`` waiting: next is a client with the fewest slots."""

    def __init__(self, places: Places | int, queue: int) -> None:
        self._places = OwnPlaces(places) if isinstance(places, int) else places
        self.count = self._places.count
        self._looking = False
        self._lock = threading.Lock()
        self._waiting: FairQueue[_Turn] = FairQueue(queue)
        self._held: Counter[str] = Counter()
        self._moved = time.monotonic()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def held(self) -> int:
        return self._held.total()

    @property
    def still(self) -> float:
        """Seconds since somebody had a slot last."""
        return time.monotonic() - self._moved

    def crowd(self) -> tuple[Mapping[str, int], int] | None:
        """Where no slot has changed hands of late: how many of each client wait, and how many may in all."""
        with self._lock:
            if self.still < _STUCK:
                return None
            if not self._waiting and self._places.take():
                self._places.give()
                return None
            return self._waiting.counts(), self._waiting.most

    def ask(self, client: str) -> _Turn:
        """A slot, or a place in the queue; BusyError where there is none.  To be left in any case."""
        turn = _Turn(client)
        with self._lock:
            if not self._waiting and self._places.take():
                self._give(turn)
                return turn
            turn.queue()
            dropped = self._waiting.push(client, turn)
            self._changed()
        if dropped is turn:
            raise BusyError(f"all {self.count} solving slots are taken and {self._waiting.most} requests wait")
        if dropped is not None:
            dropped.dropped = True
            dropped.set()
        return turn

    def leave(self, turn: _Turn) -> None:
        """Gives the slot of ``turn`` to whoever is next, or up its place in the queue."""
        with self._lock:
            if not turn.had:
                self._waiting.remove(turn.client, turn)
                self._changed()
                return
            self._held[turn.client] -= 1
            if not self._held[turn.client]:
                del self._held[turn.client]
            if self._waiting and self._places.may_keep():
                self._next()
            else:
                self._places.give()

    @contextmanager
    def hold(
        self, client: str, seconds: float, running: Running, meanwhile: Callable[[float], float] = lambda left: left
    ) -> Iterator[float]:
        """A slot, and the seconds of ``seconds`` that are left once it is had; BusyError where there is none in time.

        ``meanwhile`` is called again and again while it waits, told the seconds that are left, and says after how
        many at most it wants to be called again.
        """
        until = time.monotonic() + seconds
        turn = self.ask(client)
        try:
            with nullcontext() if turn.had else running.among(turn):
                while not turn.had:
                    running.waits_until = until
                    left = until - time.monotonic()
                    if running.over:
                        raise BusyError("the wait for a solving slot was ended")
                    if turn.dropped:
                        raise BusyError("others have fewer requests waiting, and the queue is full")
                    if left + running.grace <= 0:
                        raise BusyError("no solving slot came free within the time limit")
                    turn.wait(min(left, meanwhile(left)) if left > 0 else left + running.grace)
                running.waits_until = math.inf
            yield max(0.001, until - time.monotonic())
        finally:
            self.leave(turn)

    def _next(self) -> None:
        """Gives a place that is had to who is next."""
        following = self._waiting.pop(self._held.__getitem__)
        assert following is not None  # somebody waits
        self._give(following)
        self._changed()

    def _changed(self) -> None:
        """Has other processes know how many wait, and one who looks for the places that those give back."""
        if self._places.shared:
            self._places.wait(len(self._waiting))
            if self._waiting and not self._looking:
                self._looking = True
                threading.Thread(target=self._look, name="slots", daemon=True).start()

    def _look(self) -> None:
        while True:
            time.sleep(random.uniform(*_LOOK))  # so that no process is always the first
            with self._lock:
                while self._waiting and self._places.take():
                    self._next()
                if not self._waiting:
                    self._looking = False
                    return

    def _give(self, turn: _Turn) -> None:
        self._held[turn.client] += 1
        self._moved = time.monotonic()
        turn.had = True
        turn.set()


class _Found(Exception):  # noqa: N818 - it is none
    """The answer of a quick try, which ends the wait for a slot."""


class Slots:
    """Slots for whole answers, and beside them half as many for quick tries, which never wait for a long solve.

    While a slot is free whoever comes has it.  Who waits while no slot changes hands has a quick try, which tells
    short work from long: what it finds is the answer, and what it does not find goes on waiting and begins anew, so
    that an answer and its node count do not depend on who else was asking.
    """

    def __init__(self, count: int, queue: int, siblings: Siblings | None = None) -> None:
        """With ``siblings``, ``count`` is of all of them together, and ``queue`` of each."""
        self.count = count
        quick = (count + 1) // 2
        self.whole = Lane(SharedPlaces(siblings, 1, count) if siblings else count, queue)
        self.quick = Lane(SharedPlaces(siblings, 2, quick) if siblings else quick, queue)

    @property
    def waiting(self) -> int:
        return self.whole.waiting + self.quick.waiting

    @property
    def held(self) -> int:
        return self.whole.held + self.quick.held

    def run(
        self,
        client: str,
        seconds: float,
        running: Running,
        whole: Callable[[float], T],
        quick: Callable[[float], T | None] | None = None,
        short: bool = True,
    ) -> T:
        """What ``whole`` gives, or ``quick`` where that is not None, each told the seconds that are left of all.

        ``short`` is whether a quick try is likely to find the answer: one that is not waits longer for it.
        BusyError where ``client`` finds no slot in time, or ``running`` was stopped while it waited.
        """
        untried = quick
        still = _SHORT if short else _LONG
        pause = still

        def meanwhile(left: float) -> float:
            nonlocal untried, pause
            if untried is None:
                return left
            if self.whole.still < still:
                seconds, pause = pause, 2 * still  # where slots do change hands many wait long, and looking costs
                return seconds
            attempt, untried = untried, None
            with self.quick.hold(client, left, running) as left_to_try:
                found = attempt(left_to_try)
            if found is not None:
                raise _Found(found)
            return 0.0

        try:
            with self.whole.hold(client, seconds, running, meanwhile) as left:
                return whole(left)
        except _Found as found:
            answer: T = found.args[0]
            return answer
