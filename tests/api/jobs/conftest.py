"""Every store that jobs can have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import empty_database, postgres, postgres_programs
from job_runs import store_at

from api.jobs.store import Store


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A real PostgreSQL, begun for these tests."""
    if postgres_programs() is None:
        pytest.skip("no PostgreSQL server on this machine (Debian: postgresql)")
    pytest.importorskip("psycopg", reason="the extra postgres is not installed")
    with postgres() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store may be: what the setting says."""
    if request.param == "sqlite":
        return str(tmp_path / "jobs.sqlite")
    return empty_database(request.getfixturevalue("postgres_server"))


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """An empty store of each kind."""
    made = store_at(place)
    yield made
    made.database.close()
