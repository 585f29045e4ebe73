"""Liveness, readiness, figures, request ids, the log, and what happens when all solving slots are taken."""

from __future__ import annotations

import io
import json
import threading
from typing import Any

import pytest
from bad_deals import GOOD
from flask import Flask
from flask.testing import FlaskClient
from hard_deals import hardest

from api import Settings, create_app
from api.resources import solve
from api.server.slots import BusyError, Slots
from api.service import Service


def test_signs_of_life(client: FlaskClient) -> None:
    assert client.get("/healthz").json == {"status": "ok"}
    assert client.get("/readyz").json == {"status": "ready"}


def test_figures(client: FlaskClient) -> None:
    def count(text: str, name: str) -> float:
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))

    solved = 'backalley_requests_total{method="POST",route="/v1/solve",status="200"}'
    before = client.get("/metrics").get_data(as_text=True)
    nodes = client.post("/v1/solve", json=GOOD).json["nodes"]
    answer = client.get("/metrics")
    after = answer.get_data(as_text=True)
    assert answer.content_type.startswith("text/plain")
    assert count(after, solved) == count(before, solved) + 1
    searched = "backalley_search_nodes_total"
    assert count(after, searched) == count(before, searched) + nodes


@pytest.mark.parametrize("given", ["abc-1.2_3", "7" * 64])
def test_a_request_keeps_its_id(client: FlaskClient, given: str) -> None:
    answer = client.get("/nowhere", headers={"X-Request-ID": given})
    assert answer.headers["X-Request-ID"] == given
    assert answer.json["request_id"] == given


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, '"}{'])
def test_an_id_that_would_spoil_the_log_is_replaced(client: FlaskClient, given: str) -> None:
    first, second = (client.get("/healthz", headers={"X-Request-ID": given}) for _ in range(2))
    assert first.headers["X-Request-ID"] not in ("", given)
    assert first.headers["X-Request-ID"] != second.headers["X-Request-ID"]


def test_a_line_of_json_for_each_request() -> None:
    log = io.StringIO()
    client = create_app(Settings(), log=log).test_client()
    client.post("/v1/solve", json=GOOD, headers={"X-Request-ID": "first"})
    client.get("/nowhere")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(line["method"], line["path"], line["status"]) for line in lines] == [
        ("POST", "/v1/solve", 200),
        ("GET", "/nowhere", 404),
    ]
    assert lines[0]["request_id"] == "first"
    assert lines[0]["nodes"] > 0
    assert "nodes" not in lines[1]


def test_a_fault_of_the_service_is_a_problem_without_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Any) -> Any:
        raise ZeroDivisionError("secret")

    log = io.StringIO()
    app = create_app(Settings(log_requests=False), log=log)
    monkeypatch.setattr(solve, "service", lambda: type("Broken", (), {"work": fails}))
    answer = app.test_client().post("/v1/solve", json=GOOD)
    assert answer.status_code == 500
    assert answer.content_type == "application/problem+json"
    assert "secret" not in answer.get_data(as_text=True)
    logged = json.loads(log.getvalue())
    assert logged["request_id"] == answer.json["request_id"]
    assert "ZeroDivisionError: secret" in logged["exception"]


def test_without_a_slot_solving_waits_and_health_does_not() -> None:
    app = create_app(Settings(slots=1, queue=0, log_requests=False))
    shared: Service = app.extensions["back-alley"]
    with shared.slots.hold(1.0):
        answer = app.test_client().post("/v1/solve", json=GOOD)
        assert answer.status_code == 503
        assert answer.content_type == "application/problem+json"
        assert answer.json["type"] == "urn:back-alley:problem:busy"
        assert answer.headers["Retry-After"] == "1"
        assert app.test_client().get("/healthz").status_code == 200
        assert app.test_client().get("/readyz").status_code == 200
        assert app.test_client().post("/v1/deals", json={"cards": 1}).status_code == 200
    assert app.test_client().post("/v1/solve", json=GOOD).status_code == 200


def test_waiting_for_a_slot_is_part_of_the_time_limit() -> None:
    app = create_app(Settings(slots=1, queue=1, log_requests=False))
    shared: Service = app.extensions["back-alley"]
    with shared.slots.hold(1.0):
        answer = app.test_client().post("/v1/solve", json={**GOOD, "time_limit": 0.05})
    assert answer.status_code == 503
    assert "0.05 s" in answer.json["detail"]


def test_the_service_s_time_limit_holds_where_the_request_asks_for_more() -> None:
    app = create_app(Settings(time_limit=0.001, log_requests=False))
    answer = app.test_client().post("/v1/solve", json={**hardest().to_dict(), "time_limit": 60})
    assert answer.status_code == 504
    assert answer.json["type"] == "urn:back-alley:problem:limit"


def test_slots_are_never_more_than_their_number() -> None:
    slots = Slots(2, 100)
    most = 0
    seen = threading.Lock()

    def work() -> None:
        nonlocal most
        for _ in range(50):
            with slots.hold(10.0) as left:
                assert 0 < left <= 10.0
                with seen:
                    most = max(most, slots.held)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most <= 2
    assert (slots.held, slots.waiting) == (0, 0)


def test_a_full_queue_turns_away_at_once() -> None:
    slots = Slots(1, 1)
    turned_away: list[BusyError] = []

    def wait() -> None:
        with slots.hold(10.0):
            pass

    with slots.hold(1.0):
        waiting = threading.Thread(target=wait)
        waiting.start()
        while not slots.waiting:
            pass
        try:
            with slots.hold(10.0):
                pass
        except BusyError as error:
            turned_away.append(error)
    waiting.join()
    assert len(turned_away) == 1


def test_cors_and_rate_limit_are_off_by_default(client: FlaskClient) -> None:
    answers = [client.get("/v1/rules", headers={"Origin": "https://example.org"}) for _ in range(3)]
    assert all(answer.status_code == 200 for answer in answers)
    assert not any("Access-Control-Allow-Origin" in answer.headers for answer in answers)
    assert not any("X-RateLimit-Limit" in answer.headers for answer in answers)


def test_cors_for_the_origins_that_are_set() -> None:
    client = create_app(Settings(cors_origins=("https://example.org",), log_requests=False)).test_client()
    allowed = client.get("/v1/rules", headers={"Origin": "https://example.org"})
    other = client.get("/v1/rules", headers={"Origin": "https://example.com"})
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://example.org"
    assert "Access-Control-Allow-Origin" not in other.headers


def test_a_rate_limit_for_v1_alone() -> None:
    client = create_app(Settings(rate_limit="2/hour", log_requests=False)).test_client()
    assert [client.get("/v1/rules").status_code for _ in range(3)] == [200, 200, 429]
    answer = client.get("/v1/rules")
    assert answer.content_type == "application/problem+json"
    assert answer.json["type"] == "urn:back-alley:problem:rate-limit"
    assert int(answer.headers["Retry-After"]) > 0
    assert client.get("/healthz").status_code == 200


def test_two_apps_share_nothing(app: Flask) -> None:
    other = create_app(Settings(log_requests=False))
    assert other.extensions["back-alley"].slots is not app.extensions["back-alley"].slots
    other.test_client().get("/v1/rules")
    text = other.test_client().get("/metrics").get_data(as_text=True)
    assert 'backalley_requests_total{method="GET",route="/v1/rules",status="200"} 1.0' in text
