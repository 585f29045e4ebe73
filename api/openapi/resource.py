"""What a resource is made with: it says what it takes and what it answers, and reads and documents by that."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import flask
from flask_smorest import Blueprint

from api.examples import examples
from api.http import problems
from api.http.body import read_json
from solver.answer import Answer
from solver.errors import BackAlleyError, Fault, json_pointer
from solver.forms import Form

__all__ = ["POSTED", "SOLVED", "Request", "Resource", "component_ref", "located", "response_name"]

F = TypeVar("F", bound=Callable[..., Any])
POSTED: Final = ("rate-limit", "not-json", "stalled", "too-large", "not-json-type", "invalid-request", "busy")
"""The problems that any body may have."""
SOLVED: Final = (*POSTED, "limit")
"""And those of a request that needs a solving slot."""
_NAMED: Final = "#/$defs/"
_COMPONENT: Final = "#/components/schemas/"


def component_ref(name: str) -> Form:
    """A reference to a component of the document."""
    return {"$ref": _COMPONENT + name}


def located(form: Any) -> Any:
    """A form of the engine with the named ones where the document has them."""
    if isinstance(form, Mapping):
        return {
            name: _COMPONENT + inner.removeprefix(_NAMED) if name == "$ref" else located(inner)
            for name, inner in form.items()
        }
    return [located(inner) for inner in form] if isinstance(form, (list, tuple)) else form


def response_name(kind: str) -> str:
    """The name of a problem's answer among the document's components."""
    return "".join(word.capitalize() for word in kind.split("-"))


@dataclass(frozen=True, slots=True)
class Request:
    """What a resource is asked: a name and a form for the document, and how the engine reads it.

    ``named`` are the forms that only this one refers to.
    """

    name: str
    form: Form
    read: Callable[[Any], Any]
    named: Mapping[str, Form] = field(default_factory=dict)

    def asked(self, data: Any) -> Any:
        """What the engine read; ProblemError with every fault, those of unknown fields first."""
        faults: list[Fault] = []
        fields = self.form.get("properties")
        if fields is not None and isinstance(data, Mapping):
            unknown = [name for name in data if name not in fields]
            faults = [Fault(json_pointer(name), "is no field of this request") for name in unknown]
            data = {name: value for name, value in data.items() if name in fields}
        elif fields is not None:
            raise problems.invalid([Fault("", "expected an object")])
        try:
            task = self.read(data)
        except BackAlleyError as error:
            raise problems.invalid([*faults, *error.faults]) from None
        if faults:
            raise problems.invalid(faults)
        return task


class Resource(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """A blueprint that gathers the forms and answers of its routes for the document."""

    def __init__(self, name: str, about: str, prefix: str = "/v1") -> None:
        super().__init__(name, f"api.{name}", url_prefix=prefix, description=about)
        self.forms: dict[str, Form] = {}
        self.answered: list[type[Answer]] = []

    def takes(self, request: Request) -> Callable[[F], F]:
        """Reads the body as ``request`` says, and gives what was asked to the view."""
        self.forms |= {**request.named, request.name: request.form}
        shown = {"schema": component_ref(request.name), "examples": examples(self.name, "request")}
        document = self.doc(requestBody={"required": True, "content": {"application/json": shown}})

        def decorate(view: F) -> F:
            @functools.wraps(view)
            def read(*given: Any, **named: Any) -> Any:
                return view(*given, request.asked(read_json(flask.request)), **named)

            documented: F = document(read)
            return documented

        return decorate

    def answers(
        self, *kinds: type[Answer], problem_kinds: Sequence[str] = (), shown: Mapping[str, Any] | None = None
    ) -> Callable[[F], F]:
        """Documents a view's answer of status 200, one of ``kinds``, and the problems it may give.

        ``shown`` are its examples where api/examples has none.
        """
        self.answered += kinds
        refs = [component_ref(kind.__name__) for kind in kinds]
        content: dict[str, Any] = {"schema": refs[0] if len(refs) == 1 else {"anyOf": refs}}
        if given := shown or examples(self.name, "response"):
            content["examples"] = given
        return self._documents("The answer", {"application/json": content}, problem_kinds, kinds)

    def answers_text(self, content_type: str, about: str) -> Callable[[F], F]:
        """Documents a view's answer that is a plain text."""
        return self._documents(about, {content_type: {"schema": {"type": "string"}}}, (), ())

    def _documents(
        self, about: str, content: dict[str, Any], problem_kinds: Sequence[str], kinds: Sequence[type[Answer]]
    ) -> Callable[[F], F]:
        responses: dict[int, Any] = {200: {"description": about, "content": content}}
        for kind in (*problem_kinds, "internal"):
            responses[problems.TYPES[kind][0]] = {"$ref": f"#/components/responses/{response_name(kind)}"}
        document = self.doc(responses=responses)

        def decorate(view: F) -> F:
            documented: F = document(view)
            documented.answer_kinds = tuple(kinds)  # type: ignore[attr-defined]  # what tests validate answers by
            return documented

        return decorate
