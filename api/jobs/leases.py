"""Jobs as workers see them: a chunk leased, kept by heartbeats, and given back answered, split or untouched.

A worker that dies beats no more; when its lease has ended the chunk is another's.  What comes of a chunk is written in
one transaction by who holds its lease, so nothing is lost or there twice.
"""

from __future__ import annotations

import functools
import json
import os
import secrets
import socket
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from api.jobs.database import Database
from api.jobs.store import Numbered, drop_unfinished, insert_chunk, pack, unpack
from api.jobs.tables import CHUNKS, INPUTS, JOBS, OUTPUTS
from solver.batch.chunk import Answers

__all__ = ["TRIES", "Lease", "Leases"]

TRIES: Final = 3
"""Workers that may die on a chunk before it is split, and on a record before it is given up."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A chunk in the hands of a worker: ``tries`` counts this one."""

    chunk: int
    job: str
    task: str
    turn: int
    tries: int
    numbered: Numbered


class Leases:
    """The chunks of a database for one worker; a lease lasts ``seconds`` without a heartbeat."""

    def __init__(self, database: Database, seconds: float) -> None:
        self.database = database
        self.seconds = seconds
        self.worker = f"{_machine()}/{os.getpid()}/{secrets.token_hex(4)}"
        self._unsure = False  # whether the last taking failed, so that it may have leased a chunk all the same

    def take(self) -> Lease | None:
        """A chunk to work on, if one waits; a job whose input is spoilt fails.

        For who works on nothing: what a taking that failed has leased is given back first.
        """
        if self._unsure:
            self._give_back_all()
        self._unsure = True
        lease = self._taken()
        self._unsure = False
        return lease

    def keep(self, lease: Lease) -> bool:
        """A heartbeat; whether the chunk is still this worker's."""
        with self.database.writing() as connection:
            now = self.database.now(connection)
            kept = connection.execute(sa.update(CHUNKS).where(self._mine(lease)).values(lease=now + self.seconds))
            return kept.rowcount == 1

    def finish(self, lease: Lease, answers: Answers) -> bool:
        """Writes what came of the chunk; False where it is no longer this worker's, and nothing is written."""
        data = ("\n".join([*map(str, answers.rows), ""])).encode()
        packed = zlib.compress(data, 3)
        tally = json.dumps(answers.tally.to_dict(), separators=(",", ":"))
        with self.database.writing() as connection:
            now = self.database.now(connection)
            if not _lock(connection, lease.job):
                return False
            written = connection.execute(
                sa.update(CHUNKS)
                .where(self._mine(lease))
                .values(state="done", worker=None, lease=None, size=len(data), tally=tally)
            )
            if written.rowcount != 1:
                return False
            connection.execute(sa.insert(OUTPUTS).values(chunk=lease.chunk, data=packed))
            connection.execute(sa.delete(INPUTS).where(INPUTS.c.chunk == lease.chunk))
            last = JOBS.c.left == 1
            connection.execute(
                sa.update(JOBS)
                .where(JOBS.c.id == lease.job)
                .values(
                    done=JOBS.c.done + len(lease.numbered),
                    errors=JOBS.c.errors + answers.tally.errors,
                    left=JOBS.c.left - 1,
                    status=sa.case((last, "done"), else_="running"),
                    ended=sa.case((last, now), else_=None),
                )
            )
            return True

    def give_back(self, lease: Lease, *, tried: bool = False) -> None:
        """Lets another worker have the chunk; it counts as a try only where it was one."""
        with self.database.writing() as connection:
            tries = lease.tries if tried else lease.tries - 1
            connection.execute(
                sa.update(CHUNKS).where(self._mine(lease)).values(state="waiting", worker=None, lease=None, tries=tries)
            )

    def split(self, lease: Lease) -> None:
        """Makes of the chunk one for each record, which are tried anew."""
        with self.database.writing() as connection:
            if not _lock(connection, lease.job):
                return
            dropped = connection.execute(sa.delete(CHUNKS).where(self._mine(lease)))
            if dropped.rowcount != 1:
                return
            connection.execute(sa.delete(INPUTS).where(INPUTS.c.chunk == lease.chunk))
            for record in lease.numbered:
                insert_chunk(connection, lease.job, [record], pack([record]), lease.turn, "waiting")
            more = len(lease.numbered) - 1
            connection.execute(sa.update(JOBS).where(JOBS.c.id == lease.job).values(left=JOBS.c.left + more))

    def reclaim(self) -> int:
        """Frees the chunks whose lease has ended, or whose worker of this machine is dead; how many."""
        with self.database.reading() as connection:
            now = self.database.now(connection)
            held = connection.execute(
                sa.select(CHUNKS.c.id, CHUNKS.c.worker, CHUNKS.c.lease).where(CHUNKS.c.state == "leased")
            ).all()
        freed = [(row.id, row.worker) for row in held if row.lease < now or self._is_dead(row.worker)]
        if not freed:
            return 0
        with self.database.writing() as connection:
            return sum(
                connection.execute(
                    sa.update(CHUNKS)
                    .where(
                        CHUNKS.c.id == chunk,
                        CHUNKS.c.worker == worker,
                        CHUNKS.c.state == "leased",
                        sa.or_(CHUNKS.c.lease < now, sa.literal(self._is_dead(worker))),
                    )
                    .values(state="waiting", worker=None, lease=None)
                ).rowcount
                for chunk, worker in freed
            )

    # --- Within ----------------------------------------------------------------------------------------

    def _give_back_all(self) -> None:
        with self.database.writing() as connection:
            connection.execute(
                sa.update(CHUNKS)
                .where(CHUNKS.c.worker == self.worker, CHUNKS.c.state == "leased")
                .values(state="waiting", worker=None, lease=None, tries=CHUNKS.c.tries - 1)
            )

    def _taken(self) -> Lease | None:
        if not self._any_waits():
            return None
        with self.database.writing() as connection:
            now = self.database.now(connection)
            wanted = (
                sa.select(CHUNKS.c.id)
                .where(CHUNKS.c.state == "waiting")
                .order_by(CHUNKS.c.turn, CHUNKS.c.id)
                .limit(1)
                .with_for_update(skip_locked=True)
                .scalar_subquery()
            )
            row = connection.execute(
                sa.update(CHUNKS)
                .where(CHUNKS.c.id == wanted, CHUNKS.c.state == "waiting")
                .values(state="leased", worker=self.worker, lease=now + self.seconds, tries=CHUNKS.c.tries + 1)
                .returning(CHUNKS.c.id, CHUNKS.c.job, CHUNKS.c.turn, CHUNKS.c.tries)
            ).one_or_none()
        return None if row is None else self._begun(row)

    def _any_waits(self) -> bool:
        """Asked before a transaction that writes, so that idle workers hold nobody up."""
        with self.database.reading() as connection:
            waits = sa.select(CHUNKS.c.id).where(CHUNKS.c.state == "waiting").limit(1)
            return connection.execute(waits).first() is not None

    def _begun(self, row: Any) -> Lease | None:
        """The lease with its records; its job runs from now on.

        A transaction of its own: one that holds a chunk must not wait for its job, since others wait the other way.
        """
        with self.database.writing() as connection:
            now = self.database.now(connection)
            job = (
                connection.execute(
                    sa.update(JOBS)
                    .where(JOBS.c.id == row.job, JOBS.c.status == "queued")
                    .values(status="running", started=now)
                    .returning(JOBS.c.task)
                ).one_or_none()
                or connection.execute(sa.select(JOBS.c.task).where(JOBS.c.id == row.job)).one_or_none()
            )
            data = connection.execute(sa.select(INPUTS.c.data).where(INPUTS.c.chunk == row.id)).scalar()
            if job is None or data is None:  # cancelled in between
                return None
            try:
                numbered = unpack(data)
            except (ValueError, zlib.error) as error:
                self._fail(connection, row.job, f"the store has spoilt what was sent: {error}", now)
                return None
        return Lease(row.id, row.job, job.task, row.turn, row.tries, numbered)

    @staticmethod
    def _fail(connection: sa.Connection, job: str, why: str, now: float) -> None:
        connection.execute(sa.update(JOBS).where(JOBS.c.id == job).values(status="failed", detail=why, ended=now))
        drop_unfinished(connection, job)

    def _mine(self, lease: Lease) -> sa.ColumnElement[bool]:
        return sa.and_(CHUNKS.c.id == lease.chunk, CHUNKS.c.worker == self.worker, CHUNKS.c.state == "leased")

    def _is_dead(self, worker: str) -> bool:
        """Whether it was a process of this machine and is no more."""
        machine, pid, _ = worker.rsplit("/", 2)
        if machine != _machine():
            return False
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            pass
        return False


@functools.cache
def _machine() -> str:
    """What tells this machine, or this container, from others: two with one name must not judge each other's dead."""
    known = [socket.gethostname()[:100]]
    with suppress(OSError):
        known.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip())
        known.append(str(Path("/proc/self/ns/pid").stat().st_ino))
    return ".".join(known)


def _lock(connection: sa.Connection, job: str) -> bool:
    """Holds the job before its chunks are touched, as everybody does; whether it is there and not over."""
    row = connection.execute(sa.select(JOBS.c.status).where(JOBS.c.id == job).with_for_update()).one_or_none()
    return row is not None and row.status in ("queued", "running")
