"""Every JSON answer of the service held against the schemas of its route, while tests ask whatever they ask."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import flask

from api.http.problems import CONTENT_TYPE, Problem
from api.openapi.from_dataclass import schema_of
from solver.answer import Answer


def answer_kinds(app: flask.Flask, endpoint: str, method: str) -> Sequence[type[Answer]]:
    """What the route answers with, as its module says; nothing for a text or a page."""
    view: Any = app.view_functions[endpoint]
    return getattr(getattr(getattr(view, "view_class", None), method.lower(), None), "answer_kinds", ())


def refusals(kinds: Sequence[type[Answer]], answer: object) -> list[str]:
    """Why the answer is of none of these kinds; empty where it is of one."""
    refused = []
    for kind in kinds:
        faults = schema_of(kind)().validate(answer) if isinstance(answer, dict) else {"": "no object"}
        if not faults:
            return []
        refused.append(f"{kind.__name__}: {faults}")
    return refused


def _json(response: flask.Response) -> object:
    packed = response.headers.get("Content-Encoding") == "gzip"
    return json.loads(gzip.decompress(response.get_data()) if packed else response.get_data())


@contextmanager
def all_answers_checked() -> Iterator[None]:
    """Refuses, at its end, every answer of any app that its route's schemas do not allow."""
    refused: list[str] = []

    def check(app: flask.Flask, response: flask.Response, **_: Any) -> None:
        request = flask.request
        if response.content_type == CONTENT_TYPE:
            kinds: Sequence[type[Answer]] = (Problem,)
        elif response.status_code == 200 and request.endpoint and response.is_json:
            kinds = answer_kinds(app, request.endpoint, request.method)
        else:
            return
        if request.method != "HEAD":
            refused.extend(f"{request.method} {request.path}: {why}" for why in refusals(kinds, _json(response)))

    with flask.request_finished.connected_to(check):
        yield
    assert not refused, "\n".join(refused[:3])
