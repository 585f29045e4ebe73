"""Bodies that are no JSON, not said to be, too long, or say a thing twice."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

POSTS = ["/v1/solve", "/v1/bids", "/v1/score", "/v1/deals"]


def post(client: FlaskClient, path: str, body: bytes, content_type: str | None = "application/json") -> Any:
    return client.post(path, data=body, content_type=content_type)


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b"", ""),
        (b" \n", ""),
        (b"{", ""),
        (b'{"hands": }', ""),
        (b"{} {}", ""),
        (b'{"a": "\x00"}', ""),
        (b"\xff\xfe{}", ""),
        (b'{"a": 1, "b": 2, "a": 3}', "/a"),
        (b'{"rules": {"max_bid": "n", "max_bid": "n"}}', "/rules/max_bid"),
        (b'{"a": [1, NaN]}', "/a/1"),
        (b'{"a": -Infinity}', "/a"),
        (b'{"a": 1e999}', "/a"),
        (b'{"a": ' + b"9" * 5000 + b"}", "/a"),
        (b"[" * 100_000, ""),
        (b'{"a":' * 50_000, ""),
        (b"[" * 40 + b"]" * 40, ""),
    ],
    ids=str,
)
def test_what_is_no_json(client: FlaskClient, path: str, body: bytes, pointer: str) -> None:
    answer = post(client, path, body)
    assert answer.status_code == 400
    assert answer.content_type == "application/problem+json"
    assert answer.json["type"] == "urn:back-alley:problem:not-json"
    assert [fault["pointer"] for fault in answer.json["errors"]] == [pointer]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("body", [b"3", b'"text"', b"null", b"true"])
def test_what_is_no_object(client: FlaskClient, path: str, body: bytes) -> None:
    answer = post(client, path, body)
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == ""


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "application/xml", None])
def test_what_is_not_said_to_be_json(client: FlaskClient, content_type: str | None) -> None:
    answer = post(client, "/v1/deals", b'{"cards": 1}', content_type)
    assert answer.status_code == 415
    assert answer.content_type == "application/problem+json"
    assert "application/json" in answer.json["detail"]


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "application/deal+json"])
def test_other_names_of_json(client: FlaskClient, content_type: str) -> None:
    assert post(client, "/v1/deals", b'\xef\xbb\xbf{"cards": 1}', content_type).status_code == 200


def test_a_compressed_body_is_not_read(client: FlaskClient) -> None:
    answer = client.post("/v1/deals", json={"cards": 1}, headers={"Content-Encoding": "gzip"})
    assert answer.status_code == 415


def test_two_megabytes(client: FlaskClient) -> None:
    answer = post(client, "/v1/solve", b" " * 2_000_000)
    assert answer.status_code == 413
    assert answer.json["type"] == "urn:back-alley:problem:too-large"


def test_two_megabytes_without_a_length(app: Flask) -> None:
    """As a chunked body reaches the app: a stream that ends by itself."""
    answer = app.test_client().open(
        "/v1/solve",
        method="POST",
        input_stream=io.BytesIO(b" " * 2_000_000),
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"},
    )
    assert answer.status_code == 413
    assert answer.content_type == "application/problem+json"


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [("GET", "/v1/solve", {"POST", "OPTIONS"}), ("DELETE", "/v1/rules", {"GET", "HEAD", "OPTIONS"})],
)
def test_a_method_that_is_not_served(client: FlaskClient, method: str, path: str, allow: set[str]) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == 405
    assert answer.content_type == "application/problem+json"
    assert set(answer.headers["Allow"].split(", ")) == allow


@pytest.mark.parametrize(
    "path", ["/v1", "/v1/solve/", "//v1/rules", "/v1//rules", "/v2/solve", "/docs/assets/../settings.py", "/%00"]
)
def test_a_path_that_is_not_served(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.content_type == "application/problem+json"


def test_head_and_options(client: FlaskClient) -> None:
    assert client.head("/v1/rules").status_code == 200
    answer = client.options("/v1/solve")
    assert answer.status_code == 200
    assert "POST" in answer.headers["Allow"]
