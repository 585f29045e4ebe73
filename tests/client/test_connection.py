"""When a service is asked again, how long is waited, and what is told in the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import httpx
import pytest

from solver.client import Patience, ServiceError
from solver.client.connection import Connection, retry_after
from solver.errors import DealError, LimitError

URN = "urn:back-alley:problem:"


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Pauses, which pass at once on a clock of their own."""
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    monkeypatch.setattr(time, "monotonic", lambda: sum(pauses))
    return pauses


def problem(status: int, kind: str, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
    told = {"type": URN + kind, "title": kind, "status": status, "detail": f"this is {kind}", **more}
    return httpx.Response(status, json=told, headers={"Content-Type": "application/problem+json", **(headers or {})})


Step = httpx.Response | httpx.TransportError


def connection(patience: Patience, *steps: Step) -> tuple[Connection, list[httpx.Request]]:
    """A service that answers with these in turn, and what it was asked."""
    left = list(steps)
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        step = left.pop(0)
        if isinstance(step, httpx.TransportError):
            raise step
        return step

    http = httpx.Client(base_url="http://service", transport=httpx.MockTransport(answer))
    return Connection(http, patience), asked


DONE = httpx.Response(200, json={"done": True})
BUSY: Callable[[], httpx.Response] = lambda: problem(503, "busy", {"Retry-After": "3"})  # noqa: E731


def test_a_busy_service_is_asked_again_when_it_says(slept: list[float]) -> None:
    asked, requests = connection(Patience(), BUSY(), problem(429, "rate-limit", {"Retry-After": "20"}), DONE)
    assert asked.ask("POST", "/v1/solve", json={"a": 1}).json() == {"done": True}
    assert slept == [3, 20]
    assert [request.content for request in requests] == [b'{"a":1}'] * 3


def test_pauses_double_where_nothing_is_said(slept: list[float]) -> None:
    asked, _ = connection(Patience(seconds=1000), *(httpx.Response(502) for _ in range(5)), DONE)
    asked.ask("GET", "/")
    bounds = [(0.125, 0.25), (0.25, 0.5), (0.5, 1), (1, 2), (2, 4)]
    assert len(slept) == len(bounds)
    assert all(low <= pause <= high for pause, (low, high) in zip(slept, bounds, strict=True))


def test_tries_are_counted(slept: list[float]) -> None:
    asked, requests = connection(Patience(retries=2), *(BUSY() for _ in range(3)))
    with pytest.raises(ServiceError, match="this is busy") as caught:
        asked.ask("GET", "/")
    told = caught.value
    assert (told.status, told.kind, told.retry_after) == (503, "busy", 3)
    assert (len(requests), slept) == (3, [3, 3])


@pytest.mark.parametrize("wait", ["61", "999999999999"])
def test_patience_is_not_outlasted(slept: list[float], wait: str) -> None:
    asked, requests = connection(Patience(seconds=60), problem(429, "rate-limit", {"Retry-After": wait}))
    with pytest.raises(ServiceError):
        asked.ask("GET", "/")
    assert (len(requests), slept) == (1, [])


def test_a_limit_is_not_asked_for_again(slept: list[float]) -> None:
    asked, requests = connection(Patience(), problem(504, "limit"))
    with pytest.raises(LimitError, match="this is limit"):
        asked.ask("GET", "/")
    assert (len(requests), slept) == (1, [])


def test_what_is_wrong_with_a_question_is_not_asked_again(slept: list[float]) -> None:
    errors = [{"pointer": "/play/1", "detail": "no (R11)", "rule": "R11"}, {"pointer": "/x", "detail": "is no field"}]
    asked, _ = connection(Patience(), problem(422, "invalid-request", errors=errors, error="NoSuchError"))
    with pytest.raises(DealError) as caught:
        asked.ask("GET", "/")
    assert [(fault.pointer, fault.message, fault.rule) for fault in caught.value.faults] == [
        ("/play/1", "no (R11)", "R11"),
        ("/x", "is no field", None),
    ]
    assert slept == []


def test_a_service_that_is_away_is_asked_again(slept: list[float]) -> None:
    away = httpx.ConnectError("refused")
    asked, requests = connection(Patience(), away, httpx.RemoteProtocolError("cut"), DONE)
    assert asked.ask("GET", "/").json() == {"done": True}
    assert (len(requests), len(slept)) == (3, 2)


def test_a_service_that_stays_away_is_told(slept: list[float]) -> None:
    asked, _ = connection(Patience(retries=1), httpx.ConnectError("refused"), httpx.ConnectError("refused"))
    with pytest.raises(ServiceError, match=r"http://service.* cannot be reached: refused") as caught:
        asked.ask("GET", "/")
    assert (caught.value.status, len(slept)) == (None, 1)


def test_an_answer_that_takes_too_long_is_not_asked_for_again(slept: list[float]) -> None:
    asked, requests = connection(Patience(), httpx.ReadTimeout("slow"))
    with pytest.raises(ServiceError, match="did not answer in time"):
        asked.ask("GET", "/")
    assert (len(requests), slept) == (1, [])


@pytest.mark.parametrize("page", ["<html>", "[1]", "{"])
def test_the_page_of_a_proxy_is_told_by_its_status(page: str) -> None:
    headers = {"Content-Type": "application/problem+json", "X-Request-ID": "r1"}
    asked, _ = connection(Patience(retries=0), httpx.Response(500, text=page, headers=headers))
    with pytest.raises(ServiceError, match="the service answered 500") as caught:
        asked.ask("GET", "/")
    assert (caught.value.kind, caught.value.request_id) == ("", "r1")


def test_an_answer_may_take_as_long_as_its_question(slept: list[float]) -> None:
    asked, requests = connection(Patience(), DONE, DONE)
    asked.ask("GET", "/", seconds=100)
    asked.ask("GET", "/", seconds=1)
    assert [request.extensions["timeout"]["read"] for request in requests] == [100, 5]
    assert slept == []


def test_retry_after_is_seconds_or_a_date() -> None:
    def said(text: str | None) -> float | None:
        return retry_after(httpx.Response(503, headers={} if text is None else {"Retry-After": text}))

    assert [said("7"), said("soon"), said(None), said("-1")] == [7, None, None, None]
    in_a_minute = said(format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True))
    assert in_a_minute is not None
    assert 50 < in_a_minute <= 60
    assert said("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert said("Wed, 21 Oct 2015 07:28:00 -0000") == 0
