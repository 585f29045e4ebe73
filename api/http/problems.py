"""Errors as RFC 9457 ``application/problem+json``, with a JSON pointer for each fault of a request."""

from __future__ import annotations

import http
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

import flask
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from api.jobs.errors import JobsError
from api.slots import BusyError
from solver.answer import Answer
from solver.errors import MAX_FAULTS, BackAlleyError, DealError, Fault, JsonError, LimitError, shorten

__all__ = ["CONTENT_TYPE", "TYPES", "Problem", "ProblemError", "ShownFault", "invalid", "problem_of", "register"]

CONTENT_TYPE: Final = "application/problem+json"
_URN: Final = "urn:back-alley:problem:"

TYPES: Final[Mapping[str, tuple[int, str]]] = {
    "not-json": (400, "The body is no JSON"),
    "no-key": (401, "A key is needed"),
    "not-kept": (404, "No answer is kept under this name"),
    "stalled": (408, "The body did not arrive"),
    "no-such-job": (404, "There is no such job"),
    "key-in-use": (409, "The same request is coming in"),
    "too-large": (413, "The body is too long"),
    "not-json-type": (415, "The body must be sent as JSON"),
    "invalid-request": (422, "The request breaks a rule"),
    "key-taken": (422, "The Idempotency-Key belongs to another request"),
    "rate-limit": (429, "Too many requests"),
    "internal": (500, "A fault of the service"),
    "busy": (503, "The service is busy"),
    "not-ready": (503, "The service is not ready"),
    "jobs-off": (503, "Jobs are off"),
    "jobs-store": (503, "The store of jobs does not answer"),
    "too-many-jobs": (503, "Too many jobs wait"),
    "no-space": (507, "The store of jobs is full"),
    "limit": (504, "The answer was not found within its limits"),
}
"""ProblemError types of our own by the last part of their URN: status and title."""
_KINDS: Final = {TYPES[kind][0]: kind for kind in ("too-large", "rate-limit", "internal")}


@dataclass(frozen=True, slots=True)
class ShownFault(Answer):
    """One thing wrong with a request."""

    OPTIONAL: ClassVar[tuple[str, ...]] = ("rule",)

    pointer: Annotated[str, 'JSON pointer (RFC 6901) into the body; "" is the whole of it.']
    detail: Annotated[str, "One sentence."]
    rule: Annotated[str | None, "The rule broken, as in R12."]


@dataclass(frozen=True, slots=True)
class Problem(Answer):
    """An error (RFC 9457)."""

    OPTIONAL: ClassVar[tuple[str, ...]] = ("error", "errors", "request_id")

    type: Annotated[str, "urn:back-alley:problem:…, or about:blank."]
    title: Annotated[str, "What kind of error it is."]
    status: Annotated[int, "The HTTP status."]
    detail: Annotated[str, "One sentence about this error."]
    error: Annotated[
        str | None, "Which error of the Python package it is, where the request is wrong and it is no DealError."
    ] = None
    errors: Annotated[tuple[ShownFault, ...] | None, f"Each fault of the request, at most {MAX_FAULTS}."] = None
    request_id: Annotated[str | None, "Names the request in the service's log."] = None


class ProblemError(Exception):
    """An error answer: ``kind`` is a key of ``TYPES``, ``detail`` one sentence."""

    def __init__(
        self,
        kind: str,
        detail: str,
        faults: Sequence[Fault] = (),
        headers: Mapping[str, str] | None = None,
        error: str | None = None,
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.faults = tuple(faults)
        self.headers = dict(headers or {})
        self.error = error

    def response(self) -> flask.Response:
        status, title = TYPES[self.kind]
        return _answer(_URN + self.kind, title, status, self.detail, self.headers, self.faults, self.error)


def _answer(
    kind: str,
    title: str,
    status: int,
    detail: str,
    headers: Mapping[str, str],
    faults: Sequence[Fault] = (),
    error: str | None = None,
) -> flask.Response:
    shown = tuple(ShownFault(fault.pointer, fault.message, fault.rule) for fault in faults[:MAX_FAULTS])
    problem = Problem(kind, title, status, detail, error, shown or None, flask.g.get("request_id") or None)
    response: flask.Response = flask.jsonify(problem.to_dict())
    response.status_code = status
    response.content_type = CONTENT_TYPE
    response.headers.update(headers)
    return response


def problem_of(kind: str, detail: str) -> Problem:
    """A problem of ``kind``, for where no request is being answered by the application."""
    status, title = TYPES[kind]
    return Problem(_URN + kind, title, status, detail)


def invalid(faults: Sequence[Fault]) -> ProblemError:
    """A request with these faults, the first of which is its detail."""
    return ProblemError("invalid-request", str(faults[0]), faults[:MAX_FAULTS])


def of_engine(error: BackAlleyError) -> ProblemError:
    """The engine's errors: limits, broken JSON, and everything that breaks a rule."""
    if isinstance(error, LimitError):
        return ProblemError("limit", error.message)
    kind = "not-json" if isinstance(error, JsonError) else "invalid-request"
    name = None if isinstance(error, (DealError, JsonError)) else type(error).__name__
    return ProblemError(kind, str(error), error.faults, error=name)


def of_http(error: HTTPException) -> flask.Response:
    """Werkzeug's errors (404, 405 with ``Allow`` …), keeping their headers."""
    status = error.code or 500
    headers = {n: v for n, v in error.get_headers() if n.lower() not in ("content-type", "content-length")}
    kind = _KINDS.get(status)
    if kind:
        return ProblemError(kind, _sentence(error, status), headers=headers).response()
    title = http.HTTPStatus(status).phrase
    return _answer("about:blank", title, status, _sentence(error, status), headers)


def _sentence(error: HTTPException, status: int) -> str:
    request = flask.request
    if status >= 500:
        return "the service failed; its log tells more under this request_id"
    if status == 404:
        return f"nothing is served at {shorten(request.path, 80)}; GET /openapi.json lists what is"
    if status == 405:
        return f"{shorten(request.method)} is not served at {request.path}"
    if status == 413:
        return f"the body may have at most {request.max_content_length:,} bytes"
    return error.description or error.name


def register(app: flask.Flask) -> None:
    """Makes every error of ``app`` a problem, the unforeseen ones too."""

    @app.errorhandler(ProblemError)
    def _problem(error: ProblemError) -> ResponseReturnValue:
        return error.response()

    @app.errorhandler(BackAlleyError)
    def _engine(error: BackAlleyError) -> ResponseReturnValue:
        return of_engine(error).response()

    @app.errorhandler(BusyError)
    def _busy(error: BusyError) -> ResponseReturnValue:
        return ProblemError("busy", str(error), headers={"Retry-After": "1"}).response()

    @app.errorhandler(JobsError)
    def _jobs(error: JobsError) -> ResponseReturnValue:
        headers = {} if error.retry is None else {"Retry-After": str(error.retry)}
        return ProblemError(error.kind, str(error), headers=headers).response()

    app.register_error_handler(HTTPException, of_http)
