"""The page at /, where a hand is entered, looked at, reviewed and shared; scripts/web builds it into api/page.

Everything that it loads is asked for by an address relative to its own, so that it works below any prefix.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

import flask
from flask.typing import ResponseReturnValue

from api.service import service

__all__ = ["FOLDER", "blueprint"]

FOLDER: Final = Path(__file__).parents[1] / "page"
"""Where the built page lies."""
_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the solver is compiled WebAssembly
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",  # a hand drawn as SVG becomes a PNG by way of a blob
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors",
    )
)
_YEAR: Final = 31_536_000
_NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Back Alley</title>
<h1>The page is not built</h1>
<p>Run <code>scripts/web</code> in the checkout, which needs Node with npm, and load this again.
The service itself is here: <a href="docs">its calls</a>.</p>
"""


class _Page(flask.Blueprint):
    """Its files are named by their content, and may be kept for ever."""

    def get_send_file_max_age(self, filename: str | None) -> int | None:  # noqa: ARG002  (Flask's name)
        return _YEAR


blueprint = _Page("page", "api", static_folder="page/assets", static_url_path="/assets")

# Python asks the system, and Windows' registry may say anything; a browser runs no script or worker of another type.
for _type, _suffix in (("text/javascript", ".js"), ("text/css", ".css"), ("application/wasm", ".wasm")):
    mimetypes.add_type(_type, _suffix)


@blueprint.get("/")
def page() -> ResponseReturnValue:
    try:
        text = (FOLDER / "index.html").read_bytes()
    except FileNotFoundError:
        return flask.Response(_NOT_BUILT, status=404, mimetype="text/html")
    return _kept(text, "text/html")


@blueprint.get("/embed.js")
def embed() -> ResponseReturnValue:
    """The script for pages of others that show a hand."""
    try:
        text = (FOLDER / "embed.js").read_bytes()
    except FileNotFoundError:
        flask.abort(404)
    response = _kept(text, "text/javascript")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _kept(text: bytes, mimetype: str) -> flask.Response:
    """An answer that may be kept and is asked for again each time."""
    response = flask.Response(text, mimetype=mimetype)
    response.add_etag()
    response.headers["Cache-Control"] = "no-cache"
    response.make_conditional(flask.request)
    return response


@blueprint.after_request
def _dress(response: flask.Response) -> flask.Response:
    frames = service().settings.page_frames
    response.headers["Content-Security-Policy"] = " ".join((_POLICY, *(frames or ("'none'",))))
    if frames:
        response.headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin")
    if flask.request.endpoint == "page.static" and response.status_code == 200:
        response.cache_control.immutable = True
    return response
