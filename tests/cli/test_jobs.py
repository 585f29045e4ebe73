"""``backalley jobs`` with a service behind it, and without."""

from __future__ import annotations

import gzip
import json
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from command_line import Run, one_line
from job_runs import body_of, right_lines, worker_of
from served import free_port
from werkzeug.serving import WSGIRequestHandler, make_server

from api import Settings, create_app
from api.jobs.store import Store
from api.jobs.worker import Worker


class _Quiet(WSGIRequestHandler):
    def log(self, *_: Any) -> None:
        pass


class Service(NamedTuple):
    url: str
    store: Store
    worker: Worker


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """A service on a port of its own, whose worker begins when the test says so."""
    settings = Settings(jobs=str(tmp_path / "jobs.sqlite"), log_requests=False, jobs_records=500)
    app = create_app(settings)
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    store = app.extensions["back-alley"].jobs.store
    url = f"http://127.0.0.1:{server.port}"
    monkeypatch.setenv("BACKALLEY_URL", url)
    worker = worker_of(store)
    yield Service(url, store, worker)
    worker.stop()
    server.shutdown()
    thread.join()
    server.server_close()
    store.database.close()


@pytest.fixture
def working(service: Service) -> Iterator[Service]:
    """The same with its worker at work."""
    thread = threading.Thread(target=service.worker.run)
    thread.start()
    yield service
    service.worker.stop()
    thread.join()


def written(folder: Path, body: bytes, name: str = "deals.jsonl") -> str:
    path = folder / name
    path.write_bytes(body)
    return str(path)


@pytest.mark.usefixtures("working")
def test_sent_followed_and_fetched_by_one_command(run: Run, tmp_path: Path) -> None:
    body = body_of(120)
    out = tmp_path / "out.jsonl"
    done = run("jobs", "submit", "solve", written(tmp_path, body), str(out), "--json")
    assert done.status == 0, done.err
    *records, end = out.read_bytes().splitlines()
    assert records == right_lines(body)
    assert json.loads(end)["summary"]["records"] == 120
    assert json.loads(done.out)["status"] == "done"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_step_by_step(run: Run, service: Service, tmp_path: Path) -> None:
    body = body_of(5)
    sent = run("jobs", "submit", "solve", written(tmp_path, body))
    job = sent.out.strip()
    assert run("jobs", "status", job).out == f"{job} solve queued, 0 of 5 records\n"
    assert json.loads(run("jobs", "status", f"{service.url}/v1/jobs/{job}", "--json").out)["total"] == 5
    out = tmp_path / "out.jsonl"
    early = run("jobs", "results", job, str(out))
    assert (early.status, early.err, out.read_bytes()) == (0, "0 of 5 records are there so far\n", b"")
    lease = service.worker.leases.take()
    assert lease is not None
    service.worker.work(lease)
    assert run("jobs", "status", job, "--follow", "--quiet").out == f"{job} solve done, 5 of 5 records\n"
    assert run("jobs", "results", job, str(out)).status == 0
    assert out.read_bytes().splitlines()[:5] == right_lines(body)


@pytest.mark.usefixtures("service")
def test_cancelled(run: Run, tmp_path: Path) -> None:
    job = run("jobs", "submit", "solve", written(tmp_path, body_of(5))).out.strip()
    assert run("jobs", "cancel", job).out == f"{job} solve cancelled, 0 of 5 records\n"
    assert json.loads(run("jobs", "cancel", job, "--json").out)["status"] == "cancelled"
    out = tmp_path / "out"
    fetched = run("jobs", "results", job, str(out), "--follow", "--quiet")
    assert (fetched.status, out.read_bytes()) == (1, b"")
    assert fetched.err == "backalley: the job is cancelled: these are the results it had\n"


@pytest.mark.usefixtures("service")
def test_the_same_key_names_the_same_job(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, body_of(5))
    first, again = (run("jobs", "submit", "solve", file, "--key", "mine").out for _ in range(2))
    assert first == again
    other = run("jobs", "submit", "bids", file, "--key", "mine")
    assert "another request" in one_line(other)
    assert "--key" in one_line(run("jobs", "submit", "bids", file, "--key", "a b"))


def test_lines_are_counted_as_the_file_has_them(run: Run, service: Service, tmp_path: Path) -> None:
    """Whatever stands between the records, and however they are packed and written."""
    deals = body_of(3).decode().splitlines()
    text = "\ufeff# a club evening\n\n" + deals[0] + "\r\n\r\n# more\n" + deals[1] + "\n" + deals[2]
    for name, data in (("a", text.encode()), ("b.gz", gzip.compress(text.encode())), ("c", text.encode("utf-16"))):
        sent = run("jobs", "submit", "solve", written(tmp_path, data, name))
        assert sent.status == 0, sent.err
        job = sent.out.strip()
        lease = service.worker.leases.take()
        assert lease is not None
        service.worker.work(lease)
        run("jobs", "results", job, str(tmp_path / "out"))
        records = [json.loads(line) for line in (tmp_path / "out").read_bytes().splitlines()[:-1]]
        assert [record["line"] for record in records] == [3, 6, 7]
        assert all("result" in record for record in records)


@pytest.mark.usefixtures("service")
@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "at least one record"),
        (b'[Board "1"]\n[Deal "N:AK... Q... J... T..."]\n', "is PBN; backalley convert"),
        (b'[{"hands": {}}]', "is JSON; backalley convert"),
        (b"x\n" * 501, "at most 500 records"),
    ],
)
def test_what_cannot_be_sent(run: Run, tmp_path: Path, body: bytes, words: str) -> None:
    assert words in one_line(run("jobs", "submit", "solve", written(tmp_path, body)))


@pytest.mark.usefixtures("service")
def test_what_is_not_there(run: Run, tmp_path: Path) -> None:
    assert "no job 123" in one_line(run("jobs", "status", "123"))
    assert "no job 123" in one_line(run("jobs", "results", "123", str(tmp_path / "out")))
    assert not (tmp_path / "out").exists()
    assert "is no job's ID" in one_line(run("jobs", "cancel", "../x y"))
    assert "no such file" in one_line(run("jobs", "submit", "solve", str(tmp_path / "none"))).lower()


def test_a_service_that_does_not_answer_is_one_line(run: Run, tmp_path: Path) -> None:
    url = f"127.0.0.1:{free_port()}"
    for words in (["status", "1"], ["cancel", "1"], ["results", "1"], ["submit", "solve", written(tmp_path, b"x")]):
        done = run("jobs", *words, "--url", url)
        assert (done.status, done.err.count("\n")) == (1, 1)
        assert done.err.startswith(f"backalley: http://{url} does not answer: ")
    for wrong in ("ftp://here", "http://", "http://here:x", "http://here:99999", "http://[1", "http://he\nre:0"):
        assert "is no address" in one_line(run("jobs", "status", "1", "--url", wrong)), wrong


def test_what_is_no_service_of_this_kind(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import httpx

    answers = [httpx.Response(200, text="<html>"), httpx.Response(200, json=[]), httpx.Response(404, text="gone")]
    monkeypatch.setattr(httpx.Client, "send", lambda *_, **__: answers.pop(0))
    for _ in range(2):
        done = run("jobs", "status", "1")
        assert (done.status, done.err) == (
            1,
            "backalley: http://127.0.0.1:8000 is no service of this kind: the answer is no job\n",
        )
    assert "404" in one_line(run("jobs", "status", "1"))


@pytest.mark.usefixtures("service")
def test_a_service_that_comes_back_is_waited_for(
    run: Run, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a job is followed, whoever is not there is asked again."""
    import httpx

    job = run("jobs", "submit", "solve", written(tmp_path, body_of(5))).out.strip()
    send = httpx.Client.send
    broken = [True]

    def sometimes(self: httpx.Client, *given: Any, **named: Any) -> httpx.Response:
        if broken:
            broken.clear()
            raise httpx.ConnectError("away")
        return send(self, *given, **named)

    monkeypatch.setattr(httpx.Client, "send", sometimes)
    lease = service.worker.leases.take()
    assert lease is not None
    service.worker.work(lease)
    done = run("jobs", "status", job, "--follow", "--quiet")
    assert (done.status, done.out) == (0, f"{job} solve done, 5 of 5 records\n")
    assert not broken


def test_a_worker_of_another_host(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    monkeypatch.setattr(os, "execve", lambda *arguments: calls.extend(arguments))
    assert run("jobs", "work", "--store", "postgresql://db/jobs", "--workers", "7").status == 0
    program, arguments, env = calls
    assert (program, arguments[1:]) == (sys.executable, ["-P", "-m", "api.jobs.supervisor"])
    assert (env["BACKALLEY_JOBS"], env["BACKALLEY_JOBS_WORKERS"]) == ("postgresql://db/jobs", "7")
