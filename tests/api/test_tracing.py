"""Traces that requests belong to."""

from __future__ import annotations

import io
import json

import pytest

from api import Settings, create_app
from api.http.tracing import trace_of

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


@pytest.mark.parametrize(
    "header", [f"00-{TRACE}-{PARENT}-01", f"cc-{TRACE}-{PARENT}-00-more", f" 00-{TRACE}-{PARENT}-00 "]
)
def test_a_trace_is_told_in_the_log(header: str) -> None:
    log = io.StringIO()
    client = create_app(Settings(), log=log).test_client()
    client.get("/healthz", headers={"traceparent": header})
    line = json.loads(log.getvalue())
    assert (line["trace_id"], line["parent_id"]) == (TRACE, PARENT)
    client.get("/healthz")
    assert "trace_id" not in json.loads(log.getvalue().splitlines()[1])


@pytest.mark.parametrize(
    "header",
    [
        "",
        "nonsense",
        f"ff-{TRACE}-{PARENT}-01",
        f"00-{TRACE}-{PARENT}-01-more",
        f"00-{'0' * 32}-{PARENT}-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"00-{TRACE.upper()}-{PARENT}-01",
        f"00-{TRACE}-{PARENT}",
    ],
)
def test_what_is_no_trace_is_left_out(header: str) -> None:
    assert trace_of(header) == {}
