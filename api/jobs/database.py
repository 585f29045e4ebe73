"""The database behind the store: connections, transactions, its clock, and its errors as ours."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from api.jobs.errors import JobsOffError, NoSpaceError, StoreError
from api.jobs.place import is_file
from api.jobs.tables import SCHEMA, VERSION

__all__ = ["Database"]

_VERSION: Final = 1
_WRITES: Final = "backalley_writes"
_WAIT: Final = 30.0
"""Seconds that a transaction waits for another process's."""
_LOG: Final = 64_000_000
"""Bytes that the log of SQLite keeps after a checkpoint."""
_LOCK: Final = 0x0BACA11E
"""The advisory lock under which tables are made."""
_DISK_FULL: Final = "53100"


class Database:
    """One process's way to the tables at ``url``; ``megabytes`` bounds a SQLite file."""

    def __init__(self, url: str, megabytes: int = 0) -> None:
        self.is_file = is_file(url)
        self.url = url
        self._megabytes = megabytes
        options: dict[str, Any] = {"pool_size": 5, "max_overflow": 50, "pool_timeout": _WAIT}
        if self.is_file:
            options["connect_args"] = {"timeout": _WAIT, "check_same_thread": False}
        else:
            options["pool_pre_ping"] = True
            options["connect_args"] = {"connect_timeout": 10}
        self.engine = sa.create_engine(url, **options)
        if self.is_file:
            sa.event.listen(self.engine, "connect", self._connected)
            sa.event.listen(self.engine, "begin", _begin)
        try:
            self._make_tables()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Lets go of all connections."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that sees one state of the store."""
        with self._told(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that changes the store, all or nothing."""
        with (
            self._told(),
            self.engine.connect().execution_options(**{_WRITES: True}) as connection,
            connection.begin(),
        ):
            yield connection

    def now(self, connection: sa.Connection) -> float:
        """The time by the clock of the database's machine, which all hosts share."""
        if self.is_file:
            text = "SELECT (julianday('now') - 2440587.5) * 86400.0"
        else:
            text = "SELECT extract(epoch FROM clock_timestamp())"
        return float(connection.execute(sa.text(text)).scalar_one())

    def shrink(self) -> None:
        """Gives the pages of a SQLite file that hold nothing back to the disk."""
        if self.is_file:
            with self.writing() as connection:
                cursor = connection.connection.cursor()
                cursor.execute("PRAGMA incremental_vacuum")
                cursor.fetchall()  # a page a step

    # --- Within ----------------------------------------------------------------------------------------

    def _connected(self, connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin as _begin says
        page_size = connection.execute("PRAGMA page_size").fetchone()[0]
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")  # what was promised outlives a power cut
        connection.execute(f"PRAGMA journal_size_limit = {_LOG}")
        if self._megabytes:
            connection.execute(f"PRAGMA max_page_count = {max(self._megabytes * 1_000_000 // page_size, 1)}")

    def _make_tables(self) -> None:
        with self.writing() as connection:
            if not self.is_file:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
            SCHEMA.create_all(connection)
            found = connection.execute(sa.select(VERSION.c.version)).scalar()
            if found is None:
                connection.execute(sa.insert(VERSION).values(version=_VERSION))
            elif found != _VERSION:
                raise JobsOffError(f"the store of jobs is of another version ({found}, not {_VERSION})")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the database as errors of the store."""
        try:
            yield
        except sa.exc.TimeoutError:
            raise StoreError("the store of jobs has no connection free") from None
        except sa.exc.DBAPIError as error:
            if isinstance(error, sa.exc.IntegrityError):
                raise
            if self._is_full(error.orig):
                raise NoSpaceError("the store of jobs is full: its disk, or the size that it may have") from error
            raise StoreError(f"the store of jobs fails: {' '.join(str(error.orig).split())[:200]}") from error

    def _is_full(self, error: object) -> bool:
        if isinstance(error, sqlite3.Error):
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            return code == sqlite3.SQLITE_FULL or (
                code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and self._disk_full()
            )
        return getattr(error, "sqlstate", None) == _DISK_FULL

    def _disk_full(self) -> bool:
        """Whether the disk is why a file could not be written: SQLite calls that an I/O error now and then."""
        with suppress(OSError):
            disk = os.statvfs(Path(self.engine.url.database or ".").parent)
            return disk.f_bavail * disk.f_frsize < 1 << 17
        return False


def _begin(connection: sa.Connection) -> None:
    # A reader that turned writer would fail at once where another has written: a writer says so when it begins.
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """A log in front of the file, so that readers and a writer do not wait for each other."""
    until = time.monotonic() + _WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:  # for this SQLite does not wait by itself
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
