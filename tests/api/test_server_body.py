"""Bodies of requests while they come in, short ones and long ones."""

from __future__ import annotations

import asyncio
import errno
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.server.body import HELD, Body
from api.server.crowd import Room
from api.server.lanes import Lane
from api.server.refusals import RefusedError

ROOM = 10 * HELD


class Rooms:
    """Memory and disk, and whether all of them was given back."""

    def __init__(self, disk: int = ROOM) -> None:
        self.memory = Room(ROOM, 0)
        self.disk = Room(disk, 0)
        self._disk = disk

    def body(self, folder: Path | None, most: int = ROOM) -> Body:
        return Body("a", most, self.memory, self.disk, None if folder is None else str(folder))

    def are_empty(self) -> bool:
        return self.memory.take("b", ROOM) and self.disk.take("b", self._disk)


async def come_in(body: Body, parts: list[bytes], lane: Lane) -> RefusedError | None:
    """Sends the parts one by one; why one of them was refused."""
    for part in [*parts, None]:
        if part is not None:
            body.take(part)
        told: asyncio.Future[RefusedError | None] = asyncio.get_running_loop().create_future()
        if body.put_away(lane, told.set_result, part is None) and (why := await told) is not None:
            return why
    return None


def run(body: Body, parts: list[bytes]) -> RefusedError | None:
    async def all_of_it() -> RefusedError | None:
        return await come_in(body, parts, Lane(asyncio.get_running_loop(), "disk", 1, 10))

    return asyncio.run(all_of_it())


def read(body: Body) -> bytes:
    if body.file is None:
        return body.whole()
    assert body.whole() == b""
    body.file.seek(0)
    return body.file.read()


@given(st.lists(st.integers(1, HELD + 5), max_size=6), st.booleans())
def test_what_comes_out_is_what_came_in_and_all_room_is_given_back(sizes: list[int], long: bool) -> None:
    parts = [bytes([65 + n]) * size for n, size in enumerate(sizes)]
    rooms = Rooms()
    with tempfile.TemporaryDirectory() as folder:
        body = rooms.body(Path(folder) if long else None)
        assert run(body, parts) is None
        assert (body.size, read(body)) == (sum(sizes), b"".join(parts))
        assert (body.file is not None) == (long and sum(sizes) >= HELD)
        assert list(Path(folder).iterdir()) == []  # the file has no name
        body.forget()
        body.forget()
        assert rooms.are_empty()


def test_what_is_too_much_is_refused() -> None:
    body = Rooms().body(None, most=100)
    body.take(b"x" * 100)
    with pytest.raises(RefusedError) as too_long:
        body.take(b"x")
    assert (too_long.value.status, too_long.value.kind) == (413, "too-large")
    crowded = Rooms()
    assert crowded.memory.take("b", ROOM)
    with pytest.raises(RefusedError) as busy:
        crowded.body(None).take(b"x")
    assert busy.value.status == 503
    small = Rooms(disk=HELD)
    body = small.body(Path(tempfile.gettempdir()))
    with pytest.raises(RefusedError) as full:
        run(body, [b"x" * HELD] * 2)
    assert full.value.status == 503
    body.forget()
    assert small.are_empty()


def test_many_small_parts_are_refused() -> None:
    body = Rooms().body(None)
    for _ in range(1000):
        body.take(b"x")
    with pytest.raises(RefusedError) as parts:
        body.take(b"x")
    assert parts.value.status == 400


@pytest.mark.parametrize(("number", "status"), [(errno.ENOSPC, 507), (errno.EIO, 500)])
def test_a_disk_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, number: int, status: int) -> None:
    def fail(**_: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(tempfile, "TemporaryFile", fail)
    rooms = Rooms()
    body = rooms.body(Path("here"))
    why = run(body, [b"x" * HELD])
    assert why is not None
    assert (why.status, isinstance(why.__cause__, OSError)) == (status, status == 500)
    body.forget()
    assert rooms.are_empty()


def test_a_body_that_is_forgotten_while_it_is_stored_goes_when_it_is(tmp_path: Path) -> None:
    async def leave() -> Body:
        lane = Lane(asyncio.get_running_loop(), "disk", 1, 10)
        body.take(b"x" * HELD)
        told: asyncio.Future[RefusedError | None] = asyncio.get_running_loop().create_future()
        assert body.put_away(lane, told.set_result, False)
        body.forget()
        await told
        return body

    rooms = Rooms()
    body = rooms.body(tmp_path)
    asyncio.run(leave())
    assert body.file is not None
    assert body.file.closed
    assert rooms.are_empty()
