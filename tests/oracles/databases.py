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
from typing import Any

from served import free_port

USER = "postgres"


def postgres_programs() -> Path | None:
    """The folder of the server's programs, None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    program = shutil.which("initdb")
    return None if program is None else Path(program).parent


@contextmanager
def postgres() -> Iterator[str]:
    """A server of its own, empty; the address of it without a database's name."""
    programs = postgres_programs()
    assert programs is not None
    # It refuses to run as root, and must own its folder.
    other: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []} if os.geteuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="backalley-postgres-"))
    port = free_port()
    try:
        if other:
            shutil.chown(folder, USER, USER)
        data = folder / "data"
        quick = ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]
        subprocess.run(
            [programs / "initdb", "-D", data, "-A", "trust", "-U", USER, "-E", "UTF8", "--no-sync"],
            check=True,
            capture_output=True,
            cwd=folder,
            **other,
        )
        server = subprocess.Popen(
            [programs / "postgres", "-D", data, "-p", str(port), "-k", folder, *quick],
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            **other,
        )
        try:
            address = f"postgresql://{USER}@127.0.0.1:{port}"
            _wait(f"{address}/postgres", server)
            yield address
        finally:
            server.send_signal(signal.SIGINT)  # it does not wait for who is connected
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
