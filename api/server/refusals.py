"""What the server itself refuses, before the application is asked: problems like all others."""

from __future__ import annotations

import functools
import http
import json
from typing import Final

from api.http.problems import CONTENT_TYPE, Problem, problem_of
from api.server.wsgi import Reply

__all__ = ["as_bytes", "refusal"]

_RETRY: Final = {429: "1", 503: "1"}


@functools.lru_cache(64)  # of few different ones, each made thousands of times a minute in an attack
def refusal(status: int, detail: str, kind: str = "") -> Reply:
    """A problem of ``kind`` (a key of the problems' ``TYPES``, else about:blank) with one sentence."""
    problem = problem_of(kind, detail) if kind else Problem("about:blank", _phrase(status), status, detail)
    body = json.dumps(problem.to_dict(), separators=(",", ":")).encode() + b"\n"
    headers = [("Content-Type", CONTENT_TYPE), ("Content-Length", str(len(body)))]
    if status in _RETRY:
        headers.append(("Retry-After", _RETRY[status]))
    return Reply(status, _phrase(status), headers, body)


def as_bytes(reply: Reply) -> bytes:
    """All of an answer after which the connection is closed, for where no request could be read."""
    head = "".join(f"{name}: {value}\r\n" for name, value in [*reply.headers, ("Connection", "close")])
    return f"HTTP/1.1 {reply.status} {reply.reason}\r\n{head}\r\n".encode("latin-1") + reply.body


def _phrase(status: int) -> str:
    return http.HTTPStatus(status).phrase
