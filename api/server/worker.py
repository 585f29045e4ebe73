"""gunicorn's threaded worker, made to bear clients that send slowly or not at all.

gunicorn gives a new connection a thread at once, and lets it wait there without end for the rest of a
request: as many silent clients as there are threads would silence the service, health checks included.
"""

from __future__ import annotations

import errno
import selectors
import socket
import time
from functools import partial
from typing import Any, Final

from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

__all__ = ["Worker"]

_PAUSE: Final = 10.0
"""Seconds without a byte, after which a request will not be waited for."""
_WHOLE: Final = 60.0
"""Seconds within which a whole request must be there."""


class _Source:
    """What a request is read from: its socket until the time is up, then as if the client had left."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._until = time.monotonic() + _WHOLE

    def recv(self, size: int) -> bytes:
        self._connection.settimeout(max(0.001, min(_PAUSE, self._until - time.monotonic())))
        try:
            return self._connection.recv(size)
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "the request did not arrive in time") from None
        finally:
            self._connection.settimeout(None)  # the answer may be sent at any pace


class Worker(ThreadWorker):  # type: ignore[misc]
    """A connection gets a thread when its first bytes are there, and keeps it while the rest keeps coming."""

    def enqueue_req(self, conn: Any) -> None:
        if conn.initialized or conn.data_ready:
            super().enqueue_req(conn)
            return
        conn.sock.setblocking(False)
        conn.set_timeout()
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def handle(self, conn: Any) -> Any:
        conn.init()
        conn.parser.unreader.sock = _Source(conn.sock)
        return super().handle(conn)
