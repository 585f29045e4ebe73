"""Whose a request is that comes by way of proxies: theirs to tell, whatever the client says before them."""

from __future__ import annotations

import flask
import pytest
from werkzeug.test import Client

from api.fair import address_told
from api.http.proxies import Proxied

BEFORE = ["", "9.9.9.9, ", '"', '"x, ', '"a", ', "\\", '\\", ', "a, b, c, ", ", ", "[::1, "]


def asked(forwarded: str | None, proxies: int = 1) -> list[str]:
    """Address and scheme that the application sees."""
    app = flask.Flask(__name__)
    app.wsgi_app = Proxied(app.wsgi_app, proxies)  # type: ignore[method-assign]

    @app.get("/")
    def seen() -> list[str]:
        return [flask.request.remote_addr or "", flask.request.scheme]

    headers = {"X-Forwarded-Proto": "https"} | ({} if forwarded is None else {"X-Forwarded-For": forwarded})
    told: list[str] = Client(app).get("/", headers=headers, environ_base={"REMOTE_ADDR": "10.0.0.9"}).get_json()
    return told


@pytest.mark.parametrize("before", BEFORE)
def test_what_a_client_sends_ahead_does_not_hide_its_address(before: str) -> None:
    """A quotation mark did, and its requests were counted as those of the proxy."""
    added = "192.0.2.7" if not before or before.endswith(", ") else ", 192.0.2.7"
    assert asked(before + added) == ["192.0.2.7", "https"]
    assert asked(before + added + ", 10.0.0.8", 2)[0] == "192.0.2.7"


def test_without_the_word_of_a_proxy_it_is_who_connected() -> None:
    for told in (None, "", "192.0.2.7"):
        assert asked(told, 2)[0] == "10.0.0.9"
    assert address_told("", 1) == address_told("a", 2) == ""
