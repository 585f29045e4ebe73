"""The examples of the document, each asked for again."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest
from flask.testing import FlaskClient

from api.examples import load
from api.http.problems import TYPES

POSTS = ("solve", "bids", "review", "score", "deals")


def follows(document: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    jsonschema_rs.Draft202012Validator({**schema, "components": document["components"]}).validate(value)


def shown() -> list[tuple[str, str]]:
    return [(resource, name) for resource in POSTS for name in load(resource)]


@pytest.mark.parametrize(("resource", "name"), shown())
def test_an_example_is_answered_as_shown(
    client: FlaskClient, document: dict[str, Any], resource: str, name: str
) -> None:
    example = load(resource)[name]
    answer = client.post(f"/v1/{resource}", json=example["request"])
    assert answer.status_code == 200
    timeless = {"ms": 0}
    assert {**answer.json, **timeless} == {**example["response"], **timeless}, "run scripts/generate/update_examples.py"
    operation = document["paths"][f"/v1/{resource}"]["post"]
    said = operation["requestBody"]["content"]["application/json"]
    assert said["examples"][name]["value"] == example["request"]
    follows(document, said["schema"], example["request"])
    told = operation["responses"]["200"]["content"]["application/json"]
    assert told["examples"][name]["value"] == example["response"]
    follows(document, told["schema"], example["response"])


def test_every_problem_has_its_status(document: dict[str, Any]) -> None:
    problems = load("problems")
    for kind, problem in problems.items():
        assert problem["status"] == TYPES[kind][0]
        assert problem["title"] == TYPES[kind][1]
        follows(document, {"$ref": "#/components/schemas/Problem"}, problem)
