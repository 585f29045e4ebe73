"""Requests that come by way of trusted proxies: whose they are, and over which scheme."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

from api.fair import address_told

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["Proxied"]


class Proxied:
    """The application behind so many proxies, each of which adds whom it was asked by.

    The address is taken as ``Shared.client_behind`` does: a quotation mark that a client sends ahead, which a list of
    words may have, would hide what the proxies added.
    """

    def __init__(self, application: WSGIApplication, proxies: int) -> None:
        self._application = ProxyFix(application, x_for=0, x_proto=proxies)
        self._proxies = proxies

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        told = address_told(environ.get("HTTP_X_FORWARDED_FOR", ""), self._proxies)
        if told:
            environ["REMOTE_ADDR"] = told
        return self._application(environ, start_response)
