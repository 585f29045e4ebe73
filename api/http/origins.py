"""Which pages of other origins may call the API, and what of an answer they may read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import flask

__all__ = ["EXPOSED", "allow", "pattern"]

EXPOSED: Final = (
    "Age",
    "Cache-Status",
    "Content-Location",
    "ETag",
    "Location",
    "Retry-After",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Request-ID",
)
"""Headers of an answer that a page of another origin may read beside those that any may."""
_METHODS: Final = ("GET", "HEAD", "POST", "DELETE")
_MAX_AGE: Final = 7200
"""Seconds that a browser may remember what a preflight allowed; Chromium takes no more."""


def pattern(origin: str) -> str | re.Pattern[str]:
    """What flask-cors matches: ``https://*.cards.example`` is every name below cards.example, and no other.

    flask-cors takes a text with a star for a pattern that need only match from the left; this one is whole.
    """
    if origin == "*":
        return origin
    scheme, host = origin.split("://")
    names = r"(?:[a-z0-9_-]+\.)+" if host.startswith("*.") else ""
    return re.compile(rf"{re.escape(scheme)}://{names}{re.escape(host.removeprefix('*.'))}\Z", re.IGNORECASE | re.ASCII)


def allow(app: flask.Flask, origins: Sequence[str]) -> None:
    """Lets pages of these origins call what is under /v1."""
    from flask_cors import CORS

    options = {
        "origins": [pattern(origin) for origin in origins],
        "methods": list(_METHODS),
        "expose_headers": list(EXPOSED),
        "max_age": _MAX_AGE,
    }
    CORS(app, resources={r"/v1/.*": options})
