"""The OpenAPI document, and the service held against it."""

from __future__ import annotations

import atexit
import tempfile
from typing import Any

import schemathesis
from document_checks import CONFIG, keeps_to
from hypothesis import HealthCheck, settings

from api import Settings, create_app

POSTS = ("solve", "bids", "review", "score", "deals")


def test_the_document_says_what_it_is(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    served = {
        "/v1/solve",
        "/v1/bids",
        "/v1/review",
        "/v1/score",
        "/v1/deals",
        "/v1/jobs",
        "/v1/jobs/{job}",
        "/v1/jobs/{job}/results",
        "/v1/rules",
        "/healthz",
        "/readyz",
        "/metrics",
    }
    assert served <= set(document["paths"])


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    def references(node: Any) -> list[str]:
        if isinstance(node, dict):
            own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
            return own + [found for value in node.values() for found in references(value)]
        return [found for value in node for found in references(value)] if isinstance(node, list) else []

    found = set(references(document))
    assert found
    for reference in found:
        node = document
        for step in reference.removeprefix("#/").split("/"):
            node = node[step]


def test_every_post_documents_every_status_it_can_have(document: dict[str, Any]) -> None:
    for resource in POSTS:
        statuses = set(document["paths"][f"/v1/{resource}"]["post"]["responses"])
        assert {"200", "400", "408", "413", "415", "422", "429", "500"} <= statuses
        assert ({"503", "504"} <= statuses) == (resource in ("solve", "bids", "review"))


FOLDER = tempfile.TemporaryDirectory()
atexit.register(FOLDER.cleanup)
# A time limit of its own: what is made up may be hard to solve, and 504 is an answer too.
# Nothing packed: schemathesis asks a WSGI application for gzip and does not unpack it.
SETTINGS = Settings(time_limit=0.5, log_requests=False, compress_from=0, jobs=f"{FOLDER.name}/jobs.sqlite")
schema = schemathesis.openapi.from_wsgi("/openapi.json", create_app(SETTINGS), config=CONFIG)


@schema.parametrize()
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_the_service_keeps_to_its_document(case: schemathesis.Case) -> None:
    keeps_to(case, case.call())
