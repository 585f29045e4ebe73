"""One line of JSON on standard error for each request, and an id for each that is also in its answer."""

from __future__ import annotations

import re
import sys
import time
import uuid
from typing import Any, TextIO

import flask
import structlog
from structlog.typing import FilteringBoundLogger

from api.http.tracing import trace_of

__all__ = ["make_logger", "watch_requests"]

_GOOD_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def make_logger(stream: TextIO | None = None) -> FilteringBoundLogger:
    """A logger of JSON lines to ``stream`` (standard error); no global configuration is touched."""
    logger: FilteringBoundLogger = structlog.wrap_logger(
        structlog.WriteLogger(stream or sys.stderr),
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger("info"),
    )
    return logger


def watch_requests(app: flask.Flask, logger: FilteringBoundLogger, *, each: bool) -> None:
    """Gives every request its id and, if ``each``, a line in the log; failures are always logged."""

    @app.before_request
    def _begin() -> None:
        given = flask.request.headers.get("X-Request-ID", "")
        request_id = given if _GOOD_ID.fullmatch(given) else uuid.uuid4().hex
        flask.g.request_id = request_id
        flask.g.began = time.monotonic()
        structlog.contextvars.clear_contextvars()
        trace = trace_of(flask.request.headers.get("traceparent", ""))
        structlog.contextvars.bind_contextvars(request_id=request_id, client=flask.request.remote_addr, **trace)

    @app.after_request
    def _end(response: flask.Response) -> flask.Response:
        request_id = flask.g.get("request_id")
        if request_id is None:
            return response
        response.headers["X-Request-ID"] = request_id
        if each:
            request = flask.request
            ms = round(1000 * (time.monotonic() - flask.g.began), 1)
            extra = flask.g.get("log", {})
            logger.info(
                "request", method=request.method, path=request.path, status=response.status_code, ms=ms, **extra
            )
        return response

    def failed(exc_info: Any) -> None:
        logger.error("failed", method=flask.request.method, path=flask.request.path, exc_info=exc_info)

    app.log_exception = failed  # type: ignore[method-assign]  # Flask would write plain lines beside ours
