"""Pages of other origins: exactly the names that are set, and what they may read."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from api import Settings, create_app
from api.http.origins import EXPOSED, pattern

ORIGINS = ("https://*.cards.example", "https://one.example:8443", "http://[::1]:80")
ASKED = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
LABEL = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?", fullmatch=True)


@pytest.fixture
def client() -> FlaskClient:
    return create_app(Settings(cors_origins=ORIGINS, log_requests=False)).test_client()


@pytest.mark.parametrize(
    "origin",
    [
        "https://a.cards.example",
        "https://a.b.cards.example",
        "https://A.Cards.Example",
        "https://one.example:8443",
        "http://[::1]:80",
    ],
)
def test_an_origin_that_is_let_in(client: FlaskClient, origin: str) -> None:
    answer = client.get("/v1/rules", headers={"Origin": origin})
    assert answer.headers["Access-Control-Allow-Origin"] == origin
    assert "Origin" in answer.headers["Vary"]


@pytest.mark.parametrize(
    "origin",
    [
        "https://acards.example.evil.com",
        "https://cards.example",
        "https://acards.example",
        "https://a.cards.example.evil.com",
        "https://a.cards.example:444",
        "http://a.cards.example",
        "https://a.cardsxexample",
        "https://.cards.example",
        "https://evil.com/.cards.example",
        "https://evil.com?.cards.example",
        "https://a.cards.example\u00a0",
        "https://one.example",
        "https://oneXexample:8443",
        "null",
    ],
)
def test_an_origin_that_is_not(client: FlaskClient, origin: str) -> None:
    answer = client.get("/v1/rules", headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in answer.headers


@given(st.lists(LABEL, min_size=1, max_size=3), st.text(min_size=1, max_size=12), st.text(min_size=1, max_size=12))
def test_a_star_stands_for_names_below_and_nothing_else(labels: list[str], before: str, behind: str) -> None:
    compiled = pattern("https://*.cards.example")
    assert isinstance(compiled, re.Pattern)
    good = f"https://{'.'.join(labels)}.cards.example"
    assert compiled.match(good)
    assert not compiled.match(good + behind)
    assert not compiled.match(before + good)


def test_a_preflight_is_remembered_and_names_what_may_be_sent(client: FlaskClient) -> None:
    answer = client.options("/v1/solve", headers={"Origin": "https://a.cards.example", **ASKED})
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Max-Age"] == "7200"
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert answer.headers["Access-Control-Allow-Headers"] == "content-type"


def test_what_an_answer_tells_a_page_may_be_read(client: FlaskClient) -> None:
    answer = client.get("/v1/rules", headers={"Origin": "https://a.cards.example"})
    exposed = answer.headers["Access-Control-Expose-Headers"].split(", ")
    assert {"Retry-After", "X-Request-ID", "ETag", "Location"} <= set(exposed) == set(EXPOSED)


def test_preflights_spend_no_rate_limit() -> None:
    settings = Settings(cors_origins=ORIGINS, rate_limit="2/hour", log_requests=False)
    client = create_app(settings).test_client()
    origin = {"Origin": "https://a.cards.example"}
    assert {client.options("/v1/rules", headers={**origin, **ASKED}).status_code for _ in range(5)} == {200}
    assert [client.get("/v1/rules", headers=origin).status_code for _ in range(3)] == [200, 200, 429]
    refused = client.get("/v1/rules", headers=origin)
    assert int(refused.headers["Retry-After"]) > 0
    assert refused.headers["Access-Control-Allow-Origin"] == "https://a.cards.example"
    assert client.options("/v1/rules", headers={**origin, **ASKED}).status_code == 200


def test_a_star_alone_lets_all_in() -> None:
    client = create_app(Settings(cors_origins=("*",), log_requests=False)).test_client()
    answer = client.get("/v1/rules", headers={"Origin": "https://anybody.example"})
    assert answer.headers["Access-Control-Allow-Origin"] in ("*", "https://anybody.example")
