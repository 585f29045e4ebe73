"""Reads a request's JSON body strictly, and tells each fault of it with a JSON pointer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import flask
import marshmallow as ma
from gunicorn.http.errors import ParseException  # type: ignore[import-untyped]
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, ClientDisconnected

from api.http.problems import ProblemError
from solver.errors import MAX_FAULTS, Fault, json_pointer
from solver.formats.strict_json import loads

__all__ = ["StrictParser"]

_PIECE = 1 << 16


class StrictParser(FlaskParser):
    """What ``@blueprint.arguments`` parses with: a body that is no JSON is 400, one that breaks a rule 422."""

    def load_json(self, req: flask.Request, schema: ma.Schema) -> Any:  # noqa: ARG002
        return loads(_body(req))

    def handle_error(
        self,
        error: ma.ValidationError,
        req: flask.Request,  # noqa: ARG002
        schema: ma.Schema,  # noqa: ARG002
        *,
        error_status_code: int | None,  # noqa: ARG002
        error_headers: Mapping[str, str] | None,  # noqa: ARG002
    ) -> NoReturn:
        messages = error.messages_dict
        faults = list(_faults(messages.get("json", messages), ()))[:MAX_FAULTS]
        raise ProblemError("invalid-request", str(faults[0]), faults)


def _body(request: flask.Request) -> bytes:
    """The whole body; ProblemError or RequestEntityTooLarge where it is not sent as JSON or too long."""
    if request.content_type and not request.is_json:
        raise _not_json_type(request.mimetype)
    if request.content_encoding not in (None, "", "identity"):
        raise ProblemError("not-json-type", "the body must be sent without a Content-Encoding")
    body = _read(request)
    if body and not request.content_type:
        raise _not_json_type("")
    if not body:
        raise ProblemError("not-json", "the body is empty: expected a JSON object", [Fault("", "the body is empty")])
    return body


def _read(request: flask.Request) -> bytes:
    pieces = []
    try:
        # To the end: a chunked body over the limit raises only at the read after its last allowed byte.
        while piece := request.stream.read(_PIECE):
            pieces.append(piece)
    except ClientDisconnected:
        # api.server.worker gives up waiting for it.
        raise ProblemError("stalled", "the body broke off, or did not come in time") from None
    except ParseException as error:
        raise BadRequest(f"the body is not sent in chunks as HTTP has them: {error}") from None
    return b"".join(pieces)


def _not_json_type(given: str) -> ProblemError:
    said = f"not {given}" if given else "and this one has none"
    detail = f"send the body with the header Content-Type: application/json, {said}"
    return ProblemError("not-json-type", detail, headers={"Accept-Post": "application/json"})


def _faults(node: Any, path: tuple[Any, ...]) -> Iterator[Fault]:
    """Marshmallow's tree of messages as faults; faults that the engine put into it pass unchanged."""
    if isinstance(node, Fault):
        yield node
    elif isinstance(node, Mapping):
        for key, inner in node.items():
            yield from _faults(inner, path if key == ma.exceptions.SCHEMA else (*path, key))
    elif isinstance(node, (list, tuple)):
        for inner in node:
            yield from _faults(inner, path)
    else:
        yield Fault(json_pointer(*path), str(node))
