"""Long bodies and long results at a server as a user has it: on disk, bounded in memory, without a thread each."""

from __future__ import annotations

import hashlib
import json
import re
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import sqlalchemy as sa
from bad_deals import GOOD
from job_runs import body_of, lines_of_job, store_at, taken, until, work_off
from served import Server, children, start, stop

from api.jobs.limits import Limits
from api.jobs.store import Store
from api.jobs.tables import CHUNKS, INPUTS, JOBS

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")

LINES = {"Content-Type": "application/x-ndjson"}
HEAD = b"POST /v1/jobs?task=solve HTTP/1.1\r\nHost: here\r\nContent-Type: application/x-ndjson\r\n"
PIECE = b"#" * 99_999 + b"\n"
"""A line that says nothing, and is more than is held in memory."""
MEGABYTES = 20
RECEIVE_TIME = 2.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = store_at(tmp_path / "jobs.sqlite")
    yield made
    made.database.close()


@pytest.fixture
def server(store: Store, tmp_path: Path) -> Iterator[Server]:
    """A service on whose jobs nobody works, with a folder for long bodies."""
    (tmp_path / "spool").mkdir()
    settings = {"jobs": store.database.url, "jobs_workers": 0, "receive_time": RECEIVE_TIME, "log_requests": 0}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(tmp_path / "spool"))
        running = start(tmp_path, "--slots", "1", **settings)
    yield running
    told = stop(running)
    assert "Traceback" not in told, told
    assert list((tmp_path / "spool").iterdir()) == []


def worker_of(server: Server) -> Path:
    (pid,) = children(server.process.pid)
    return Path(f"/proc/{pid}")


def megabytes(process: Path, what: str) -> float:
    """VmRSS, what it has in memory, or VmHWM, the most that it ever had."""
    found = re.search(rf"{what}:\s+(\d+) kB", (process / "status").read_text())
    assert found
    return int(found[1]) / 1024


def threads(process: Path) -> int:
    return len(list((process / "task").iterdir()))


def spooled(process: Path, folder: Path) -> list[str]:
    """The files of long bodies that it has open: they have no name any more."""
    names = []
    for file in (process / "fd").iterdir():
        try:
            names.append(str(file.readlink()))
        except OSError:
            continue
    return [name for name in names if name.startswith(str(folder / "spool"))]


def rows(store: Store) -> int:
    with store.database.reading() as connection:
        return sum(
            connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
            for table in (JOBS, CHUNKS, INPUTS)
        )


def answer(connection: socket.socket) -> tuple[int, dict[str, object]]:
    """Status and JSON of the next answer, after which the server closes."""
    told = b""
    while piece := connection.recv(1 << 16):
        told += piece
        head, _, body = told.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        if length and len(body) >= int(length[1]):
            break
    return int(told.split()[1]), json.loads(body)


def others_are_answered(server: Server) -> None:
    assert server.ask("GET", "/healthz").status == 200
    assert server.ask("POST", "/v1/solve", GOOD).status == 200


@pytest.mark.parametrize("chunked", [False, True])
def test_a_job_of_many_megabytes_is_taken_and_never_in_memory(server: Server, store: Store, chunked: bool) -> None:
    deals = body_of(20).splitlines()
    body = b"".join(b"#" * 999 + b"\n" + deals[n % 20] + b"\n" for n in range(MEGABYTES * 1000))
    assert len(body) > MEGABYTES * 1_000_000
    assert server.ask("POST", "/v1/jobs?task=solve", body[:100_000], LINES).status == 202
    worker = worker_of(server)
    before = megabytes(worker, "VmRSS")
    sent = iter([body[at : at + 50_000] for at in range(0, len(body), 50_000)]) if chunked else body
    job = server.ask("POST", "/v1/jobs?task=solve", sent, LINES)
    assert (job.status, job.json["total"]) == (202, MEGABYTES * 1000)
    assert megabytes(worker, "VmHWM") - before < MEGABYTES / 2
    store.cancel(job.json["id"])
    assert spooled(worker, Path(store.database.url.removeprefix("sqlite:///")).parent) == []


def test_each_resource_has_its_own_limit(store: Store, tmp_path: Path) -> None:
    settings = {"jobs": store.database.url, "jobs_workers": 0, "jobs_bytes": 2_000_000}
    server = start(tmp_path, "--quiet", **settings)
    long = PIECE * 21
    for path, sent, most in (
        ("/v1/jobs?task=solve", long, "2,000,000"),
        ("/v1/jobs?task=solve", iter([PIECE] * 21), "2,000,000"),
        ("/v1/jobs/1/results", long, "1,000,000"),
        ("/v1/solve", long, "1,000,000"),
        ("/v1/none", iter([PIECE] * 11), "1,000,000"),
    ):
        refused = server.ask("POST", path, sent, LINES)
        assert (refused.status, refused.json["type"]) == (413, "urn:back-alley:problem:too-large")
        assert most in refused.json["detail"]
    assert server.ask("POST", "/v1/jobs?task=solve", PIECE * 19 + body_of(3), LINES).json["total"] == 3
    with server.send(HEAD + b"Content-Length: 2000001\r\nExpect: 100-continue\r\n\r\n") as connection:
        assert answer(connection)[0] == 413  # before any of it is sent
    assert rows(store) == 3  # of the one job
    assert "Traceback" not in stop(server)


@pytest.mark.parametrize("sent", [PIECE * 30, PIECE * 30 + b"{"])
def test_a_body_that_breaks_off_leaves_nothing(server: Server, store: Store, tmp_path: Path, sent: bytes) -> None:
    worker = worker_of(server)
    head = HEAD + b"Content-Length: 9000000\r\n\r\n"
    with server.send(head + sent):
        until(lambda: spooled(worker, tmp_path))
    until(lambda: not spooled(worker, tmp_path))
    with server.send(head + sent) as half:
        half.shutdown(socket.SHUT_WR)
        assert answer(half)[0] == 400
    until(lambda: not spooled(worker, tmp_path))
    assert rows(store) == 0


def test_slow_bodies_cost_no_thread(server: Server, store: Store, tmp_path: Path) -> None:
    worker = worker_of(server)
    others_are_answered(server)
    before = threads(worker)
    with ExitStack() as stalled:
        for _ in range(60):
            stalled.enter_context(server.send(HEAD + b"Content-Length: 3000000\r\n\r\n" + PIECE))
        until(lambda: len(spooled(worker, tmp_path)) > 30)
        others_are_answered(server)
        assert threads(worker) < before + 5
    until(lambda: not spooled(worker, tmp_path))
    assert rows(store) == 0


def test_a_body_may_take_as_long_as_it_comes(server: Server) -> None:
    body = PIECE * 12 + body_of(3)
    with server.send(HEAD + b"Content-Length: %d\r\n\r\n" % len(body)) as patient:
        began = time.monotonic()
        for start_ in range(0, len(body) - 1000, 100_000):
            patient.sendall(body[start_ : start_ + 100_000] if start_ < 1_200_000 else b"")
            assert select.select([patient], [], [], RECEIVE_TIME / 8)[0] == []  # nothing is said to it
        assert time.monotonic() - began > RECEIVE_TIME
        patient.sendall(body[1_200_000:])
        status, job = answer(patient)
        assert (status, job["total"]) == (202, 3)
    with server.send(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + PIECE) as stalled:
        status, problem = answer(stalled)
        assert (status, problem["type"]) == (408, "urn:back-alley:problem:stalled")
        assert "64 KB more" in str(problem["detail"])


def test_results_that_nobody_reads_cost_no_thread_and_little_memory(server: Server, store: Store) -> None:
    record = json.dumps({"cards": 2, "dealer": "N", "bids": dict.fromkeys("NESW", 0), "tricks": {"NS": 1}})
    limits = Limits(bytes=10_000_000, line=1_000_000, records=100_000, jobs=100, age=3600)
    job = taken(store, f"{record}\n".encode() * 30_000, "score", limits=limits).id
    work_off(store)
    right = lines_of_job(store, job)
    assert len(right) == 30_000
    readers = 40
    size = sum(map(len, right)) / (1 << 20)
    others_are_answered(server)
    whole = server.ask("GET", f"/v1/jobs/{job}/results")
    assert whole.headers["Transfer-Encoding"] == "chunked"
    assert whole.body.splitlines()[:-1] == right
    worker = worker_of(server)
    memory, before = megabytes(worker, "VmRSS"), threads(worker)
    with ExitStack() as stuck:
        for _ in range(readers):
            client = stuck.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.settimeout(30)
            client.connect(("127.0.0.1", server.port))
            client.sendall(b"GET /v1/jobs/%s/results HTTP/1.1\r\nHost: here\r\n\r\n" % job.encode())
            assert client.recv(9) == b"HTTP/1.1 "
        others_are_answered(server)
        assert threads(worker) < before + 5
        assert megabytes(worker, "VmHWM") - memory < readers * size / 8


@pytest.mark.parametrize(
    ("shown", "answer"), [("", b"401"), ("X-API-Key: other\r\n", b"401"), ("X-API-Key: a-key\r\n", b"100")]
)
def test_a_long_body_is_not_taken_before_its_key_is_known(tmp_path: Path, shown: str, answer: bytes) -> None:
    hashed = hashlib.sha256(b"a-key").hexdigest()
    running = start(tmp_path, "--quiet", keys=f"alice sha256:{hashed}", jobs=str(tmp_path / "jobs.sqlite"))
    try:
        for how in ("Content-Length: 90000000", "Transfer-Encoding: chunked"):
            head = HEAD + f"{shown}{how}\r\nExpect: 100-continue\r\n\r\n".encode()
            with running.send(head) as connection:
                told = connection.recv(1 << 16)
                assert told.startswith(b"HTTP/1.1 " + answer)
                if answer == b"401":  # without a byte of the body
                    assert b"WWW-Authenticate: Bearer" in told
                    assert b"urn:back-alley:problem:no-key" in told
    finally:
        stop(running)
