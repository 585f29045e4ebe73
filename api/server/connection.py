"""One client's connection: a request is read whole, a thread answers it, and the answer goes out as it is read.

All of it but the answering happens on the event loop, so that a client costs a thread only while its answer is
being found.  HTTP itself is h11's.
"""

from __future__ import annotations

import asyncio
import math
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum, auto
from typing import Any, Final, cast

import h11

from api.fair import client_of
from api.server.body import Body
from api.server.jobs import Answering, Making
from api.server.refusals import RefusedError, as_bytes, broken, refusal
from api.server.shared import Shared
from api.server.wsgi import Asked, Reply
from api.service import SEARCHED, Visit

__all__ = ["Connection"]

_PIECE: Final = 1 << 16
_AHEAD: Final = 1 << 16
"""Bytes of further requests that are read while one is answered."""
_EVENTS: Final = 64
"""Parts of a request that are read at a stretch, so that others have their turn."""
_LINGER: Final = 2.0
"""Seconds in which a refused client may go on sending, so that it reads the refusal before a reset."""
_BEGIN: Final = b"HTTP/1.1 "
_LOOK_EVERY: Final = 0.1


class _State(Enum):
    READING = auto()
    ANSWERING = auto()
    LINGERING = auto()
    CLOSED = auto()


class Connection(asyncio.Protocol):
    """What is known of one client; one request at a time."""

    def __init__(self, shared: Shared, peer: tuple[str, int], here: tuple[str, int]) -> None:
        self._shared = shared
        self._peer = peer
        self._here = here
        self.client = client_of(peer[0])
        self._http = h11.Connection(h11.SERVER, shared.settings.max_head)
        self._transport: asyncio.Transport  # made a moment later
        self._made = False
        self._state = _State.READING
        self._deadline: float | None = shared.now() + shared.settings.receive_time
        self.waits_since: float | None = shared.now()
        self._begun = False  # some of the next request is there
        self._ended = False  # the client sends no more
        self._stuck = False  # the client has not read what was sent
        self._head: h11.Request | None = None
        self._body: Body | None = None
        self._whole = False  # the body is
        self._asked: Asked | None = None
        self._reply: Reply | None = None
        self._parts: Iterator[bytes] | None = None
        self._making = False
        self._told = 0  # bytes of _BEGIN that were sent ahead

    # What the event loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._made = True
        self._transport.set_write_buffer_limits(high=0)  # told as soon as something stays unread
        if self._state is _State.CLOSED:
            self._reset()

    def data_received(self, data: bytes) -> None:
        if self._state is _State.LINGERING or self._ended:
            return
        self._http.receive_data(data)
        if self._state is _State.READING:
            if not self._begun:
                self._begun = True
                self._deadline = self._shared.now() + self._shared.settings.receive_time
            self._read()
        elif len(self._http.trailing_data[0]) > _AHEAD:
            self._transport.pause_reading()

    def eof_received(self) -> bool:
        self._ended = True
        if self._state is _State.READING:
            self._read()  # whatever came before is answered
        if self._state is _State.ANSWERING:
            self._look()  # the client sends no more, or has left altogether: only sending tells which
        return self._state in (_State.READING, _State.ANSWERING)

    def pause_writing(self) -> None:
        self._stuck = True
        if self._state is not _State.LINGERING:
            self._deadline = self._shared.now() + self._shared.settings.send_time

    def resume_writing(self) -> None:
        self._stuck = False
        if self._state is _State.ANSWERING:
            self._deadline = None
            if self._reply is not None:
                self._send()
        elif self._state is _State.READING:
            self._deadline = self._shared.now() + self._time_to_read()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._state = _State.CLOSED
        self._shared.crowd.leave(self)
        self._forget_body()
        if self._asked is not None:
            self._asked.visit.running.set()
        if not self._making:
            self._close_reply()

    # What the crowd and the worker call.

    def throw_out(self) -> None:
        """Closes at once, whatever has not been read."""
        self._state = _State.CLOSED
        self._shared.crowd.leave(self)
        self._shared.refused("thrown out")
        if self._made:
            self._reset()

    def look_at_clock(self, now: float) -> None:
        """Gives up a client whose time is over."""
        if self._deadline is None or now < self._deadline or not self._made:
            return
        if self._state is _State.READING and self._begun and self._head is not None:
            what = "64 KB more of the body" if self._body is not None and self._body.is_long else "the body"
            limit = self._shared.settings.receive_time
            self._refuse(RefusedError(408, f"{what} did not arrive within {limit:g} s", "stalled"))
        elif self._state is _State.READING and not self._begun and self._http.our_state is h11.IDLE:
            self._state = _State.CLOSED
            self._transport.close()
        else:
            self._shared.refused("too slow" if self._state is not _State.LINGERING else "lingered")
            self._reset()

    def hurry(self, until: float) -> None:
        """The service stops: no further request after this one, and none that has not begun by then."""
        if self._state is _State.READING and not self._begun:
            self._deadline = min(self._deadline or until, until)

    # Reading.

    def _read(self) -> None:
        if self._body is not None and self._body.is_being_stored:
            return
        for _ in range(_EVENTS):
            try:
                event = self._http.next_event()
            except h11.RemoteProtocolError as error:
                line = b"\n" in self._http.trailing_data[0]
                self._refuse(broken(error, self._shared.settings.max_head, line, self._head is not None))
                return
            if event is h11.NEED_DATA:
                if self._ended:
                    self._end_early()
                elif self._http.they_are_waiting_for_100_continue:
                    self._transport.write(self._http.send(h11.InformationalResponse(status_code=100, headers=[])))
                return
            if isinstance(event, h11.Request):
                if not self._take_head(event):
                    return
            elif isinstance(event, (h11.Data, h11.EndOfMessage)):
                if not self._take(event):
                    return
            else:
                return
        self._transport.pause_reading()
        self._shared.loop.call_soon(self._read_on)

    def _read_on(self) -> None:
        if self._state is _State.READING and not self._transport.is_closing():
            if not self._ended:
                self._transport.resume_reading()
            self._read()

    def _take_head(self, head: h11.Request) -> bool:
        self._head = head
        try:
            self._body = self._shared.body_of(self.client, head)
        except RefusedError as why:
            self._refuse(why)
        return self._body is not None

    def _take(self, event: h11.Data | h11.EndOfMessage) -> bool:
        """Whether more may be read now."""
        body = cast(Body, self._body)
        self._whole = isinstance(event, h11.EndOfMessage)
        try:
            if isinstance(event, h11.Data):
                body.take(bytes(event.data))
            waits = body.put_away(self._shared.disk, self.put_away, self._whole)
        except RefusedError as why:
            self._refuse(why)
            return False
        if waits:
            self._deadline = None
            self._transport.pause_reading()
        elif self._whole:
            self._ask()
        return not waits and not self._whole

    def put_away(self, failed: RefusedError | None) -> None:
        """Goes on with a long body, what there was of it being in its file now."""
        if self._state is not _State.READING:
            return
        if failed is not None:
            if failed.__cause__ is not None:
                self._shared.failed(failed.__cause__)
            self._refuse(failed)
        elif self._whole:
            self._ask()
        else:
            self._deadline = self._shared.now() + self._shared.settings.receive_time
            self._read_on()

    def _forget_body(self) -> None:
        body, self._body = self._body, None
        if body is not None:
            body.forget()

    def _end_early(self) -> None:
        if self._head is not None:
            self._refuse(RefusedError(400, "the connection ended before the body was whole"))
        self._linger()

    # Asking.

    def _ask(self) -> None:
        head = cast(h11.Request, self._head)
        self._state = _State.ANSWERING
        self._deadline = self.waits_since = None
        method = head.method.decode("latin-1")
        headers = tuple(head.headers)
        version = head.http_version.decode("latin-1")
        lane = self._shared.work if method not in ("GET", "HEAD", "OPTIONS") else self._shared.quick
        if cast(Body, self._body).is_long:
            lane = self._shared.long
        visit = Visit(resting=lane.resting)
        taken, self._body = cast(Body, self._body), None
        body, file = taken.whole(), taken.file
        self._asked = Asked(method, head.target, version, headers, body, self._peer, self._here, visit, file)
        until = math.inf if taken.is_long else visit.arrived + self._shared.time_of(body)
        shared = self._shared
        searches = head.target in SEARCHED
        job = Answering(shared.loop, shared.application, self._asked, taken, until, self.answered, self.shed, searches)
        lane.ask(shared.client_behind(headers, self.client), job)

    def answered(self, result: Any) -> None:
        """Sends what the application gave, or that it failed."""
        if isinstance(result, BaseException):
            self._shared.failed(result)
            result = refusal(500, "the service failed; its log tells more", "internal")
        self._reply = reply = cast(Reply, result)
        self._asked = None
        if self._state is not _State.ANSWERING:
            self._close_reply()
            return
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in reply.headers]
        headers.append((b"Date", self._shared.date()))
        if self._shared.stopping:
            headers.append((b"Connection", b"close"))
        try:
            reason = reply.reason.encode("latin-1")
            began = self._http.send(h11.Response(status_code=reply.status, reason=reason, headers=headers)) or b""
        except h11.LocalProtocolError as error:
            self._shared.failed(error)
            self._reset()
            return
        self._parts = None if reply.pieces is not None else _parts_of(reply.body)
        self._send(began[self._told :])

    def shed(self, why: str) -> None:
        """Says that there is no place for it, or was none in time."""
        self._shared.refused("503")
        self.answered(refusal(503, why, "busy"))

    # Sending.

    def _send(self, ahead: bytes = b"") -> None:
        """Sends parts until the client does not read any more, or one has to be made first."""
        while not self._stuck and self._state is _State.ANSWERING:
            if self._parts is None:
                if ahead:
                    self._transport.write(ahead)
                if not self._making and not self._transport.is_closing():
                    self._making = True
                    self._shared.pieces.ask(self.client, Making(cast(Reply, self._reply), self.made))
                return
            part = next(self._parts, None)
            if part is None:
                self._end(ahead)
                return
            self._transport.write(ahead + (self._http.send(h11.Data(data=part)) or b""))
            ahead = b""

    def made(self, result: Any) -> None:
        """Sends a piece that was made for it; None is the end."""
        self._making = False
        if self._state is not _State.ANSWERING or isinstance(result, BaseException):
            if isinstance(result, BaseException):
                self._shared.failed(result)
                self._reset()  # what was sent must not look whole
            self._close_reply()
            return
        if result is None:
            self._end(b"")
        else:
            self._transport.write(self._http.send(h11.Data(data=result)) or b"")
            self._send()

    def _end(self, ahead: bytes) -> None:
        ahead += self._http.send(h11.EndOfMessage()) or b""
        self._close_reply()
        self._head = None
        self._whole = False
        if ahead:
            self._transport.write(ahead)
        if self._transport.is_closing():
            return
        self._begun = bool(self._http.trailing_data[0])
        over = self._http.our_state is not h11.DONE or self._http.their_state is not h11.DONE
        if over or (self._ended and not self._begun):
            self._linger()
            return
        self._http.start_next_cycle()
        self._state = _State.READING
        self._told = 0
        now = self.waits_since = self._shared.now()
        if not self._stuck:
            self._deadline = now + self._time_to_read()
        if not self._ended:
            self._transport.resume_reading()
        if self._begun:
            self._shared.loop.call_soon(self._read_on)
        elif self._shared.stopping:
            self.hurry(now)

    def _time_to_read(self) -> float:
        settings = self._shared.settings
        return settings.receive_time if self._begun else settings.idle_time

    def _close_reply(self) -> None:
        if self._reply is not None:
            reply, self._reply, self._parts = self._reply, None, None
            if reply.pieces is not None:
                reply.close()

    # Refusing and leaving.

    def _refuse(self, why: RefusedError) -> None:
        self._shared.refused(str(why.status))
        self._forget_body()
        self._transport.write(as_bytes(refusal(why.status, why.detail, why.kind)))
        self._linger()

    def _linger(self) -> None:
        """Closes once the client has read what was sent, which a reset for what it still sends would keep from it."""
        self._state = _State.LINGERING
        if self._ended:
            self._transport.close()
            self._deadline = self._shared.now() + self._shared.settings.send_time
            return
        self._transport.write_eof()
        self._transport.resume_reading()
        self._deadline = self._shared.now() + _LINGER

    def _reset(self) -> None:
        """Closes at once; the kernel, too, forgets what was not read, and would keep it for minutes otherwise."""
        client = self._transport.get_extra_info("socket")
        with suppress(OSError):
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._transport.abort()

    def _look(self) -> None:
        """Sends a byte of what every answer begins with: a client that has left refuses it, and the next fails."""
        if self._state is not _State.ANSWERING or self._reply is not None or self._told >= len(_BEGIN):
            return
        self._transport.write(_BEGIN[self._told : self._told + 1])
        self._told += 1
        self._shared.loop.call_later(_LOOK_EVERY * self._told, self._look)


def _parts_of(body: bytes) -> Iterator[bytes]:
    return (body[start : start + _PIECE] for start in range(0, len(body), _PIECE))
