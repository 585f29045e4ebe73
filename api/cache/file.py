"""Answers kept in an SQLite file, which outlives the process and may be shared by several on one machine."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path
from typing import Final

__all__ = ["File"]

_PATIENCE: Final = 0.1
"""Seconds to wait for another process that writes; solving anew is no worse than a longer wait."""
_TABLE: Final = "CREATE TABLE IF NOT EXISTS answers (number INTEGER PRIMARY KEY, key BLOB UNIQUE NOT NULL, value BLOB)"
_OLDEST: Final = (
    "DELETE FROM answers WHERE number IN (SELECT number FROM answers ORDER BY number LIMIT 1 +"
    " (SELECT count(*) FROM answers) / 20)"
)


class File:
    """Entries up to so many bytes of file; the twentieth stored longest ago goes when it is full."""

    name: Final = "file"

    def __init__(self, path: Path, most: int) -> None:
        self._path = path
        self._most = most
        self._lock = threading.Lock()
        self._opened: tuple[int, sqlite3.Connection] | None = None

    def check(self) -> None:
        """Raises sqlite3.Error where the file cannot be made or is no such file."""
        connection = self._open()
        try:
            connection.execute("SELECT count(*) FROM answers").fetchone()
        finally:
            connection.close()

    def get(self, key: bytes) -> bytes | None:
        with self._lock:
            row = self._connection().execute("SELECT value FROM answers WHERE key = ?", (key,)).fetchone()
        return None if row is None else bytes(row[0])

    def put(self, key: bytes, value: bytes) -> int:
        with self._lock:
            connection = self._connection()
            gone = 0
            if self._used(connection) + len(value) > self._most:
                gone = connection.execute(_OLDEST).rowcount
            connection.execute("INSERT OR REPLACE INTO answers (key, value) VALUES (?, ?)", (key, value))
            return gone

    def close(self) -> None:
        with self._lock:
            if self._opened is not None:
                self._opened[1].close()
            self._opened = None

    def _connection(self) -> sqlite3.Connection:
        """That of this very process: a connection must not be carried over a fork."""
        if self._opened is None or self._opened[0] != os.getpid():
            self._opened = (os.getpid(), self._open())
        return self._opened[1]

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, _PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            # Written ahead and not waited for: what a power cut takes is solved again, and the file stays whole.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(_TABLE)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    @staticmethod
    def _used(connection: sqlite3.Connection) -> int:
        """Bytes of the file that hold something."""
        size, pages, free = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_size", "page_count", "freelist_count")
        )
        return int(size * (pages - free))
