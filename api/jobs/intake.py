"""A body of JSON lines becomes a job while it comes in: never whole in memory, bounded, all or nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from api.jobs.errors import JobsError, KeyTakenError, TooMuchError
from api.jobs.limits import CHUNK, Limits
from solver.errors import DealError

if TYPE_CHECKING:
    from api.jobs.store import Job, Store

__all__ = ["numbered_lines", "take_in"]

_WRITE: Final = 1 << 20
"""Characters of lines held before they are written."""
_MARK: Final = "\ufeff"


def take_in(store: Store, limits: Limits, task: str, key: str | None, pieces: Iterable[bytes]) -> Job:
    """The job of a body's pieces, or the one that the same request has made already.

    TooMuchError, TooManyJobsError, KeyTakenError for a key of another request, DealError for a body without records;
    then, and whatever ``pieces`` raise, nothing is left of it.
    """
    digest = hashlib.sha256(task.encode() + b"\n")

    def read() -> Iterator[bytes]:
        size = 0
        for piece in pieces:
            size += len(piece)
            if size > limits.bytes:
                raise TooMuchError(f"a job may have at most {limits.bytes:,} bytes")
            digest.update(piece)
            yield piece

    job = store.begin(task, key, limits.jobs)
    if job.status != "receiving":
        for _ in read():
            pass
        if job.digest != digest.hexdigest():
            raise KeyTakenError("this Idempotency-Key was sent with another request, whose job it names")
        return job
    try:
        _write(store, limits, job, read())
        return store.seal(job.id, digest.hexdigest())
    except BaseException:
        with suppress(JobsError):  # a store that fails now forgets it later
            store.abandon(job.id)
        raise


def _write(store: Store, limits: Limits, job: Job, pieces: Iterator[bytes]) -> None:
    """Writes the records chunk by chunk, as they come."""
    size, turn, records, held = CHUNK[job.task], 0, 0, 0
    chunks: list[list[tuple[int, str]]] = [[]]
    for number, line in numbered_lines(pieces, limits.line):
        records += 1
        if records > limits.records:
            raise TooMuchError(f"a job may have at most {limits.records:,} records, and line {number} is one more")
        if len(chunks[-1]) == size:
            if held > _WRITE:
                store.add(job.id, turn, chunks)
                turn, held, chunks = turn + len(chunks), 0, []
            chunks.append([])
        chunks[-1].append((number, line))
        held += len(line)
    if not records:
        raise DealError("a job needs at least one record: one request of the service, or one deal line, a line")
    store.add(job.id, turn, chunks)


def numbered_lines(pieces: Iterable[bytes], longest: int) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers; TooMuchError for one of more than ``longest`` bytes.

    Bytes that are no UTF-8 spoil no more than their line.
    """
    number = 0
    for number, raw in enumerate(_lines(pieces, longest), 1):
        text = raw.decode(errors="replace").strip().removeprefix(_MARK)
        if text and not text.startswith("#"):
            yield number, text


def _lines(pieces: Iterable[bytes], longest: int) -> Iterator[bytes]:
    rest, number = b"", 0
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        for line in (*whole, rest):
            if len(line) > longest:
                raise TooMuchError(f"line {number + 1} is longer than {longest:,} bytes")
            number += 1
        number -= 1  # the rest is not whole yet
        yield from whole
    if rest:
        yield rest
