"""Errors as problems."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from bad_deals import GOOD

from api import Settings, create_app
from api.resources import solve


def test_a_fault_of_the_service_is_a_problem_without_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Any) -> Any:
        raise ZeroDivisionError("secret")

    log = io.StringIO()
    app = create_app(Settings(log_requests=False), log=log)
    monkeypatch.setattr(solve, "answered", fails)
    answer = app.test_client().post("/v1/solve", json=GOOD)
    assert answer.status_code == 500
    assert answer.content_type == "application/problem+json"
    assert "secret" not in answer.get_data(as_text=True)
    logged = json.loads(log.getvalue())
    assert logged["request_id"] == answer.json["request_id"]
    assert "ZeroDivisionError: secret" in logged["exception"]
