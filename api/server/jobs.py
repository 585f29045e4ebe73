"""What the lanes do for a connection: answer a request, and make the next piece of an answer."""

from __future__ import annotations

import math
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

from api.server.body import Body
from api.server.wsgi import Application, Asked, Reply, call

__all__ = ["Answering", "Making"]

_GRACE: Final = 0.1
"""Seconds that a thread waits beyond its time, so that the loop can tell all who wait before any of them wakes."""
_SOON: Final = 0.005
"""Seconds before the end of a wait in which nothing will come of it."""


@dataclass(slots=True, eq=False)
class Answering:
    """Asks the application; ``take`` has its answer or what it raised, unless the client has left before.

    ``refuse`` is called instead, with the reason, where there is no place for it or its wait for a slot takes all its
    time: threads that wake all at once would tell that late.
    """

    loop: AbstractEventLoop
    application: Application
    asked: Asked
    body: Body
    until: float
    take: Callable[[Any], None]
    refuse: Callable[[str], None]
    searches: bool = False
    _told: bool = field(default=False, init=False)
    _timer: TimerHandle = field(init=False)

    def __post_init__(self) -> None:
        self._timer = self.loop.call_at(self.until, self._late)
        self.asked.visit.running.grace = _GRACE

    def run(self) -> Reply | None:
        try:
            return None if self.asked.visit.running.over else call(self.application, self.asked)
        finally:
            self.body.close()  # a long file takes a while to go

    def done(self, result: Any) -> None:
        told = self._told
        self._over()
        self.body.forget()
        if not told and result is not None:
            self.take(result)
        elif isinstance(result, Reply):
            result.close()

    def shed(self) -> None:
        self._over()
        self.body.forget()
        self.refuse("too many requests wait for their turn")

    def _late(self) -> None:
        running = self.asked.visit.running
        if not running.over and running.waits_until <= self.loop.time() + _SOON:
            self._over()
            self.refuse("no solving slot came free within the time limit")
            # Later: a thread that wakes wants Python, and the loop may have many others to tell.
            self.loop.call_later(_GRACE / 4, running.set)

    def _over(self) -> None:
        self._told = True
        self._timer.cancel()


@dataclass(frozen=True, slots=True, eq=False)
class Making:
    """Makes a piece; ``take`` has it, None at the end, or what went wrong."""

    reply: Reply
    take: Callable[[Any], None]
    until: float = math.inf  # the answer has begun
    searches: bool = False

    def run(self) -> bytes | None:
        return next((piece for piece in cast(Iterator[bytes], self.reply.pieces) if piece), None)

    def done(self, result: Any) -> None:
        self.take(result)

    def shed(self) -> None:
        self.take(ConnectionError("too many answers are being sent"))
