"""Answers and assets with gzip, for who takes it.

What is sent in several pieces as it is found stays as it is.  No answer holds a secret beside what the asker
chose, so that lengths give nothing away (BREACH).
"""

from __future__ import annotations

import gzip
from typing import Final

import flask

from api.cache.store import Memory

__all__ = ["compress"]

_TYPES: Final = frozenset(
    (
        *("application/json", "application/problem+json", "application/wasm"),
        *("text/html", "text/css", "text/javascript", "text/plain"),
    )
)
_LEVEL: Final = 5
_PACKED: Final = 4 << 20
"""Bytes of packed answers that are kept, mostly assets, so that nobody makes us pack the same megabyte again."""


def compress(app: flask.Flask, least: int) -> None:
    """Packs answers of ``least`` bytes or more."""
    packed = Memory(_PACKED)

    @app.after_request
    def _compress(response: flask.Response) -> flask.Response:
        request = flask.request
        if response.status_code != 200 or response.mimetype not in _TYPES or "Content-Encoding" in response.headers:
            return response
        asset = response.direct_passthrough and bool(request.endpoint and request.endpoint.endswith(".static"))
        if (response.is_streamed and not asset) or (response.content_length or 0) < least:
            return response
        response.vary.add("Accept-Encoding")
        if not _wanted():
            return response
        tag, weak = response.get_etag()
        if tag and not weak:
            # Other bytes have another strong tag (RFC 9110, 8.8.3).
            response.set_etag(f"{tag}-gzip")
            response.make_conditional(request)
            if response.status_code != 200:
                return response
        key = f"{request.path} {tag}".encode()
        body = packed.get(key) if tag else None
        if body is None:
            response.direct_passthrough = False
            body = gzip.compress(response.get_data(), _LEVEL, mtime=0)
            if tag:
                packed.put(key, body)
        _replace(response, body)
        response.headers["Content-Encoding"] = "gzip"
        response.headers.pop("Accept-Ranges", None)
        return response


def _replace(response: flask.Response, body: bytes) -> None:
    if callable(close := getattr(response.response, "close", None)):
        close()  # the file of an asset
    response.direct_passthrough = False
    response.set_data(body)


def _wanted() -> bool:
    """Whether gzip is taken, and not less gladly than what is not packed."""
    accepted = flask.request.accept_encodings
    quality = accepted.quality("gzip")
    return bool(quality > 0 and ("identity" not in accepted.values() or quality >= accepted.quality("identity")))
