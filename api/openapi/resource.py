"""What a resource is made with: a strictly reading blueprint, and the documents of its answers and problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import marshmallow as ma
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask_smorest import Blueprint

from api.examples import load
from api.http import problems
from api.http.body import StrictParser
from api.openapi.answers import (
    NAMES,
    GameAnswerSchema,
    PositionAnswerSchema,
    ProblemSchema,
    ScoreAnswerSchema,
    TableAnswerSchema,
)
from api.openapi.review_shapes import REVIEW_REQUEST, REVIEW_SHAPES, GameReviewAnswerSchema, ReviewAnswerSchema
from api.openapi.shapes import SCORE_SHAPES, SCORED_DEALS, SHAPES, Part, ref

__all__ = ["POSTED", "SOLVED", "answers", "component_name", "either", "finish", "make_blueprint", "register", "takes"]

F = TypeVar("F", bound=Callable[..., Any])
POSTED: Final = ("rate-limit", "not-json", "stalled", "too-large", "not-json-type", "invalid-request")
"""The problems that any body may have."""
SOLVED: Final = (*POSTED, "busy", "limit")
"""And those of a request that needs a solving slot."""


class _Blueprint(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    ARGUMENTS_PARSER = StrictParser()


def make_blueprint(name: str, about: str, prefix: str = "/v1") -> Any:
    """A flask-smorest blueprint that reads strictly."""
    return _Blueprint(name, f"api.{name}", url_prefix=prefix, description=about)


def takes(blueprint: Any, schema: type[ma.Schema], examples: dict[str, Any]) -> Callable[[F], F]:
    """Loads the request's body by ``schema`` as the view's argument."""
    decorate: Callable[[F], F] = blueprint.arguments(schema, examples=examples)
    return decorate


def answers(
    blueprint: Any,
    schema: Any,
    *,
    examples: dict[str, Any] | None = None,
    problem_kinds: Sequence[str] = (),
    content_type: str = "application/json",
    description: str = "The answer",
) -> Callable[[F], F]:
    """Documents a view's answer of status 200 and the problems it may give."""
    shown = {"schema": schema, **({"examples": examples} if examples else {})}
    documents: dict[int, Any] = {200: {"description": description, "content": {content_type: shown}}}
    for kind in (*problem_kinds, "internal"):
        documents[problems.TYPES[kind][0]] = {"$ref": f"#/components/responses/{_response_name(kind)}"}
    decorate: Callable[[F], F] = blueprint.doc(responses=documents)
    return decorate


def either(*schemas: type[ma.Schema]) -> dict[str, Any]:
    """The document of an answer that has one of several forms."""
    return {"anyOf": [ref(component_name(schema)) for schema in schemas]}


def component_name(schema: Any) -> str:
    """A schema class's name in the OpenAPI document."""
    kind = schema if isinstance(schema, type) else type(schema)
    return kind.__name__.removesuffix("Schema")


def _response_name(kind: str) -> str:
    return "".join(word.capitalize() for word in kind.split("-"))


def register(spec: APISpec, plugin: MarshmallowPlugin) -> None:
    """Adds the shapes of a deal's parts and the problem answers to the OpenAPI document."""
    converter = plugin.converter
    assert converter is not None, "the plugin is made with its spec"

    def shape_of_part(_: Any, field: Any, ret: Any, **__: Any) -> dict[str, Any]:  # noqa: ARG001
        return field.shape if isinstance(field, Part) else {}

    converter.add_attribute_function(shape_of_part)  # type: ignore[no-untyped-call]
    for name, shape in {**SHAPES, **SCORE_SHAPES, **REVIEW_SHAPES, **NAMES}.items():
        spec.components.schema(name, shape)
    for answer in (
        TableAnswerSchema,
        PositionAnswerSchema,
        ScoreAnswerSchema,
        GameAnswerSchema,
        ReviewAnswerSchema,
        GameReviewAnswerSchema,
    ):  # named in an anyOf, where the plugin finds none
        spec.components.schema(component_name(answer), schema=answer)
    shown_problems = load("problems")
    for kind, (_, title) in problems.TYPES.items():
        shown = {"schema": ProblemSchema, **({"example": shown_problems[kind]} if kind in shown_problems else {})}
        response = {"description": title, "content": {problems.CONTENT_TYPE: shown}}
        spec.components.response(_response_name(kind), response)


def finish(spec: APISpec) -> None:
    """What marshmallow cannot say of the requests; called when all blueprints are registered."""
    found = spec.components.schemas
    for name in ("SolveRequest", "BidsRequest"):
        found[name]["anyOf"] = [{"required": ["hands"]}, {"required": ["deal"]}]
    found["ScoreRequest"] = {
        "anyOf": [ref("ScoreDeal"), ref("Game"), SCORED_DEALS],
        "description": "A deal; or a game, as an object with deals, or as their list.",
    }
    found["ReviewRequest"] = REVIEW_REQUEST
    found.pop("PaginationMetadata", None)
