"""What the server itself refuses, before the application is asked: problems like all others."""

from __future__ import annotations

import functools
import http
import json
from typing import Final

import h11

from api.http.access import CHALLENGE
from api.http.problems import CONTENT_TYPE, Problem, problem_of
from api.server.wsgi import Reply

__all__ = ["RefusedError", "as_bytes", "body_too_long", "broken", "head_too_long", "refusal"]

_MORE: Final = {401: CHALLENGE, 429: ("Retry-After", "1"), 503: ("Retry-After", "1")}
"""A header of these statuses."""


class RefusedError(Exception):
    """A request that is not taken; what ``refusal`` says of it."""

    def __init__(self, status: int, detail: str, kind: str = "") -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.kind = kind


def head_too_long(status: int, most: int) -> RefusedError:
    """What is said of a head of more than ``most`` bytes."""
    return RefusedError(status, f"the request line and headers may have at most {most:,} bytes")


def body_too_long(most: int) -> RefusedError:
    """What is said of a body of more than ``most`` bytes."""
    return RefusedError(413, f"the body may have at most {most:,} bytes", "too-large")


def broken(error: h11.RemoteProtocolError, most: int, line: bool, head: bool) -> RefusedError:
    """What is said of bytes that are no HTTP, where a first ``line`` or all of the ``head`` had come."""
    if error.error_status_hint == 431:
        return head_too_long(431 if line else 414, most)
    what = "the body is not sent as HTTP has it" if head else "this is no HTTP request"
    return RefusedError(error.error_status_hint, f"{what}: {error}")


@functools.lru_cache(64)  # of few different ones, each made thousands of times a minute in an attack
def refusal(status: int, detail: str, kind: str = "") -> Reply:
    """A problem of ``kind`` (a key of the problems' ``TYPES``, else about:blank) with one sentence."""
    problem = problem_of(kind, detail) if kind else Problem("about:blank", _phrase(status), status, detail)
    body = json.dumps(problem.to_dict(), separators=(",", ":")).encode() + b"\n"
    headers = [("Content-Type", CONTENT_TYPE), ("Content-Length", str(len(body)))]
    if status in _MORE:
        headers.append(_MORE[status])
    return Reply(status, _phrase(status), headers, body)


def as_bytes(reply: Reply) -> bytes:
    """All of an answer after which the connection is closed, for where no request could be read."""
    head = "".join(f"{name}: {value}\r\n" for name, value in [*reply.headers, ("Connection", "close")])
    return f"HTTP/1.1 {reply.status} {reply.reason}\r\n{head}\r\n".encode("latin-1") + reply.body


def _phrase(status: int) -> str:
    return http.HTTPStatus(status).phrase
