"""Liveness and readiness."""

from __future__ import annotations

from flask.testing import FlaskClient


def test_signs_of_life(client: FlaskClient) -> None:
    assert client.get("/healthz").json == {"status": "ok"}
    assert client.get("/readyz").json == {"status": "ready"}
