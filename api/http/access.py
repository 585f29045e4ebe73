"""Who is let in: keys for what is under /v1, and for the figures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import flask
import structlog

from api.http.problems import ProblemError
from api.keys import Key, Keys, read_digest, read_keys_file, same
from api.settings import Settings, SettingsError

__all__ = ["client_name", "guard", "own_limit", "read_keys"]

_ASK: Final = {"WWW-Authenticate": 'Bearer realm="backalley"'}


def read_keys(settings: Settings) -> Keys:
    """The keys of the settings and of their file; SettingsError where they cannot be read."""
    keys = [Key.read(line) for line in settings.keys]
    try:
        if settings.keys_file:
            keys += read_keys_file(Path(settings.keys_file))
        found = Keys(keys)
    except OSError as error:
        raise SettingsError(f"keys_file names {settings.keys_file}, which cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SettingsError(
            f"keys_file {settings.keys_file}: {error}" if settings.keys_file else f"keys: {error}"
        ) from None
    if settings.keys_file and not found:
        raise SettingsError(f"keys_file {settings.keys_file} holds no key, and would let nobody or everybody in")
    return found


def guard(app: flask.Flask, settings: Settings, keys: Keys) -> None:
    """Turns away who shows no key where one is asked for, and what asks for figures at the wrong port."""
    port = settings.metrics_bind.rpartition(":")[2]
    figures = read_digest(settings.metrics_key) if settings.metrics_key else None

    @app.before_request
    def _let_in() -> None:
        request = flask.request
        if port:
            own = request.environ.get("SERVER_PORT") == port
            if own != (request.path == "/metrics"):
                flask.abort(404)
        if figures is not None and request.path == "/metrics" and not same(_shown(), figures):
            raise ProblemError("no-key", "the figures are shown to who has their key", headers=_ASK)
        # A browser asks first whether it may, and shows no key then.
        if keys and request.path.startswith("/v1/") and request.method != "OPTIONS":
            key = keys.of(_shown())
            if key is None:
                said = "is not known" if _shown() else "is needed: send Authorization: Bearer …"
                raise ProblemError("no-key", f"a key {said}", headers=_ASK)
            flask.g.key = key
            structlog.contextvars.bind_contextvars(key=key.name)


def _shown() -> str:
    """The key that the request shows; empty for none."""
    scheme, _, shown = flask.request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return shown.strip()
    return flask.request.headers.get("X-API-Key", "").strip()


def client_name() -> str:
    """Whose requests are counted together: those of a key, else those of an address."""
    key: Key | None = flask.g.get("key")
    return f"key {key.name}" if key else flask.request.remote_addr or ""


def own_limit() -> str:
    """The limit of the key that was shown; empty without."""
    key: Key | None = flask.g.get("key")
    return key.limit if key else ""
