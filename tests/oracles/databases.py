"""Stores of jobs for tests: SQLite files, and a real PostgreSQL server where Debian's package is installed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from served import free_port

USER = "postgres"


def postgres_programs() -> Path | None:
    """The folder of the server's programs, None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    program = shutil.which("initdb")
    return None if program is None else Path(program).parent


class Postgres:
    """A server of its own, empty, that can be ended and begun again; ``address`` is that of its database."""

    def __init__(self) -> None:
        programs = postgres_programs()
        assert programs is not None
        self._programs = programs
        # It refuses to run as root, and must own its folder.
        self._user: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []} if os.geteuid() == 0 else {}
        self._folder = Path(tempfile.mkdtemp(prefix="backalley-postgres-"))
        self._port = free_port()
        self.server_address = f"postgresql://{USER}@127.0.0.1:{self._port}"
        self.address = f"{self.server_address}/postgres"

    def __enter__(self) -> Self:
        try:
            if self._user:
                shutil.chown(self._folder, USER, USER)
            options = ["-A", "trust", "-U", USER, "-E", "UTF8", "--no-sync"]
            subprocess.run(
                [self._programs / "initdb", "-D", self._folder / "data", *options],
                check=True,
                capture_output=True,
                cwd=self._folder,
                **self._user,
            )
            self.begin()
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        return self

    def begin(self) -> None:
        """Starts it, and waits until it answers."""
        quick = ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]
        self._server = subprocess.Popen(
            [
                self._programs / "postgres",
                "-D",
                self._folder / "data",
                "-p",
                str(self._port),
                "-k",
                self._folder,
                *quick,
            ],
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
            **self._user,
        )
        _wait(self.address, self._server)

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ends it, by default without waiting for who is connected; SIGQUIT is as after a crash."""
        self._server.send_signal(how)
        self._server.wait(30)

    def __exit__(self, *_: object) -> None:
        try:
            self.end()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """A server of its own, empty; the address of it without a database's name."""
    with Postgres() as server:
        yield server.server_address


def empty_database(address: str) -> str:
    """The server's database with nothing in it; its address."""
    import psycopg

    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return f"{address}/postgres"


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    import psycopg

    until = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(address).close()
            return
        except psycopg.OperationalError:
            assert server.poll() is None, "PostgreSQL ended"
            assert time.monotonic() < until, "PostgreSQL is not ready"
            time.sleep(0.05)
