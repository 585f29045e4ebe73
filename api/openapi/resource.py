"""What a resource is made with: it says what it takes and what it answers, and reads and documents by that."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import flask
from flask_smorest import Blueprint
from werkzeug.exceptions import HTTPException

from api.examples import examples
from api.http import problems
from api.http.body import read_json
from solver.answer import Answer
from solver.errors import BackAlleyError, Fault, json_pointer
from solver.formats.deal_json import kind_of
from solver.forms import Form

__all__ = [
    "LINES",
    "POSTED",
    "SOLVED",
    "Request",
    "Resource",
    "component_ref",
    "located",
    "longest_body",
    "response_name",
]

F = TypeVar("F", bound=Callable[..., Any])
POSTED: Final = ("rate-limit", "not-json", "stalled", "too-large", "not-json-type", "invalid-request", "busy")
"""The problems that any body may have."""
SOLVED: Final = (*POSTED, "limit")
"""And those of a request that needs a solving slot."""
LINES: Final = "application/x-ndjson"
"""The media type of JSON lines."""
_LONGEST: Final = "longest_body"
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


def longest_body(app: flask.Flask, method: str, path: str) -> str | None:
    """The setting that bounds the body of this request, where its resource takes longer ones than others do."""
    try:
        endpoint, _ = app.url_map.bind("").match(path, method)
    except HTTPException:
        return None
    view = getattr(app.view_functions[endpoint], "view_class", None)
    name: str | None = getattr(getattr(view, method.lower(), None), _LONGEST, None)
    return name


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
            many = ": one request asks of one deal, POST /v1/jobs of many" if isinstance(data, list) else ""
            raise problems.invalid([Fault("", f"expected an object, not {kind_of(data)}{many}")])
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

    def takes_lines(self, about: str, longest: str) -> Callable[[F], F]:
        """Documents a body of JSON lines, which the view reads piece by piece.

        The setting ``longest`` bounds it in place of ``max_body``; the server keeps it on disk until it is whole.
        """
        # No type: whatever stands there is lines, of which each is a record, if a wrong one.
        shown = {"schema": {"description": about}, "examples": examples(self.name, "request")}
        document = self.doc(requestBody={"required": True, "content": {LINES: shown}})

        def decorate(view: F) -> F:
            documented: F = document(view)
            setattr(documented, _LONGEST, longest)
            return documented

        return decorate

    def asks(self, **parameters: Mapping[str, Any]) -> Callable[[F], F]:
        """Documents parameters by name: what OpenAPI says of each, ``in`` the query unless it says otherwise."""
        told = [{"in": "query", **parameter, "name": name} for name, parameter in parameters.items()]
        documented: Callable[[F], F] = self.doc(parameters=told)
        return documented

    def answers(
        self,
        *kinds: type[Answer],
        problem_kinds: Sequence[str] = (),
        shown: Mapping[str, Any] | None = None,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> Callable[[F], F]:
        """Documents a view's answer of ``status``, one of ``kinds``, and the problems it may give.

        ``shown`` are its examples where api/examples has none; ``headers`` says what each of its own tells.
        """
        self.answered += kinds
        refs = [component_ref(kind.__name__) for kind in kinds]
        content: dict[str, Any] = {"schema": refs[0] if len(refs) == 1 else {"anyOf": refs}}
        if given := shown or examples(self.name, "response"):
            content["examples"] = given
        answer = {"description": "The answer", "content": {"application/json": content}, **_headers(headers)}
        return self._documents(status, answer, problem_kinds, kinds)

    def answers_text(self, content_type: str, about: str) -> Callable[[F], F]:
        """Documents a view's answer that is a plain text."""
        answer = {"description": about, "content": {content_type: {"schema": {"type": "string"}}}}
        return self._documents(200, answer, (), ())

    def answers_lines(
        self,
        *kinds: type[Answer],
        about: str,
        problem_kinds: Sequence[str] = (),
        shown: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Callable[[F], F]:
        """Documents a view's answer of JSON lines, each one of ``kinds``."""
        self.answered += kinds
        line = {"anyOf": [component_ref(kind.__name__) for kind in kinds]}
        content = {"schema": {"type": "string"}, "x-item-schema": line, "examples": dict(shown or {})}
        return self._documents(
            200, {"description": about, "content": {LINES: content}, **_headers(headers)}, problem_kinds, ()
        )

    def _documents(
        self, status: int, answer: Mapping[str, Any], problem_kinds: Sequence[str], kinds: Sequence[type[Answer]]
    ) -> Callable[[F], F]:
        by_status: dict[int, list[str]] = {}
        for kind in (*problem_kinds, "internal"):
            by_status.setdefault(problems.TYPES[kind][0], []).append(kind)
        responses: dict[int, Any] = {status: answer} | {each: _problem(told) for each, told in by_status.items()}
        document = self.doc(responses=responses)

        def decorate(view: F) -> F:
            documented: F = document(view)
            documented.answer_kinds = tuple(kinds)  # type: ignore[attr-defined]  # what tests validate answers by
            return documented

        return decorate


def _headers(told: Mapping[str, str] | None) -> dict[str, Any]:
    if not told:
        return {}
    return {"headers": {name: {"description": about, "schema": {"type": "string"}} for name, about in told.items()}}


def _problem(kinds: Sequence[str]) -> dict[str, Any]:
    """The answer of a status that one problem has, or several."""
    if len(kinds) == 1:
        return {"$ref": f"#/components/responses/{response_name(kinds[0])}"}
    content = {problems.CONTENT_TYPE: {"schema": component_ref("Problem")}}
    return {"description": "; or: ".join(problems.TYPES[kind][1] for kind in kinds), "content": content}
