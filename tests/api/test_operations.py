"""What every operation of the document has."""

from __future__ import annotations

from typing import Any

import pytest
from bad_deals import GOOD
from flask.testing import FlaskClient

from api import Settings, create_app
from api.openapi.operations import HEADERS, operation_id

METHODS = ("get", "put", "post", "delete", "patch")


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, methods[method])
        for path, methods in document["paths"].items()
        for method in METHODS
        if method in methods
    ]


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("post", "/v1/solve", "postSolve"),
        ("get", "/healthz", "getHealthz"),
        ("get", "/v1/jobs/{id}/results", "getJobsIdResults"),
        ("delete", "/v1/jobs/{id}", "deleteJobsId"),
    ],
)
def test_the_name_of_an_operation(method: str, path: str, name: str) -> None:
    assert operation_id(method, path) == name


def test_every_operation_has_a_name_of_its_own(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(names) == len(set(names)) > 9


def test_every_answer_tells_its_headers(document: dict[str, Any]) -> None:
    assert set(HEADERS) <= set(document["components"]["headers"])
    for _, _, operation in operations(document):
        for status, response in operation["responses"].items():
            told = (
                response
                if "$ref" not in response
                else document["components"]["responses"][response["$ref"].split("/")[-1]]
            )
            assert "X-Request-ID" in told["headers"], status


def test_what_is_told_is_sent(document: dict[str, Any]) -> None:
    client = create_app(Settings(cache_from_ms=0, rate_limit="3/hour", log_requests=False)).test_client()
    client.post("/v1/solve", json=GOOD)
    kept, limited = client.post("/v1/solve", json=GOOD), None
    for _ in range(2):
        limited = client.post("/v1/solve", json=GOOD)
    assert limited is not None
    assert limited.status_code == 429
    told = document["paths"]["/v1/solve"]["post"]["responses"]["200"]["headers"]
    assert set(told) - set(kept.headers.keys()) == {"Vary"}  # too short for gzip
    assert set(document["components"]["responses"]["RateLimit"]["headers"]) <= set(limited.headers.keys())


def test_the_document_is_written_once(client: FlaskClient) -> None:
    assert client.get("/openapi.json").get_data() == client.get("/openapi.json").get_data()
