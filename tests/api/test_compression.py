"""Answers and assets with gzip."""

from __future__ import annotations

import gzip
import zlib

import flask
import pytest
from bad_deals import GOOD
from flask.testing import FlaskClient

from api import Settings, create_app

LARGE = ["/openapi.json", "/v1/rules", "/docs/assets/swagger-ui/swagger-ui-bundle.js", "/metrics"]
GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize("path", LARGE)
def test_large_answers_are_sent_with_gzip_to_who_takes_it(client: FlaskClient, path: str) -> None:
    with client.get(path) as plain:
        assert "Content-Encoding" not in plain.headers
        assert plain.headers["Vary"] == "Accept-Encoding"
        body = plain.get_data()
    for _ in range(2):  # the second one packed before
        with client.get(path, headers=GZIP) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Vary"] == "Accept-Encoding"
            packed = answer.get_data()
            assert int(answer.headers["Content-Length"]) == len(packed) < len(body) / 2
            assert gzip.decompress(packed) == body or path == "/metrics"
            if path != "/metrics":
                assert answer.headers["ETag"] == plain.headers["ETag"][:-1] + '-gzip"'


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "identity", "identity, gzip;q=0.5", "*;q=0"])
def test_who_does_not_take_gzip_gets_none(client: FlaskClient, accepted: str) -> None:
    answer = client.get("/openapi.json", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.is_json


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip;q=0.8", "*", "gzip, identity;q=0.5", "identity;q=0.5, gzip"])
def test_who_takes_it_gets_it(client: FlaskClient, accepted: str) -> None:
    answer = client.get("/openapi.json", headers={"Accept-Encoding": accepted})
    assert answer.headers["Content-Encoding"] == "gzip"


def test_packed_and_plain_have_their_own_tags(client: FlaskClient) -> None:
    plain = client.get("/openapi.json").headers["ETag"]
    packed = client.get("/openapi.json", headers=GZIP).headers["ETag"]
    assert client.get("/openapi.json", headers={**GZIP, "If-None-Match": packed}).status_code == 304
    assert client.get("/openapi.json", headers={**GZIP, "If-None-Match": plain}).status_code == 304
    assert client.get("/openapi.json", headers={"If-None-Match": packed}).status_code == 200
    with client.get("/docs/assets/swagger-ui/swagger-ui.css", headers=GZIP) as asset:
        tag = asset.headers["ETag"]
    with client.get("/docs/assets/swagger-ui/swagger-ui.css", headers={**GZIP, "If-None-Match": tag}) as again:
        assert again.status_code == 304


def test_small_answers_and_errors_stay_as_they_are(client: FlaskClient) -> None:
    for answer in (client.post("/v1/solve", json=GOOD, headers=GZIP), client.get("/none", headers=GZIP)):
        assert "Content-Encoding" not in answer.headers
        assert "Vary" not in answer.headers


def test_an_answer_is_packed_and_a_stream_is_not() -> None:
    app = create_app(Settings(log_requests=False, compress_from=10, cache_from_ms=0))

    @app.get("/stream")
    def stream() -> flask.Response:
        return flask.Response((b"x" * 1000 for _ in range(3)), mimetype="text/plain")

    client = app.test_client()
    answers = [client.post("/v1/solve", json=GOOD, headers=GZIP) for _ in range(2)]
    assert answers[0].get_data() == answers[1].get_data()
    assert b"tricks" in zlib.decompress(answers[0].get_data(), 31)
    assert client.get("/stream", headers=GZIP).get_data() == b"x" * 3000


def test_it_can_be_turned_off() -> None:
    client = create_app(Settings(log_requests=False, compress_from=0)).test_client()
    answer = client.get("/openapi.json", headers=GZIP)
    assert not {"Content-Encoding", "Vary"} & set(answer.headers.keys())
