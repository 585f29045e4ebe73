"""Jobs behind ``backalley serve`` as a user has them, whoever is killed."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from job_runs import body_of, right_lines, store_at, until
from served import Server, start, stop

from api.jobs.store import Store
from api.jobs.tables import CHUNKS

LINES = {"Content-Type": "application/x-ndjson"}


@contextmanager
def served(folder: Path, place: str, **settings: object) -> Iterator[Server]:
    """The service with two workers on the jobs at ``place``."""
    told = {"jobs": place, "jobs_workers": 2, "jobs_lease": 3, **settings}
    server = start(folder, "--slots", "1", "--quiet", **told)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            said = stop(server)
            assert "Traceback" not in said, said


def workers_of(store: Store) -> list[int]:
    """The processes that hold chunks now."""
    with store.database.reading() as connection:
        names = connection.execute(sa.select(CHUNKS.c.worker).where(CHUNKS.c.state == "leased")).scalars()
        return [int(name.split("/")[-2]) for name in names]


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_job_outlives_its_workers_and_its_server(tmp_path: Path, place: str, store: Store) -> None:
    body = body_of(800, 7)
    with served(tmp_path, place) as server:
        answer = server.ask("POST", "/v1/jobs?task=solve", body, LINES)
        assert answer.status == 202
        where, job = answer.headers["Location"], answer.json["id"]
        until(lambda: store.find(job).done)
        victims = until(lambda: workers_of(store))
        os.kill(victims[0], signal.SIGKILL)
        seen = store.find(job).done
        until(lambda: store.find(job).done > seen)
        victims = until(lambda: workers_of(store))
        server.process.kill()
        server.process.communicate()
        assert store.find(job).status == "running"
        until(lambda: all(gone(pid) for pid in victims))  # none works on for a server that is dead
    with served(tmp_path, place) as server:
        told = until(lambda: found if (found := server.ask("GET", where)).json["status"] == "done" else None)
        assert (told.json["done"], told.json["errors"], told.json["total"]) == (800, 0, 800)
        assert "Retry-After" not in told.headers
        results = server.ask("GET", f"{where}/results")
        assert results.headers["Content-Type"] == "application/x-ndjson"
        *records, end = results.body.splitlines()
        assert records == right_lines(body)
        assert json.loads(end)["summary"]["records"] == 800


def test_a_server_without_a_place_for_jobs_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    server = start(tmp_path, "--quiet", jobs=tmp_path / "file" / "jobs.sqlite", jobs_workers=1)
    answer = server.ask("POST", "/v1/jobs?task=solve", b"x\n", LINES)
    assert (answer.status, answer.json["type"]) == (503, "urn:back-alley:problem:jobs-off")
    assert "cannot be written" in answer.json["detail"]
    told = stop(server)
    assert '"event": "jobs are off"' in told


def children_of(pid: int) -> dict[int, str]:
    """The processes that one has begun in any of its threads, with their command lines."""
    found = [child for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    return {int(child): Path(f"/proc/{child}/cmdline").read_text().replace("\0", " ") for child in found}


def supervisor_of(server: Server) -> int | None:
    """The one that has workers."""
    for pid, command in children_of(server.process.pid).items():
        if "api.jobs.supervisor" in command and children_of(pid):
            return pid
    return None


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_a_supervisor_that_is_killed_has_a_follower(tmp_path: Path) -> None:
    with served(tmp_path, str(tmp_path / "jobs.sqlite"), jobs_workers=1) as server:
        first = until(lambda: supervisor_of(server))
        workers = list(children_of(first))
        os.kill(first, signal.SIGKILL)
        second = until(lambda: found if (found := supervisor_of(server)) != first else None)
        until(lambda: all(gone(pid) for pid in workers))
    assert gone(second)


def test_a_stop_gives_back_what_is_held(tmp_path: Path) -> None:
    store = store_at(tmp_path / "jobs.sqlite")
    with served(tmp_path, str(tmp_path / "jobs.sqlite")) as server:
        job = server.ask("POST", "/v1/jobs?task=bids", body_of(400, 8), LINES).json["id"]
        victims = until(lambda: workers_of(store))
        assert server.ask("DELETE", f"/v1/jobs/{job}").json["status"] == "cancelled"
        other = server.ask("POST", "/v1/jobs?task=bids", body_of(400, 8), LINES).json["id"]
        until(lambda: store.find(other).status == "running")
    assert all(gone(pid) for pid in victims)
    assert workers_of(store) == []
    store.database.close()
