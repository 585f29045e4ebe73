"""A connection, told by hand what the event loop would tell it, in an order that a busy machine makes."""

from __future__ import annotations

import asyncio
import logging
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


def test_a_request_that_waits_to_be_read_when_the_client_ends_sending_is_answered() -> None:
    async def main() -> None:
        shared = Shared(asyncio.get_running_loop(), lambda *_: [], Settings(), logging.getLogger("test"))
        lane = Asked()
        shared.work = cast(Any, lane)
        connection, transport = Connection(shared, ("127.0.0.1", 1), ("127.0.0.1", 2)), Sent()
        connection.connection_made(transport)
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
