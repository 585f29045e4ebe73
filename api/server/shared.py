"""What the connections of one worker share."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from email.utils import formatdate
from typing import Any

import h11

from api.fair import address_told, client_of
from api.folders import folder_on_disk
from api.http.access import shown_in
from api.server.body import Body
from api.server.crowd import Crowd, Room
from api.server.lanes import Lane
from api.server.refusals import RefusedError, body_too_long, head_too_long
from api.server.wsgi import Application, path_of
from api.settings import Settings

__all__ = ["Shared"]

_TIME_LIMIT = re.compile(rb'"time_limit"\s*:\s*(\d{1,4}(?:\.\d{1,9})?)')
_THREADS = 2
"""Of each kind: what they do holds Python, but for what rests."""
_SHORT = 1 << 16
"""Bytes up to which a body that tells its length is short for any resource."""


class Shared:
    """The application, its threads, who is connected, and what is told of all that.

    ``longest`` says of method and path how many bytes its resource takes, None where that is ``max_body`` as usual;
    ``turned_away`` of path and key shown why a body is not taken at all, None where it is; ``crowd`` is ``Lane``'s.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        application: Application,
        settings: Settings,
        log: Any,
        longest: Callable[[str, str], int | None],
        turned_away: Callable[[str, str], str | None] = lambda _path, _key: None,
        crowd: Callable[[], tuple[Mapping[str, int], int] | None] = lambda: None,
    ) -> None:
        self.loop = loop
        self.now = loop.time
        self.application = application
        self.settings = settings
        self.stopping = False
        self.crowd = Crowd(settings.connections, 0 if settings.proxies else settings.connections_each)
        self._longest = longest
        self._turned_away = turned_away
        self._memory = self._room(settings.buffer_mb << 20)
        self._disk = self._room(settings.spool_mb << 20, settings.jobs_bytes)
        self._folder = folder_on_disk()
        self.work = Lane(loop, "work", _THREADS, settings.connections, crowd)
        self.quick = Lane(loop, "quick", _THREADS, settings.connections)
        # One thread makes the pieces of all long answers in turn: they are plain Python, and more would not be faster.
        self.pieces = Lane(loop, "pieces", 1, settings.connections)
        # One thread reads what is large: what is short neither waits behind it nor shares Python with two of them.
        self.large = Lane(loop, "large", 1, settings.connections, crowd)
        # Long bodies have lanes of their own: reading one takes seconds, in which short ones must not wait.
        self.long = Lane(loop, "long", _THREADS, settings.connections)
        self.disk = Lane(loop, "disk", 1, settings.connections)
        self._log = log
        self._refused: Counter[str] = Counter()
        self._date = (0, b"")

    def client_behind(self, headers: Sequence[tuple[bytes, bytes]], client: str) -> str:
        """Whose request it is, where trusted proxies tell."""
        proxies = self.settings.proxies
        if not proxies:
            return client
        told = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        address = address_told(told, proxies)
        return client_of(address) if address else client

    def body_of(self, client: str, head: h11.Request) -> Body:
        """The body that follows ``head``, long or not, as its resource takes it; RefusedError where it may not come."""
        size = len(head.target) + sum(len(name) + len(value) + 4 for name, value in head.headers)
        if size > self.settings.max_head:
            raise head_too_long(431, self.settings.max_head)
        most, folder = self.settings.max_body, None
        told = dict(head.headers)
        if b"transfer-encoding" in told and (b"content-length" in told or head.http_version == b"1.0"):
            # Where a proxy goes by the one and we by the other, what one takes for a body is a request to the other.
            raise RefusedError(400, "the body's end is told twice, or as HTTP/1.0 has not: send one Content-Length")
        length = int(told.get(b"content-length", 0))
        # Few bodies are long; only for those that may be is the resource looked for, and the key before the body.
        if b"transfer-encoding" in told or length > min(_SHORT, most):
            path = path_of(head.target)[0]
            shown = shown_in(*(told.get(name, b"").decode("latin-1") for name in (b"authorization", b"x-api-key")))
            if why := self._turned_away(path, shown):
                raise RefusedError(401, why, "no-key")
            longest = self._longest(head.method.decode("latin-1"), path)
            if longest is not None:
                most, folder = longest, self._folder
        if length > most:
            raise body_too_long(most)
        return Body(client, most, self._memory, self._disk, folder)

    def lane_of(self, method: str, body: Body) -> Lane:
        """Who answers a request with this body."""
        if body.is_long:
            return self.long
        if method in ("GET", "HEAD", "OPTIONS"):
            return self.quick
        return self.large if body.size > _SHORT else self.work

    def _room(self, size: int, least: int = 0) -> Room:
        """Room for ``size`` bytes, a quarter of it for one client, and for a body of ``least`` in any case."""
        return Room(max(size, least), 0 if self.settings.proxies else max(size // 4, least))

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
