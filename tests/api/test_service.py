"""Solving slots and time limits as requests meet them."""

from __future__ import annotations

from bad_deals import GOOD
from hard_deals import hardest

from api import Settings, create_app
from api.service import Service


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
