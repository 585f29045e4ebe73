"""Jobs as those who ask see them: taken in chunk by chunk, found, cancelled, and given back in order."""

from __future__ import annotations

import json
import secrets
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from api.jobs.database import Database
from api.jobs.errors import KeyInUseError, NoSuchJobError, TooManyJobsError
from api.jobs.tables import CHUNKS, INPUTS, JOBS, OUTPUTS
from solver.batch.summary import Tally

__all__ = ["ENDED", "Counts", "Job", "Numbered", "Piece", "Store", "drop_unfinished", "insert_chunk", "pack", "unpack"]

Numbered = Sequence[tuple[int, str]]
"""Lines with their numbers."""
ENDED: Final = ("done", "cancelled", "failed")
_UNENDED: Final = ("receiving", "queued", "running")
_SILENT: Final = 150.0
"""Seconds without a line, after which nobody sends the rest of a body any more."""
_IN_USE: Final = "a request with this Idempotency-Key is coming in; ask again"
_PIECES: Final = 20
"""Chunks of results read at a time."""


@dataclass(frozen=True, slots=True)
class Job:
    """One job as it stands; times in seconds since 1970."""

    id: str
    task: str
    status: str
    done: int
    errors: int
    total: int
    created: float
    started: float | None
    ended: float | None
    digest: str | None
    detail: str | None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.status in ENDED


class Counts(NamedTuple):
    """All jobs that are kept: how many of each status, and of their records those answered and those with an error."""

    jobs: dict[str, int]
    done: int
    errors: int


class Piece(NamedTuple):
    """The results of one chunk: JSON lines, and the line of its first record."""

    first: int
    data: bytes


def pack(numbered: Numbered) -> bytes:
    """Numbered lines as bytes; ``unpack`` gives them back."""
    return zlib.compress(json.dumps(list(numbered), ensure_ascii=False, separators=(",", ":")).encode(), 3)


def unpack(data: bytes) -> tuple[tuple[int, str], ...]:
    """What ``pack`` made; ValueError or zlib.error where it is no such thing."""
    return tuple((number, line) for number, line in json.loads(zlib.decompress(data)))


class Store:
    """The jobs in a database, for any number of threads."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # --- Taking in -------------------------------------------------------------------------------------

    def begin(self, task: str, key: str | None, most: int) -> Job:
        """A job whose records are to come, or the one that has the key already.

        TooManyJobsError where ``most`` are not over; KeyInUseError while the body of that key's job comes in.
        """
        with self.database.writing() as connection:
            now = self.database.now(connection)
            _forget(connection, sa.and_(JOBS.c.status == "receiving", JOBS.c.touched < now - _SILENT))
            if key is not None:
                known = connection.execute(sa.select(JOBS).where(JOBS.c.key == key)).one_or_none()
                if known is not None:
                    if known.status == "receiving":
                        raise KeyInUseError(_IN_USE)
                    return _job(known)
            waiting = connection.execute(
                sa.select(sa.func.count()).select_from(JOBS).where(JOBS.c.status.in_(_UNENDED))
            ).scalar_one()
            if waiting >= most:
                raise TooManyJobsError(f"{waiting} jobs wait or run, and no more may; ask again when some have ended")
            values = {"id": secrets.token_hex(16), "task": task, "status": "receiving", "key": key}
            counts = {"created": now, "touched": now, "total": 0, "done": 0, "errors": 0, "left": 0}
            try:
                row = connection.execute(sa.insert(JOBS).values(**values, **counts).returning(JOBS)).one()
            except sa.exc.IntegrityError:  # another host was quicker
                raise KeyInUseError(_IN_USE) from None
            return _job(row)

    def add(self, job: str, turn: int, chunks: Sequence[Numbered]) -> None:
        """More chunks of a job whose body comes in, the first of which is its ``turn``-th."""
        packed = [pack(numbered) for numbered in chunks]
        with self.database.writing() as connection:
            now = self.database.now(connection)
            touched = connection.execute(
                sa.update(JOBS).where(JOBS.c.id == job, JOBS.c.status == "receiving").values(touched=now)
            )
            if not touched.rowcount:
                raise NoSuchJobError("the job was given up, since its body came too slowly")
            for place, (numbered, data) in enumerate(zip(chunks, packed, strict=True)):
                insert_chunk(connection, job, numbered, data, turn + place, "coming")

    def seal(self, job: str, digest: str) -> Job:
        """All records are there: workers may begin."""
        with self.database.writing() as connection:
            count, records = connection.execute(
                sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(CHUNKS.c.records), 0)).where(
                    CHUNKS.c.job == job
                )
            ).one()
            row = connection.execute(
                sa.update(JOBS)
                .where(JOBS.c.id == job, JOBS.c.status == "receiving")
                .values(status="queued", digest=digest, total=int(records), left=count)
                .returning(JOBS)
            ).one_or_none()
            if row is None:
                raise NoSuchJobError("the job was given up, since its body came too slowly")
            connection.execute(sa.update(CHUNKS).where(CHUNKS.c.job == job).values(state="waiting"))
            return _job(row)

    def abandon(self, job: str) -> None:
        """Forgets a job whose body did not come whole."""
        with self.database.writing() as connection:
            _forget(connection, sa.and_(JOBS.c.id == job, JOBS.c.status == "receiving"))

    # --- Finding ---------------------------------------------------------------------------------------

    def find(self, job: str) -> Job:
        """The job of this name, or NoSuchJobError."""
        with self.database.reading() as connection:
            row = connection.execute(sa.select(JOBS).where(JOBS.c.id == job)).one_or_none()
        if row is None or row.status == "receiving":
            raise NoSuchJobError(f"there is no job {job[:64]}, or it has expired")
        return _job(row)

    def cancel(self, job: str) -> Job:
        """Ends a job that waits or runs, whose workers find their chunks gone; one that is over stays as it is."""
        with self.database.writing() as connection:
            row = connection.execute(
                sa.update(JOBS)
                .where(JOBS.c.id == job, JOBS.c.status.in_(("queued", "running")))
                .values(status="cancelled", ended=self.database.now(connection))
                .returning(JOBS)
            ).one_or_none()
            if row is not None:
                drop_unfinished(connection, job)
                return _job(row)
        return self.find(job)

    def results(self, job: Job, after: int = 0) -> Iterator[Piece]:
        """The results in input order, from the chunk with the record of line ``after`` on, as far as they are there.

        A transaction for a few chunks at a time, so that a slow reader holds nothing up.
        """
        place = self._chunk_of(job.id, after) if after else -1
        columns = (CHUNKS.c.first, CHUNKS.c.state, OUTPUTS.c.data)
        joined = CHUNKS.outerjoin(OUTPUTS, OUTPUTS.c.chunk == CHUNKS.c.id)
        while True:
            with self.database.reading() as connection:
                rows = connection.execute(
                    sa.select(*columns)
                    .select_from(joined)
                    .where(CHUNKS.c.job == job.id, CHUNKS.c.first > place)
                    .order_by(CHUNKS.c.first)
                    .limit(_PIECES)
                ).all()
            for row in rows:
                if row.state != "done" or row.data is None:
                    return
                yield Piece(row.first, zlib.decompress(row.data))
            if len(rows) < _PIECES:
                return
            place = rows[-1].first

    def counts(self) -> Counts:
        """What the store has, in figures."""
        sums = (sa.func.count(), sa.func.sum(JOBS.c.done), sa.func.sum(JOBS.c.errors))
        with self.database.reading() as connection:
            rows = connection.execute(sa.select(JOBS.c.status, *sums).group_by(JOBS.c.status)).all()
        jobs = dict.fromkeys((*_UNENDED, *ENDED), 0) | {row[0]: row[1] for row in rows}
        return Counts(jobs, sum(int(row[2]) for row in rows), sum(int(row[3]) for row in rows))

    def tally(self, job: str) -> tuple[Tally, int]:
        """What was counted over all chunks of a job, and the bytes of its results."""
        whole, size = Tally(), 0
        with self.database.reading() as connection:
            rows = connection.execute(sa.select(CHUNKS.c.tally, CHUNKS.c.size).where(CHUNKS.c.job == job))
            for row in rows:
                if row.tally is not None:
                    whole.merge(Tally.from_dict(json.loads(row.tally)))
                    size += row.size
        return whole, size

    def _chunk_of(self, job: str, line: int) -> int:
        """The place just before the chunk that has the record of this line."""
        with self.database.reading() as connection:
            found = connection.execute(
                sa.select(sa.func.max(CHUNKS.c.first)).where(CHUNKS.c.job == job, CHUNKS.c.first <= line)
            ).scalar()
        return -1 if found is None else found - 1

    # --- Upkeep ----------------------------------------------------------------------------------------

    def expire(self, age: float) -> int:
        """Forgets the jobs that ended more than ``age`` seconds ago, and bodies that broke off; how many."""
        with self.database.writing() as connection:
            now = self.database.now(connection)
            gone = _forget(connection, sa.and_(JOBS.c.status.in_(ENDED), JOBS.c.ended < now - age))
            gone += _forget(connection, sa.and_(JOBS.c.status == "receiving", JOBS.c.touched < now - _SILENT))
        if gone:
            self.database.shrink()
        return gone


def _job(row: Any) -> Job:
    return Job(
        row.id,
        row.task,
        row.status,
        row.done,
        row.errors,
        row.total,
        row.created,
        row.started,
        row.ended,
        row.digest,
        row.detail,
    )


def insert_chunk(connection: sa.Connection, job: str, numbered: Numbered, data: bytes, turn: int, state: str) -> None:
    """One chunk more of a job, ``data`` being its packed records."""
    chunk = connection.execute(
        sa.insert(CHUNKS)
        .values(job=job, first=numbered[0][0], turn=turn, records=len(numbered), state=state, tries=0)
        .returning(CHUNKS.c.id)
    ).scalar_one()
    connection.execute(sa.insert(INPUTS).values(chunk=chunk, data=data))


def drop_unfinished(connection: sa.Connection, job: str) -> None:
    """Forgets the chunks of a job that have no results."""
    wanted = sa.select(CHUNKS.c.id).where(CHUNKS.c.job == job, CHUNKS.c.state != "done").scalar_subquery()
    connection.execute(sa.delete(INPUTS).where(INPUTS.c.chunk.in_(wanted)))
    connection.execute(sa.delete(CHUNKS).where(CHUNKS.c.job == job, CHUNKS.c.state != "done"))


def _forget(connection: sa.Connection, which: sa.ColumnElement[bool]) -> int:
    """Forgets whole jobs; how many."""
    jobs = [row.id for row in connection.execute(sa.select(JOBS.c.id).where(which).with_for_update())]
    for job in jobs:
        chunks = sa.select(CHUNKS.c.id).where(CHUNKS.c.job == job).scalar_subquery()
        connection.execute(sa.delete(INPUTS).where(INPUTS.c.chunk.in_(chunks)))
        connection.execute(sa.delete(OUTPUTS).where(OUTPUTS.c.chunk.in_(chunks)))
        connection.execute(sa.delete(CHUNKS).where(CHUNKS.c.job == job))
        connection.execute(sa.delete(JOBS).where(JOBS.c.id == job))
    return len(jobs)
