"""What every operation of the document has: a name, the headers of its answers, and whether it asks for a key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from apispec import APISpec, BasePlugin

from api.http.problems import TYPES
from api.openapi.resource import response_name

__all__ = ["HEADERS", "PROBLEM_HEADERS", "Operations", "describe_headers", "header_refs", "operation_id"]

_TEXT: Final = {"type": "string"}
_NUMBER: Final = {"type": "integer", "minimum": 0}
HEADERS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "X-Request-ID": ("Names the request in the service's log; the request's own where it had one.", _TEXT),
    "ETag": ("Names these very bytes; with If-None-Match a GET asks whether they are still the answer.", _TEXT),
    "Content-Location": ("Where the same answer is found with GET while it is kept.", _TEXT),
    "Cache-Status": ("Whether the answer was kept from before, and where (RFC 9211).", _TEXT),
    "Age": ("Seconds since the answer was first given.", _NUMBER),
    "Vary": ("Accept-Encoding where the answer may be sent with gzip.", _TEXT),
    "X-RateLimit-Limit": ("Requests that the rate limit allows.", _NUMBER),
    "X-RateLimit-Remaining": ("Requests that are left of them.", _NUMBER),
    "X-RateLimit-Reset": ("When there are more again, in Unix seconds.", _NUMBER),
    "Retry-After": ("Seconds after which to ask again.", _NUMBER),
    "WWW-Authenticate": ("How to show a key.", _TEXT),
    "Allow": ("The methods that are served.", _TEXT),
}
"""What each header tells, and its form."""
PROBLEM_HEADERS: Final[Mapping[str, tuple[str, ...]]] = {
    "no-key": ("WWW-Authenticate",),
    "rate-limit": ("Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"),
    "busy": ("Retry-After",),
}
"""The headers of a problem beside those of all."""
_ALWAYS: Final = ("X-Request-ID", "Vary")
_UNDER_V1: Final = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
_KEPT: Final = ("/v1/solve", "/v1/bids", "/v1/review", "/v1/answers/{name}")
_SCHEMES: Final = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "A key of this service."},
    "header": {
        "type": "apiKey",
        "in": "header",
        "name": "X-API-Key",
        "description": "The same, in a header of its own.",
    },
}


def operation_id(method: str, path: str) -> str:
    """``getJobsIdResults`` for GET /v1/jobs/{id}/results: method and path, which no other operation has."""
    words = re.findall(r"[A-Za-z0-9]+", path.removeprefix("/v1"))
    return method + "".join(word[0].upper() + word[1:] for word in words)


def describe_headers(spec: APISpec, keys: bool) -> None:
    """Adds the headers that answers refer to, and how a key is shown where ``keys`` are asked for."""
    for name, (about, form) in HEADERS.items():
        spec.components.headers[name] = {"description": about, "schema": dict(form)}
    if keys:
        for name, scheme in _SCHEMES.items():
            spec.components.security_scheme(name, scheme)


def header_refs(names: tuple[str, ...]) -> dict[str, Any]:
    """References to these headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


class Operations(BasePlugin):
    """Completes each operation; ``keys`` says whether what is under /v1 asks for one, ``figures`` whether /metrics."""

    def __init__(self, keys: bool = False, figures: bool = False) -> None:
        self.keys = keys
        self.figures = figures

    def operation_helper(self, path: str | None = None, operations: dict[str, Any] | None = None, **_: Any) -> None:
        """Names the operation and its answers' headers."""
        for method, operation in (operations or {}).items():
            if path is None or not isinstance(operation, dict):
                continue
            operation.setdefault("operationId", operation_id(method, path))
            responses = operation.setdefault("responses", {})
            if self._asks(path):
                operation.setdefault("security", [{name: []} for name in _SCHEMES])
                responses[TYPES["no-key"][0]] = {"$ref": f"#/components/responses/{response_name('no-key')}"}
            names: tuple[str, ...] = _ALWAYS
            if path.startswith("/v1/"):
                names += _UNDER_V1
            if path in _KEPT:
                names += ("ETag", "Content-Location", "Cache-Status", "Age")
            elif method == "get" and path.startswith("/v1/"):
                names += ("ETag",)
            for response in responses.values():
                if isinstance(response, dict) and "$ref" not in response:
                    response["headers"] = {**header_refs(names), **response.get("headers", {})}

    def _asks(self, path: str) -> bool:
        return self.keys if path.startswith("/v1/") else self.figures and path == "/metrics"
