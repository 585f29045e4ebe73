"""``backalley jobs`` with a service behind it, and without."""

from __future__ import annotations

import gzip
import json
import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from command_line import Run, one_line
from job_runs import body_of, right_lines, worker_of
from review_cases import random_hand
from served import free_port
from werkzeug.serving import WSGIRequestHandler, make_server

from api import Settings, create_app
from api.jobs.store import Store
from api.jobs.worker import Worker
from solver.deal import Deal
from solver.dealing import deals
from solver.formats.pbn_writing import deals_to_pbn
from solver.game.rules import PRESETS
from solver.requests.recorded import RecordedDeal


class _Quiet(WSGIRequestHandler):
    def log(self, *_: Any) -> None:
        pass


class Service(NamedTuple):
    url: str
    store: Store
    worker: Worker

    @property
    def leases_are_empty(self) -> bool:
        """Whether no job waits."""
        return self.worker.leases.take() is None


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
    one, two, three = body_of(3).decode().splitlines()
    text = f"\ufeff# a club evening\n\n{one}\r\n\r\n# more\n{two}\n{three}"
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
        (b'[Board "1"]\n', "no [Deal] tag"),
        (b"[]", "has no records"),
        (b"\xff\xfe\xff", "not valid UTF-16"),
        (b"x\n" * 501, "at most 500 records"),
    ],
)
def test_what_cannot_be_sent(run: Run, tmp_path: Path, body: bytes, words: str) -> None:
    assert words in one_line(run("jobs", "submit", "solve", written(tmp_path, body)))


def files_of_deals() -> dict[str, str]:
    """The same deals, bid and played, as batches take them: PBN, LIN, and JSON over many lines."""
    rng = Random(7)
    hands = [random_hand(rng, 4, whole=1) for _ in range(4)]
    whist = [replace(deal, rules=PRESETS["whist"], bids=(), play=()) for deal in deals(13, 3, 1, PRESETS["whist"])]
    return {
        "a.pbn": deals_to_pbn(hands),
        "b.lin": "".join(f"{RecordedDeal(deal).text('lin', place)}\n" for place, deal in enumerate(whist, 1)),
        "c.json": json.dumps([{**deal.to_dict(), "id": f"own {deal.dealer}"} for deal in hands], indent=1),
        "d.json": json.dumps({"rules": "bab_online", "deals": [without_rules(deal) for deal in hands]}, indent=1),
    }


def without_rules(deal: Deal) -> dict[str, Any]:
    return {name: value for name, value in deal.to_dict().items() if name not in ("rules", "bids", "play")}


@pytest.mark.parametrize("task", ["solve", "review"])
def test_other_formats_make_the_records_of_a_batch(run: Run, service: Service, tmp_path: Path, task: str) -> None:
    for name, text in files_of_deals().items():
        if task == "review" and name in ("b.lin", "d.json"):
            continue  # nothing was bid there
        file = written(tmp_path, text.encode(), name)
        assert run("batch", task, file, str(tmp_path / f"{name}.batch"), "--quiet").status == 0
        sent = run("jobs", "submit", task, file)
        assert (sent.status, sent.err) == (0, "")
        lease = service.worker.leases.take()
        assert lease is not None
        service.worker.work(lease)
        run("jobs", "results", sent.out.strip(), str(tmp_path / "out"))
        wanted = [json.loads(line) for line in (tmp_path / f"{name}.batch").read_bytes().splitlines()]
        found = [json.loads(line) for line in (tmp_path / "out").read_bytes().splitlines()[:-1]]
        assert all("result" in record for record in wanted)
        if name.endswith("json"):  # of which all are of one line in a batch
            for number, record in enumerate(wanted, 1):
                record["line"] = number
        assert found == wanted


def test_what_is_refused_is_told_and_left_out(run: Run, service: Service, tmp_path: Path) -> None:
    text = files_of_deals()["a.pbn"] + '\n[Event "?"]\n[Board "9"]\n[Dealer "N"]\n'
    sent = run("jobs", "submit", "solve", written(tmp_path, text.encode(), "a.pbn"))
    assert "board 9: " in sent.err
    assert "no [Deal] tag" in sent.err
    assert "4 records sent, 1 left out" in sent.err
    assert service.store.find(sent.out.strip()).total == 4


def test_an_output_is_looked_at_before_anything_is_sent(run: Run, service: Service, tmp_path: Path) -> None:
    file, out = written(tmp_path, body_of(2)), tmp_path / "out"
    out.write_text("mine")
    for target, words in (
        (tmp_path / "none" / "out", "its folder does not exist"),
        (tmp_path, "is a folder"),
        (Path(file), "same file"),
        (out, "--overwrite replaces it"),
    ):
        assert words in one_line(run("jobs", "submit", "solve", file, str(target)))
    assert "same file" in one_line(run("jobs", "submit", "solve", file, file, "--overwrite"))
    assert "its folder does not exist" in one_line(run("jobs", "results", "123", str(tmp_path / "none" / "out")))
    assert service.leases_are_empty
    assert out.read_text() == "mine"


@pytest.mark.usefixtures("working")
def test_an_output_may_be_replaced_and_a_device_is_written_to(run: Run, tmp_path: Path) -> None:
    file, out = written(tmp_path, body_of(2)), tmp_path / "out"
    out.write_text("mine")
    assert run("jobs", "submit", "solve", file, str(out), "--overwrite").status == 0
    assert len(out.read_bytes().splitlines()) == 3
    assert run("jobs", "submit", "solve", file, "/dev/null").status == 0
    assert Path("/dev/null").is_char_device()


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
