"""The body of one request as it comes in: in memory, or in a file where its resource takes long ones."""

from __future__ import annotations

import errno
import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Final

from api.server.crowd import Room
from api.server.lanes import Lane
from api.server.refusals import RefusedError, body_too_long

__all__ = ["Body"]

HELD: Final = 1 << 16
"""Bytes of a long body that are held before they are put into its file."""
_CROWDED: Final = "too many long bodies are arriving"
_FREE_PARTS, _BYTES_A_PART = 1000, 64
"""A body may come in so many parts of any size; beyond them they must have so many bytes on average."""


class Body:
    """At most ``most`` bytes of ``client``; with a ``folder`` it is a long one, and has a file there.

    The event loop calls all but ``store`` and ``close``, which may wait for a disk.
    """

    def __init__(self, client: str, most: int, memory: Room, disk: Room, folder: str | None = None) -> None:
        self.size = 0
        self.file: IO[bytes] | None = None
        self._client = client
        self._most = most
        self._memory = memory
        self._disk = disk
        self._folder = folder
        self._held: list[bytes] = []
        self._parts = 0
        self._in_memory = 0
        self._on_disk = 0
        self._busy = False  # being stored
        self._forgotten = False

    @property
    def is_long(self) -> bool:
        """Whether it may take as long as it needs, as long as it comes."""
        return self._folder is not None

    @property
    def is_being_stored(self) -> bool:
        """Whether a thread has it just now, so that no more may be taken."""
        return self._busy

    def take(self, part: bytes) -> None:
        """Takes the next part; RefusedError where it is one too many."""
        size = self.size + len(part)
        self._parts += 1
        if size > self._most:
            raise body_too_long(self._most)
        if self._parts > _FREE_PARTS and size < _BYTES_A_PART * self._parts:
            raise RefusedError(400, "the body came in too many small parts")
        if not self._memory.take(self._client, len(part)):
            raise RefusedError(503, "too many bodies are arriving", "busy")
        self._held.append(part)
        self._in_memory += len(part)
        self.size = size

    def put_away(self, lane: Lane, then: Callable[[RefusedError | None], None], at_end: bool) -> bool:
        """Whether what is held of a long body is put into its file first, whereupon ``then`` learns how that went.

        What such a body has over ``at_end`` goes there as well, if it has a file.  RefusedError where there is no room.
        """
        if self._folder is None or not self._held or (self._in_memory < HELD and not (at_end and self.file)):
            return False
        if not self._disk.take(self._client, self._in_memory):
            raise RefusedError(503, _CROWDED, "busy")
        self._on_disk += self._in_memory
        self._busy = True
        lane.ask(self._client, _Storing(self, then))
        return True

    def store(self) -> None:
        """Puts what is held into the file; OSError where the disk does not take it.  Called by a thread."""
        if self.file is None:
            self.file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115  (closed by close)
        self.file.write(b"".join(self._held))

    def stored(self) -> None:
        """What was held is in the file, or nowhere."""
        self._busy = False
        self._let_go()
        if self._forgotten:
            self.forget()

    def whole(self) -> bytes:
        """All of it, where it has no file."""
        return b"".join(self._held)

    def close(self) -> None:
        """Lets go of the file, of which nothing stays; a thread may do it."""
        if self.file is not None:
            self.file.close()

    def forget(self) -> None:
        """Gives all back, as soon as it is not being stored; nobody may be reading it."""
        self._forgotten = True
        if not self._busy:
            self._let_go()
            self.close()
            self._disk.give_back(self._client, self._on_disk)
            self._on_disk = 0

    def _let_go(self) -> None:
        self._held = []
        self._memory.give_back(self._client, self._in_memory)
        self._in_memory = 0


@dataclass(frozen=True, slots=True, eq=False)
class _Storing:
    """Has a body stored; ``then`` learns None, or why it is refused."""

    body: Body
    then: Callable[[RefusedError | None], None]
    until: float = math.inf  # it has begun
    searches: bool = False

    def run(self) -> None:
        self.body.store()

    def done(self, result: BaseException | None) -> None:
        self.body.stored()
        # A disk may fail in many ways, of which all but a full one are for those who run the service to see.
        if isinstance(result, OSError) and result.errno in (errno.ENOSPC, errno.EDQUOT):
            result = RefusedError(507, "there is no room for the body on the service's disk", "no-space")
        elif result is not None:
            cause, result = result, RefusedError(500, "the body cannot be kept on the service's disk", "internal")
            result.__cause__ = cause
        self.then(result)

    def shed(self) -> None:
        self.body.stored()
        self.then(RefusedError(503, _CROWDED, "busy"))
