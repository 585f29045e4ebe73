"""The page at /docs: Swagger UI over /openapi.json, every asset from this package."""

from __future__ import annotations

import flask
from flask.typing import ResponseReturnValue

__all__ = ["blueprint"]

blueprint = flask.Blueprint("docs", "api", static_folder="static", static_url_path="/docs/assets")

# Swagger UI sets styles inline and draws its icons from data: addresses; nothing comes from another host.
_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"


@blueprint.get("/docs")
def page() -> ResponseReturnValue:
    response = flask.make_response(blueprint.send_static_file("docs.html"))
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
