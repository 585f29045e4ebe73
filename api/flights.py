"""Questions that are being answered: who asks the same meanwhile waits for that answer, and takes no slot for it."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Generic, TypeVar

from api.slots import BusyError, Running

__all__ = ["Asker", "Flights"]

T = TypeVar("T")
_TRIES: Final = 3
"""How often one waits for another's answer that does not come, before it is searched for itself."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: its client, the limits it asked for, when its time is over (monotonic clock), and what ends it."""

    client: str
    until: float
    seconds: float = math.inf
    nodes: float = math.inf
    running: Running = field(default_factory=Running)
    resting: Callable[[], AbstractContextManager[None]] = nullcontext
    """To be entered while it waits."""


class _Flight(Generic[T]):
    """A question on its way: who leads it, and who waits for its answer."""

    def __init__(self, leader: Asker) -> None:
        self.leader = leader
        self.begun = False
        self.over = False
        self.answer: T | None = None
        self.followers: set[threading.Event] = set()

    def serves(self, asker: Asker) -> bool:
        """Whether waiting is as good as asking: it has begun or stands in the same line, and may take as long."""
        alike = self.begun or self.leader.client == asker.client
        return alike and self.leader.seconds >= asker.seconds and self.leader.nodes >= asker.nodes


class _AnotherError(Exception):
    """An equal question has a slot already."""


class Flights(Generic[T]):
    """Equal questions of several askers, at most ``most`` of whom wait for the answer of another at a time.

    One leads and has a slot; its answer is also that of those who follow, each of whom keeps its own limits.  If the
    leader fails, leaves or runs out of its time, one of them leads.  Nobody follows a leader of another client who
    still waits for a slot, since that one's turn may come later than its own would.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._flights: dict[bytes, _Flight[T]] = {}
        self._following = 0

    @property
    def following(self) -> int:
        """How many wait for another's answer."""
        return self._following

    def run(self, key: bytes, asker: Asker, lead: Callable[[Callable[[], None]], T]) -> tuple[T, bool]:
        """The answer to the question of ``key``, and whether it is another's.

        ``lead`` finds it, and calls what it is given as soon as it has a slot, whereupon it may have to leave that
        again; what it raises is raised.  BusyError where the time of ``asker`` ends while it follows.
        """
        tries, crowded = _TRIES, False
        while True:
            flight, own = self._board(key, asker, tries > 0, crowded)
            if own is None:
                answer = self._follow(flight, asker)
                if answer is not None:
                    return answer, True
                tries, crowded = tries - 1, False
                continue
            try:
                own.answer = answer = lead(partial(self._begin, key, own, tries > 0))
            except _AnotherError:
                crowded = True  # it had a place in the queue, and needs none here
                continue
            finally:
                self._land(key, own)
            return answer, False

    def _board(self, key: bytes, asker: Asker, follows: bool, crowded: bool) -> tuple[_Flight[T], _Flight[T] | None]:
        """The flight to follow and None, or twice one's own."""
        with self._lock:
            flight = self._flights.get(key)
            if flight is not None and follows and flight.serves(asker) and (crowded or self._following < self._most):
                self._following += 1
                return flight, None
            own: _Flight[T] = _Flight(asker)
            self._flights.setdefault(key, own)
            return own, own

    def _begin(self, key: bytes, own: _Flight[T], follows: bool) -> None:
        with self._lock:
            other = self._flights.get(key)
            if other is not None and other is not own and other.begun and follows and other.serves(own.leader):
                raise _AnotherError
            own.begun = True
            self._flights[key] = own

    def _land(self, key: bytes, own: _Flight[T]) -> None:
        with self._lock:
            own.over = True
            if self._flights.get(key) is own:
                del self._flights[key]
            for told in own.followers:
                told.set()

    def _follow(self, flight: _Flight[T], asker: Asker) -> T | None:
        """The answer of ``flight``, None where it has none."""
        told = threading.Event()
        try:
            with self._lock:
                flight.followers.add(told)
                if flight.over:
                    told.set()
            with asker.resting(), asker.running.among(told):
                asker.running.waits_until = asker.until
                told.wait(max(0.0, asker.until + asker.running.grace - time.monotonic()))
            if asker.running.over:
                raise BusyError("the wait for the answer to an equal question was ended")
            if not told.is_set():
                raise BusyError("an equal question is being answered, and was not within the time limit")
            asker.running.waits_until = math.inf
            return flight.answer
        finally:
            with self._lock:
                flight.followers.discard(told)
                self._following -= 1
