"""The OpenAPI document: what every resource refers to, and what each brings of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from apispec import APISpec

from api.examples import load
from api.http import problems
from api.openapi.from_dataclass import VALUE_FORMS, components
from api.openapi.operations import PROBLEM_HEADERS, describe_headers, header_refs
from api.openapi.resource import Resource, component_ref, located, response_name
from solver.formats.deal_forms import NAMED_FORMS

__all__ = ["ABOUT", "describe"]

ABOUT: Final = """Exact double-dummy tricks and best bids for the card game Back Alley, with its house rules.

A deal's fields stand at the top of each request. Cards are written `AS`, `TD`, `2C`, `BB`, `LB`; `SA`, `10D`,
lower case and suit symbols are read as well. Every error is `application/problem+json` (RFC 9457) whose
`errors` point to each fault. An answer is exact or it is an error: never a guess."""
"""What the document says of the service."""


def describe(spec: APISpec, resources: Iterable[Resource], *, keys: bool = False) -> None:
    """Adds the components that the resources refer to; called before they are registered."""
    describe_headers(spec, keys)
    shown = list(resources)
    forms = {**NAMED_FORMS, **VALUE_FORMS}
    for resource in shown:
        forms |= resource.forms
    forms |= components(problems.Problem, *(answer for resource in shown for answer in resource.answered))
    spec.components.schemas.pop("PaginationMetadata", None)  # flask-smorest's, of which nothing here tells
    for name, form in forms.items():
        spec.components.schema(name, located(form))
    examples = load("problems")
    for kind, (_, title) in problems.TYPES.items():
        content: dict[str, Any] = {"schema": component_ref("Problem")}
        if kind in examples:
            content["example"] = examples[kind]
        headers = header_refs(("X-Request-ID", *PROBLEM_HEADERS.get(kind, ())))
        described = {"description": title, "headers": headers, "content": {problems.CONTENT_TYPE: content}}
        spec.components.response(response_name(kind), described)
