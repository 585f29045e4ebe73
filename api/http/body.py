"""Reads a request's JSON body strictly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import flask
from werkzeug.exceptions import ClientDisconnected

from api.http.problems import ProblemError
from solver.errors import Fault
from solver.formats.strict_json import loads

__all__ = ["check_coding", "pieces", "read_json"]

_PIECE = 1 << 16


def read_json(request: flask.Request) -> Any:
    """The body as JSON; ProblemError or RequestEntityTooLarge where there is none, JsonError where it is no JSON."""
    return loads(_body(request))


def _body(request: flask.Request) -> bytes:
    """The whole body; ProblemError or RequestEntityTooLarge where it is not sent as JSON or too long."""
    if request.content_type and not request.is_json:
        raise _not_json_type(request.mimetype)
    check_coding(request)
    body = b"".join(pieces(request))
    if body and not request.content_type:
        raise _not_json_type("")
    if not body:
        raise ProblemError("not-json", "the body is empty: expected a JSON object", [Fault("", "the body is empty")])
    return body


def check_coding(request: flask.Request) -> None:
    """ProblemError where the body is packed."""
    if request.content_encoding not in (None, "", "identity"):
        raise ProblemError("not-json-type", "the body must be sent without a Content-Encoding")


def pieces(request: flask.Request) -> Iterator[bytes]:
    """The body as it comes; ProblemError or RequestEntityTooLarge where it is too long or does not come."""
    try:
        # To the end: a chunked body over the limit raises only at the read after its last allowed byte.
        while piece := request.stream.read(_PIECE):
            yield piece
    except ClientDisconnected:
        # Under another server than ours, which asks nothing before the body is whole.
        raise ProblemError("stalled", "the body broke off, or did not come in time") from None


def _not_json_type(given: str) -> ProblemError:
    said = f"not {given}" if given else "and this one has none"
    detail = f"send the body with the header Content-Type: application/json, {said}"
    return ProblemError("not-json-type", detail, headers={"Accept-Post": "application/json"})
