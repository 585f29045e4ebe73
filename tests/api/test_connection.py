"""A connection, told by hand what the event loop would tell it, in an order that a busy machine makes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, cast

from bad_deals import GOOD
from served import request

from api import Settings
from api.server.connection import Connection
from api.server.jobs import Answering
from api.server.shared import Shared
from api.server.wsgi import Reply


class Sent(asyncio.Transport):
    """Keeps what is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.told = b""
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.closed
        self.told += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...


class Asked:
    """A lane that keeps the jobs instead of doing them."""

    def __init__(self) -> None:
        self.jobs: list[Answering] = []

    def ask(self, client: str, job: Answering) -> None:  # noqa: ARG002
        self.jobs.append(job)

    def resting(self) -> Any:
        raise AssertionError


def connected(loop: asyncio.AbstractEventLoop) -> tuple[Connection, Sent, Asked]:
    shared = Shared(loop, lambda *_: [], Settings(), logging.getLogger("test"), lambda *_: None)
    lane, transport = Asked(), Sent()
    shared.work = cast(Any, lane)
    connection = Connection(shared, ("127.0.0.1", 1), ("127.0.0.1", 2))
    connection.connection_made(transport)
    return connection, transport, lane


def test_a_request_that_waits_to_be_read_when_the_client_ends_sending_is_answered() -> None:
    async def main() -> None:
        connection, transport, lane = connected(asyncio.get_running_loop())
        connection.data_received(request("/v1/solve", GOOD) * 2)
        (first,) = lane.jobs
        first.done(Reply(200, "OK", [("Content-Length", "1")], b"1"))
        # In the same turn of the loop, before the second request is read.
        assert connection.eof_received()
        second = lane.jobs[-1]
        assert second is not first
        await asyncio.sleep(0)
        second.done(Reply(200, "OK", [("Content-Length", "1")], b"2"))
        assert len(lane.jobs) == 2
        assert transport.told.count(b"HTTP/1.1 200") == 2
        assert transport.told.endswith(b"\r\n\r\n2")
        assert transport.closed

    asyncio.run(main())


def test_what_waits_for_a_slot_to_the_end_of_its_time_is_refused_and_what_is_searched_is_not() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        (searched, quiet, first), (waiting, told, second) = connected(loop), connected(loop)
        for connection in (searched, waiting):
            connection.data_received(request("/v1/solve", {**GOOD, "time_limit": 0.05}))
        (late,) = second.jobs
        late.asked.visit.running.waits_until = late.asked.visit.arrived + 0.05
        end = time.monotonic() + 10
        while not told.told:
            assert time.monotonic() < end
            await asyncio.sleep(0.001)
        assert told.told.startswith(b"HTTP/1.1 503 ")
        assert not quiet.told
        # Its thread's answer comes too late, and is not that to the next request.
        waiting.data_received(request("/v1/solve", GOOD))
        refused = told.told
        late.done(Reply(503, "Busy", [("Content-Length", "0")]))
        assert told.told == refused
        for job in (first.jobs[0], second.jobs[1]):
            job.done(Reply(200, "OK", [("Content-Length", "1")], b"1"))
        assert quiet.told.startswith(b"HTTP/1.1 200 ")
        assert told.told.count(b"HTTP/1.1 200 ") == 1

    asyncio.run(main())


def test_large_bodies_have_a_lane_of_their_own() -> None:
    async def main() -> None:
        connection, _, short = connected(asyncio.get_running_loop())
        large = Asked()
        connection._shared.large = cast(Any, large)
        whole = request("/v1/solve", GOOD)
        blank = b" " * 70_000
        length = len(whole.partition(b"\r\n\r\n")[2])
        wide = whole.replace(b"Content-Length: %d" % length, b"Content-Length: %d" % (length + len(blank))) + blank
        connection.data_received(wide)
        await until(lambda: bool(large.jobs))
        assert short.jobs == []
        large.jobs[0].done(Reply(200, "OK", [("Content-Length", "1")], b"1"))
        connection.data_received(whole)
        await until(lambda: bool(short.jobs))
        assert len(large.jobs) == 1

    asyncio.run(main())


async def until(true: Callable[[], bool]) -> None:
    for _ in range(1000):
        if true():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come about")
