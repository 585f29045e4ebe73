"""What the lanes do for a connection: answer a request, and make the next piece of an answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from api.server.body import Body
from api.server.wsgi import Application, Asked, Reply, call

__all__ = ["Answering", "Making"]


@dataclass(frozen=True, slots=True, eq=False)
class Answering:
    """Asks the application; ``take`` has its answer or what it raised, unless the client has left before."""

    application: Application
    asked: Asked
    body: Body
    until: float
    take: Callable[[Any], None]
    refuse: Callable[[], None]

    def run(self) -> Reply | None:
        try:
            return None if self.asked.visit.running.over else call(self.application, self.asked)
        finally:
            self.body.close()  # a long file takes a while to go

    def done(self, result: Any) -> None:
        self.body.forget()
        if result is not None:
            self.take(result)

    def shed(self) -> None:
        self.body.forget()
        self.refuse()


@dataclass(frozen=True, slots=True, eq=False)
class Making:
    """Makes a piece; ``take`` has it, None at the end, or what went wrong."""

    reply: Reply
    take: Callable[[Any], None]
    until: float = math.inf  # the answer has begun

    def run(self) -> bytes | None:
        return next((piece for piece in cast(Iterator[bytes], self.reply.pieces) if piece), None)

    def done(self, result: Any) -> None:
        self.take(result)

    def shed(self) -> None:
        self.take(ConnectionError("too many answers are being sent"))
