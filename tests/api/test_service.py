"""Solving slots and time limits as requests meet them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from bad_deals import GOOD
from hard_deals import hard_deals, hardest

from api import Settings, create_app
from api.service import QUICK_NODES, VISIT, Service, Visit
from api.slots import Running
from solver.dealing import deals


@contextmanager
def all_held(shared: Service) -> Iterator[None]:
    with ExitStack() as held:
        for lane in (shared.slots.whole, shared.slots.quick):
            for number in range(lane.count):
                held.enter_context(lane.hold(f"other {number}", 1.0, Running()))
        yield


def test_without_a_slot_solving_waits_and_health_does_not() -> None:
    app = create_app(Settings(slots=1, queue=0, log_requests=False))
    shared: Service = app.extensions["back-alley"]
    with all_held(shared):
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
    with all_held(app.extensions["back-alley"]):
        began = time.monotonic()
        answer = app.test_client().post("/v1/solve", json={**GOOD, "time_limit": 0.05})
        assert answer.status_code == 503
        assert time.monotonic() - began >= 0.05
        assert "time limit" in answer.json["detail"]


def test_time_before_the_application_was_asked_is_part_of_the_time_limit() -> None:
    app = create_app(Settings(log_requests=False))
    late = {VISIT: Visit(arrived=time.monotonic() - 1)}
    answer = app.test_client().post("/v1/solve", json={**GOOD, "time_limit": 0.5}, environ_overrides=late)
    assert answer.status_code == 503
    assert "0.5 s" in answer.json["detail"]


def test_the_service_s_time_limit_holds_where_the_request_asks_for_more() -> None:
    app = create_app(Settings(time_limit=0.001, log_requests=False))
    answer = app.test_client().post("/v1/solve", json={**hardest().to_dict(), "time_limit": 60})
    assert answer.status_code == 504
    assert answer.json["type"] == "urn:back-alley:problem:limit"


def asked() -> list[tuple[str, dict[str, Any]]]:
    """Questions of all sizes: those of a quick try, and those that are more."""
    sizes = [(path, deal.to_dict()) for path in ("solve", "bids") for size in (3, 13) for deal in deals(size, 2, path)]
    return [*sizes, ("solve", hard_deals()[2].to_dict()), ("solve", {**GOOD, "node_limit": 3})]


def test_answers_and_their_nodes_are_the_same_when_others_have_the_slots() -> None:
    app = create_app(Settings(slots=1, time_limit=60, log_requests=False))
    shared: Service = app.extensions["back-alley"]
    alone = [app.test_client().post(f"/v1/{path}", json=data) for path, data in asked()]
    assert any(answer.json.get("nodes", 0) > QUICK_NODES for answer in alone)
    beside: list[Any] = []
    for path, data in asked():
        with ExitStack() as held:
            held.enter_context(shared.slots.whole.hold("other", 1.0, Running()))
            asking = threading.Thread(
                target=lambda path=path, data=data: beside.append(app.test_client().post(f"/v1/{path}", json=data))
            )
            asking.start()
            while asking.is_alive() and not shared.slots.whole.waiting:
                asking.join(0.001)
        asking.join()
    told = [[{**answer.json, "request_id": "", "ms": 0} for answer in answers] for answers in (alone, beside)]
    assert told[0] == told[1]
    assert [answer.status_code for answer in alone] == [answer.status_code for answer in beside]


def test_a_service_that_stops_says_so() -> None:
    app = create_app(Settings(log_requests=False))
    shared: Service = app.extensions["back-alley"]
    shared.leaving.set()
    assert app.test_client().get("/readyz").status_code == 503
    assert app.test_client().get("/healthz").status_code == 200
    assert app.test_client().post("/v1/solve", json=GOOD).status_code == 200
    shared.running.set()
    answer = app.test_client().post("/v1/solve", json=hardest().to_dict())
    assert answer.status_code == 503
    assert "stopping" in answer.json["detail"]


@pytest.mark.parametrize(("proxies", "client"), [(0, "127.0.0.1"), (1, "10.0.0.2")])
def test_the_client_is_who_the_trusted_proxy_says(proxies: int, client: str) -> None:
    app = create_app(Settings(proxies=proxies, log_requests=False))
    seen = []

    @app.get("/who")
    def who() -> dict[str, str]:
        seen.append(app.extensions["back-alley"].client())
        return {}

    app.test_client().get("/who", headers={"X-Forwarded-For": "10.0.0.1, 10.0.0.2"})
    assert seen == [client]
