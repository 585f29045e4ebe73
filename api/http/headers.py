"""Headers that every answer has: what a browser may do with it, and whether it may be kept and asked for again."""

from __future__ import annotations

from typing import Final

import flask

__all__ = ["SECURITY", "dress"]

SECURITY: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""A page says itself what it may load; all else is data, and loads nothing."""
_YEAR: Final = "max-age=31536000"


def dress(app: flask.Flask) -> None:
    """Adds to each answer what it does not say itself, and answers 304 where the asker has it already."""

    @app.after_request
    def _dress(response: flask.Response) -> flask.Response:
        said = {name.lower() for name in response.headers.keys()}  # noqa: SIM118  (each setdefault would go through all)
        # The older header knows no list of origins: what may stand in a frame says so in its policy alone.
        if "frame-ancestors 'none'" not in response.headers.get("Content-Security-Policy", "frame-ancestors 'none'"):
            said.add("x-frame-options")
        for name, value in SECURITY.items():
            if name.lower() not in said:
                response.headers.add(name, value)
        if flask.request.is_secure:
            response.headers.setdefault("Strict-Transport-Security", _YEAR)
        if _may_be_kept(response):
            if not response.get_etag()[0]:
                response.add_etag()
            response.headers.setdefault("Cache-Control", "no-cache")  # kept, and asked for again each time
            response.make_conditional(flask.request)
        elif not response.get_etag()[0]:
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def _may_be_kept(response: flask.Response) -> bool:
    """Whether it is a document or answer that stays; signs of life and figures are of the moment."""
    request = flask.request
    lasting = request.path.startswith("/v1/") or request.path == "/openapi.json"
    return lasting and request.method in ("GET", "HEAD") and response.status_code == 200 and not response.is_streamed
