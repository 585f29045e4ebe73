"""The application: settings in, a Flask app out."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Final, TextIO

import flask
from flask_smorest import Api
from werkzeug.exceptions import HTTPException

from api.http import access, origins, problems
from api.http.compression import compress
from api.http.headers import dress
from api.http.logs import make_logger, watch_requests
from api.http.proxies import Proxied
from api.openapi import document
from api.openapi.operations import Operations
from api.openapi.resource import component_ref
from api.resources import PAGES, RESOURCES
from api.service import Service
from api.settings import Settings, SettingsError

__all__ = ["create_app"]

_STORE_SECONDS: Final = 0.5
"""How long a request waits for the store of the rate limit."""


class _Api(Api):  # type: ignore[misc]  # flask-smorest has no types
    """flask-smorest with our problems in place of its error bodies."""

    ERROR_SCHEMA = component_ref("Problem")
    DEFAULT_ERROR_RESPONSE_NAME = None

    _document: bytes | None = None

    def _openapi_json(self) -> flask.Response:
        """The document, written once: it never changes, and writing it takes 20 ms."""
        if self._document is None:
            self._document = super()._openapi_json().get_data()
        return flask.Response(self._document, content_type="application/json")

    def handle_http_exception(self, error: HTTPException) -> flask.Response:
        return problems.of_http(error)


class _App(flask.Flask):
    """Flask without a look at each function whether it is a coroutine: none is, and there are a dozen a request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def create_app(settings: Settings | None = None, *, log: TextIO | None = None) -> flask.Flask:
    """The service with ``settings`` (else those of the environment), logging to ``log`` (standard error)."""
    settings = settings or Settings.from_env()
    app = _App("api", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=settings.max_body,
        API_TITLE="Back Alley",
        API_VERSION=version("back-alley"),
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/",
        API_SPEC_OPTIONS={"info": {"description": document.ABOUT, "license": {"name": "MIT", "identifier": "MIT"}}},
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]  # seats stay in the order N E S W
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False  # it would answer with a page of HTML
    logger = make_logger(log)
    shared = Service.install(app, settings, logger)
    watch_requests(app, logger, each=settings.log_requests)
    _measure(app, shared)
    if settings.compress_from:
        compress(app, settings.compress_from)
    dress(app)
    access.guard(app, settings, shared.keys)
    problems.register(app)

    keys = shared.keys.keys
    operations = Operations(bool(keys), bool(settings.metrics_key))
    api = _Api(app, spec_kwargs={"extra_plugins": [operations]})
    document.describe(api.spec, RESOURCES, keys=bool(keys) or bool(settings.metrics_key))
    for resource in RESOURCES:
        api.register_blueprint(resource)
    for page in PAGES:
        app.register_blueprint(page)

    if settings.cors_origins:
        origins.allow(app, settings.cors_origins)
    if settings.rate_limit or settings.keys_file or keys.limited:  # a file may come to have one with a limit
        _limit(app, settings)
    if settings.proxies:
        app.wsgi_app = Proxied(app.wsgi_app, settings.proxies)  # type: ignore[method-assign]
    return app


def _measure(app: flask.Flask, shared: Service) -> None:
    @app.after_request
    def _count(response: flask.Response) -> flask.Response:
        began = flask.g.get("began")
        shared.metrics.observe(response, time.monotonic() - began if began else 0.0)
        return response


def _limit(app: flask.Flask, settings: Settings) -> None:
    from flask_limiter import Limiter
    from limits.errors import ConfigurationError

    options: dict[str, Any] = {"storage_uri": settings.rate_store, "headers_enabled": True}
    if settings.rate_store.startswith("redis"):
        _need_redis()
        # A store that is gone or slow is told in the log, and each process then counts for itself.
        options["in_memory_fallback_enabled"] = True
        # Of requests that find it gone at once only the first falls back: the others are let pass, not answered 500.
        options["swallow_errors"] = True
        options["storage_options"] = {"socket_connect_timeout": _STORE_SECONDS, "socket_timeout": _STORE_SECONDS}
    try:
        limiter = Limiter(
            access.client_name,
            app=app,
            application_limits=[lambda: access.own_limit() or settings.rate_limit],
            application_limits_exempt_when=lambda: not (access.own_limit() or settings.rate_limit),
            **options,
        )
    except (ConfigurationError, ValueError) as error:
        scheme = settings.rate_store.partition("://")[0]  # the rest may hold a password
        raise SettingsError(f"rate_store cannot be one of {scheme!r}: {error}") from None

    @limiter.request_filter
    def _free() -> bool:
        # A browser asks first whether it may; that costs nothing and is no question of its user.
        return flask.request.method == "OPTIONS" or not flask.request.path.startswith("/v1/")


def _need_redis() -> None:
    try:
        import redis  # noqa: F401  (an extra)
    except ImportError:
        raise SettingsError("rate_store needs the package redis: pip install 'back-alley[redis]'") from None
