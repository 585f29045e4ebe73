"""Headers of all answers, and answers that the asker has already."""

from __future__ import annotations

import pytest
from bad_deals import GOOD
from flask.testing import FlaskClient

from api import Settings, create_app
from api.http.headers import SECURITY

EVERYTHING = ["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/docs/assets/docs.js", "/v1/rules", "/none"]


@pytest.mark.parametrize("path", EVERYTHING)
def test_every_answer_tells_a_browser_what_it_may_do(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        assert set(SECURITY) <= set(answer.headers.keys())
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert "Strict-Transport-Security" not in answer.headers
        assert len(answer.headers.getlist("Content-Security-Policy")) == 1


def test_errors_and_answers_too(client: FlaskClient) -> None:
    for asked in (GOOD, {}):
        answer = client.post("/v1/solve", json=asked)
        assert set(SECURITY) <= set(answer.headers.keys())
        assert answer.headers["Cache-Control"] == "no-store"


def test_behind_https_it_stays_https() -> None:
    client = create_app(Settings(proxies=1, log_requests=False)).test_client()
    answer = client.get("/healthz", headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"})
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


@pytest.mark.parametrize("path", ["/openapi.json", "/v1/rules"])
def test_a_document_that_the_asker_has_is_not_sent_again(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    assert first.headers["Cache-Control"] == "no-cache"
    tag = first.headers["ETag"]
    assert not tag.startswith("W/")
    for same in (tag, f'"other", {tag}', "*"):
        again = client.get(path, headers={"If-None-Match": same})
        assert (again.status_code, again.get_data()) == (304, b"")
        assert again.headers["ETag"] == tag
    assert client.get(path, headers={"If-None-Match": '"other"'}).get_data() == first.get_data()
    assert client.head(path).headers["ETag"] == tag


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/none"])
def test_what_is_of_the_moment_is_not_kept(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["Cache-Control"] == "no-store"
    assert "ETag" not in answer.headers
