"""gunicorn's worker: an event loop that bears slow clients by the hundred, and threads for what they ask.

gunicorn starts and watches the processes, holds their sockets and passes on signals; this is what one process does.
"""

from __future__ import annotations

import asyncio
import ctypes
import errno
import os
import resource
import signal
import socket
import sys
from contextlib import suppress
from typing import Any, Final, cast

from gunicorn.workers.base import Worker as BaseWorker  # type: ignore[import-untyped]

from api.fair import client_of
from api.http.access import turned_away
from api.openapi.resource import longest_body
from api.server.connection import Connection
from api.server.refusals import as_bytes, refusal
from api.server.shared import Shared
from api.service import Service, service_of

__all__ = ["Worker"]

_TICK: Final = 0.25
_AT_ONCE: Final = 100
"""Connections taken at a stretch."""
_UNREAD: Final = 1 << 17
"""Bytes of an answer that the kernel keeps for a client who does not read: it would take 4 MB for each."""
_SWITCH: Final = 0.001
"""Seconds that a thread may keep Python to itself while others wait: the loop is among those."""
_REST: Final = 1.0
"""Seconds for the answers of what was stopped, and for idle clients to notice that they are to leave."""
_CROWDED: Final = as_bytes(refusal(503, "too many connections are open", "busy"))
"""Made once: who is refused thousands of times a second must cost next to nothing."""
_PR_SET_PDEATHSIG: Final = 1
_FULL: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Worker(BaseWorker):  # type: ignore[misc]
    """Serves the application until it is told to stop."""

    def init_process(self) -> None:
        _end_with_parent()
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        sys.setswitchinterval(_SWITCH)
        self._quit = False
        self._told = asyncio.Event()  # to stop
        self._listening: list[socket.socket] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        super().init_process()

    def init_signals(self) -> None:
        for number in self.SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        self.loop.add_signal_handler(signal.SIGTERM, self._stop)
        self.loop.add_signal_handler(signal.SIGINT, self._stop, True)
        self.loop.add_signal_handler(signal.SIGQUIT, self._stop, True)
        self.loop.add_signal_handler(signal.SIGUSR1, self.log.reopen_files)
        self.loop.add_signal_handler(signal.SIGWINCH, lambda: None)
        signal.signal(signal.SIGABRT, self.handle_abort)

    def run(self) -> None:
        service = service_of(self.wsgi)
        service.join()
        _have_files(2 * service.settings.connections + 100)  # a socket, and a file for a long body
        settings = service.settings

        def longest(method: str, path: str) -> int | None:
            name = longest_body(self.wsgi, method, path)
            return None if name is None else getattr(settings, name)

        def away(path: str, shown: str) -> str | None:
            return turned_away(service.keys.keys, path, shown)

        self._shared = Shared(
            self.loop, self.wsgi, settings, self.log.error_log, longest, away, service.slots.whole.crowd
        )
        self.loop.set_exception_handler(self._failed)
        try:
            self.loop.run_until_complete(self._serve(service))
        finally:
            self.loop.close()

    def _stop(self, at_once: bool = False) -> None:
        self.alive = False
        self._quit |= at_once
        self._told.set()

    def _failed(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not isinstance(error, ConnectionError):
            self._shared.failed(error or RuntimeError(context["message"]))

    async def _serve(self, service: Service) -> None:
        for listener in self.sockets:
            listener.sock.setblocking(False)
            self._listening.append(listener.sock)
        self._accept_from_now_on()
        ticks = 0
        while self.alive:
            self.notify()
            if self.ppid != os.getppid():
                self.log.info("the parent process has gone")
                break
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), _TICK)
            self._look_at_clock()
            service.metrics.gauges.tell()
            ticks += 1
            if ticks % 4 == 0:
                self._shared.tell()
        await self._drain(service)

    def _look_at_clock(self) -> None:
        now = self.loop.time()
        for guest in self._shared.crowd:
            cast(Connection, guest).look_at_clock(now)

    # Accepting.

    def _accept_from_now_on(self) -> None:
        for listener in self._listening:
            self.loop.add_reader(listener.fileno(), self._accept, listener)

    def _accept(self, listener: socket.socket, most: int = _AT_ONCE) -> int:
        """Takes up to ``most`` connections; how many there were."""
        for taken in range(most):
            try:
                client, peer = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return taken
            except OSError as error:
                if error.errno not in _FULL:
                    raise
                # Every connection that waits would say the same again at once.
                self._shared.refused("no file descriptor")
                self.loop.remove_reader(listener.fileno())
                self.loop.call_later(_TICK, self._accept_again)
                return taken
            self._welcome(client, peer if isinstance(peer, tuple) else ("", 0), listener)
        return most

    def _accept_again(self) -> None:
        if self.alive:
            self._accept_from_now_on()

    def _welcome(self, client: socket.socket, peer: tuple[Any, ...], listener: socket.socket) -> None:
        client.setblocking(False)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)
        if not self._shared.crowd.admits(client_of(peer[0])):
            self._shared.refused("too many connections")
            with suppress(OSError):
                client.send(_CROWDED)
            client.close()
            return
        name = listener.getsockname()
        here = name[:2] if isinstance(name, tuple) else ("", 0)
        connection = Connection(self._shared, (peer[0], peer[1]), here)
        self._shared.crowd.enter(connection)
        made = self.loop.create_task(self._connect(connection, client))
        self._tasks.add(made)
        made.add_done_callback(self._tasks.discard)

    async def _connect(self, connection: Connection, client: socket.socket) -> None:
        try:
            await self.loop.connect_accepted_socket(lambda: connection, client)
        except OSError:
            self._shared.crowd.leave(connection)
            client.close()

    # Stopping.

    async def _drain(self, service: Service) -> None:
        """No new clients; those who are here get their answers, within the time that a stop may take."""
        service.leaving.set()
        self._shared.stopping = True
        for listener in self._listening:
            # What the kernel has taken on already would be reset with the socket.
            while self._accept(listener) == _AT_ONCE:
                pass
            self.loop.remove_reader(listener.fileno())
            listener.close()
        began = self.loop.time()
        for guest in self._shared.crowd:
            cast(Connection, guest).hurry(began + _REST)
        until = began + max(0.0, service.settings.stop_time - _REST)
        while len(self._shared.crowd) and self.loop.time() < until and not self._quit:
            await self._tick()
        service.running.set()
        until = self.loop.time() + _REST
        while len(self._shared.crowd) and self.loop.time() < until:
            await self._tick()
        self._shared.tell()

    async def _tick(self) -> None:
        self.notify()
        await asyncio.sleep(_TICK / 5)
        self._look_at_clock()


def _end_with_parent() -> None:
    """Has Linux send SIGTERM should gunicorn die, so that the address is free for its successor at once.

    Elsewhere, and where it has died already, the look at ``ppid`` finds out.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def _have_files(wanted: int) -> None:
    """Raises the limit of open files as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
