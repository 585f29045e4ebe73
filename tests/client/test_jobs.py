"""Jobs followed: sent once, asked after when the service says, results whole though connections break."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from bad_deals import GOOD

from solver import Deal
from solver.client import Client, Job, ServiceError
from solver.errors import DealError

LINES = [
    {"line": 1, "id": "a", "deal": "W …", "result": {"nodes": 3}},
    {"line": 2, "error": {"detail": "line 2: /dealer: none", "errors": [{"pointer": "/dealer", "detail": "none"}]}},
    {"line": 4, "id": "/0", "result": {"nodes": 5}},
    {"line": 4, "id": "/1", "result": {"nodes": 6}},
    {"line": 5, "result": {"nodes": 7}},
]


class Broken(httpx.SyncByteStream):
    """A body that breaks off."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __iter__(self) -> Iterator[bytes]:
        yield self.text.encode()
        raise httpx.ReadError("cut")


class Service:
    """One job, whose records are there one by one, a look after another."""

    def __init__(self, end: str = "done", breaks: int = 0) -> None:
        self.looks = 0
        self.end = end
        self.breaks = breaks
        self.asked: list[httpx.Request] = []

    def job(self) -> dict[str, Any]:
        over = self.looks >= len(LINES)
        status = self.end if over else "running"
        told = {"detail": "no space"} if status == "failed" else {}
        return {"id": "j1", "task": "solve", "status": status, "done": self.looks, "errors": 1, "total": 4, **told}

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if request.method == "POST":
            return httpx.Response(202, json=self.job(), headers={"Location": "/v1/jobs/j1"})
        if request.method == "DELETE":
            return httpx.Response(200, json={**self.job(), "status": "cancelled"})
        if request.url.path.endswith("/results"):
            after = int(request.url.params.get("after", 0))
            there = [line for line in LINES[: self.looks] if int(str(line["line"])) > after]
            text = "".join(json.dumps(line) + "\n" for line in there)
            if self.breaks and self.looks == self.breaks:
                self.breaks = 0
                return httpx.Response(200, stream=Broken(text + '{"line": 3'))
            if self.looks >= len(LINES) and self.end == "done":
                text += '{"summary": {"records": 4}}\n'
            return httpx.Response(200, text=text)
        self.looks += 1
        headers = {"Retry-After": "2"} if self.looks < len(LINES) else {}
        return httpx.Response(200, json=self.job(), headers=headers)


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    return pauses


def client(service: Service) -> Client:
    return Client("http://service", transport=httpx.MockTransport(service))


def test_a_job_is_sent_as_lines_with_a_key_of_its_own() -> None:
    service = Service()
    asking = client(service)
    deal = Deal.from_dict(GOOD)
    job = asking.jobs.submit("solve", [deal, str(deal), {"id": "x", **GOOD}])
    asking.jobs.submit("solve", [deal])
    assert (job.id, job.status, job.total, job.is_over) == ("j1", "running", 4, False)
    first, second = service.asked
    assert first.url.params["task"] == "solve"
    assert first.headers["Content-Type"] == "application/x-ndjson"
    assert [json.loads(line) for line in first.content.decode().splitlines()] == [
        deal.to_dict(),
        {"deal": str(deal)},
        {"id": "x", **GOOD},
    ]
    assert first.headers["Idempotency-Key"] != second.headers["Idempotency-Key"]


def test_lines_are_sent_as_they_come_and_once() -> None:
    service = Service()
    job = client(service).jobs.send("solve", iter([b"a\n", b"b\n"]), "mine")
    assert (job.id, service.asked[0].content, service.asked[0].headers["Idempotency-Key"]) == ("j1", b"a\nb\n", "mine")
    client(service).jobs.send("solve", [b"a\n"])
    assert "Idempotency-Key" not in service.asked[1].headers

    tries: list[httpx.Request] = []

    def away(request: httpx.Request) -> httpx.Response:
        tries.append(request)
        raise httpx.ConnectError("away")

    with pytest.raises(ServiceError, match="cannot be reached"):
        Client("http://service", transport=httpx.MockTransport(away)).jobs.send("solve", iter([b"a\n"]))
    assert len(tries) == 1


def test_a_job_is_the_service_s_json_again() -> None:
    told = {
        "id": "j1",
        "task": "solve",
        "status": "failed",
        "done": 1,
        "errors": 0,
        "total": 4,
        "created": "2026-01-01T00:00:00.000+00:00",
        "started": "2026-01-01T00:00:01.000+00:00",
        "ended": "2026-01-01T00:00:02.000+00:00",
        "detail": "no space",
    }
    assert Job.from_dict(told).to_dict() == told
    for name in ("started", "ended", "detail"):
        del told[name]
    assert Job.from_dict(told).to_dict() == told


def test_the_bytes_of_the_results_are_given_as_they_are() -> None:
    whole = b"".join(client(Service()).jobs.lines("j1"))
    assert whole == b""  # none is there yet
    service = Service(breaks=2)
    service.looks = 2
    with pytest.raises(ServiceError, match="broke off"):
        list(client(service).jobs.lines("j1"))


@pytest.mark.parametrize("answer", ["<html>", "[]", "{}", '"x"'])
def test_an_answer_that_is_no_job_is_told(answer: str) -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, text=answer))
    with pytest.raises(ServiceError, match="the answer is no job"):
        Client("http://service", transport=transport).jobs.get("j1")


def test_a_job_is_followed_to_its_end(slept: list[float]) -> None:
    seen = list(client(Service()).jobs.follow("j1"))
    assert [job.done for job in seen] == [1, 2, 3, 4, 5]
    assert seen[-1].is_over
    assert slept == [2, 2, 2, 2]


@pytest.mark.parametrize("breaks", range(len(LINES)))
def test_results_are_whole_and_in_order(slept: list[float], breaks: int) -> None:
    """Also where they break off among several records of one line."""
    records = list(client(Service(breaks=breaks)).jobs.results("j1"))
    assert [(record.line, record.id) for record in records] == [(each["line"], each.get("id")) for each in LINES]
    assert (records[0].id, records[0].deal, records[0].result) == ("a", "W …", {"nodes": 3})
    assert records[0].error is None
    error = records[1].error
    assert isinstance(error, DealError)
    assert (error.pointer, error.message) == ("/dealer", "none")
    assert slept


def test_a_job_that_failed_is_an_error_behind_its_results(slept: list[float]) -> None:
    results = client(Service("failed")).jobs.results("j1")
    assert [next(results).line for _ in LINES] == [1, 2, 4, 4, 5]
    with pytest.raises(ServiceError, match="no space"):
        next(results)
    assert slept


def test_a_cancelled_job_ends(slept: list[float]) -> None:
    asking = client(Service("cancelled"))
    assert asking.jobs.cancel(Job("j1", "solve", "running", 0, 0, 4)).status == "cancelled"
    assert len(list(asking.jobs.results("j1"))) == 5
    assert slept


def test_results_that_always_break_end(slept: list[float]) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/results"):
            return httpx.Response(200, stream=Broken(""))
        return Service()(request)

    with pytest.raises(ServiceError, match="broke off behind line 0"):
        list(Client("http://service", transport=httpx.MockTransport(answer)).jobs.results("j1"))
    assert len(slept) == 5
