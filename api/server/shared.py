"""What the connections of one worker share."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from email.utils import formatdate
from typing import Any

from api.fair import client_of
from api.server.crowd import Crowd
from api.server.lanes import Lane
from api.server.wsgi import Application
from api.settings import Settings

__all__ = ["Shared"]

_TIME_LIMIT = re.compile(rb'"time_limit"\s*:\s*(\d{1,4}(?:\.\d{1,9})?)')
_THREADS = 2
"""Of each kind: what they do holds Python, but for what rests."""
_NICE = 5
"""Searches take a third of what the event loop may have of a processor, so that it answers others while all search."""


class Shared:
    """The application, its threads, who is connected, and what is told of all that."""

    def __init__(self, loop: asyncio.AbstractEventLoop, application: Application, settings: Settings, log: Any) -> None:
        self.loop = loop
        self.now = loop.time
        self.application = application
        self.settings = settings
        self.stopping = False
        room = settings.buffer_mb << 20
        each = 0 if settings.proxies else settings.connections_each
        self.crowd = Crowd(settings.connections, each, room, 0 if settings.proxies else room // 4)
        self.work = Lane(loop, "work", _THREADS, settings.connections, _NICE)
        self.quick = Lane(loop, "quick", _THREADS, settings.connections)
        # One thread makes the pieces of all long answers in turn: they are plain Python, and more would not be faster.
        self.pieces = Lane(loop, "pieces", 1, settings.connections)
        self._log = log
        self._refused: Counter[str] = Counter()
        self._date = (0, b"")

    def client_behind(self, headers: Sequence[tuple[bytes, bytes]], client: str) -> str:
        """Whose request it is, where trusted proxies tell."""
        proxies = self.settings.proxies
        if not proxies:
            return client
        told = b",".join(value for name, value in headers if name == b"x-forwarded-for").split(b",")
        return client_of(told[-proxies].strip().decode("latin-1")) if len(told) >= proxies else client

    def date(self) -> bytes:
        """The header ``Date``, made once a second."""
        now = int(self.now())
        if now != self._date[0]:
            self._date = (now, formatdate(usegmt=True).encode())
        return self._date[1]

    def time_of(self, body: bytes) -> float:
        """How long the answer to ``body`` may take: what it asks for, as far as that is seen without reading it all."""
        asked = _TIME_LIMIT.search(body)
        return min(self.settings.time_limit, float(asked[1])) if asked else self.settings.time_limit

    def refused(self, why: str) -> None:
        """Counts a client that was refused; ``tell`` logs how many were."""
        self._refused[why] += 1

    def failed(self, error: BaseException) -> None:
        """Logs what should not have happened."""
        self._log.error("failed", exc_info=(type(error), error, error.__traceback__))

    def tell(self) -> None:
        """One line for all that were refused since the last: an attack must not fill the log."""
        if self._refused:
            self._log.warning("refused", extra={"fields": {"refused": dict(self._refused)}})
            self._refused.clear()
