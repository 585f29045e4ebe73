"""Request ids, and one line of JSON for each request."""

from __future__ import annotations

import io
import json

import pytest
from bad_deals import GOOD
from flask.testing import FlaskClient

from api import Settings, create_app


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
