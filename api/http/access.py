"""Who is let in: keys for what is under /v1, and for the figures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import flask
import structlog
from structlog.typing import FilteringBoundLogger

from api.fair import client_of
from api.http.problems import ProblemError
from api.keys import Key, Keys, KeysFile, read_digest, read_keys_file, same
from api.settings import Settings, SettingsError

__all__ = ["CHALLENGE", "client_name", "guard", "keys_of", "own_limit", "shown_in", "turned_away"]

CHALLENGE: Final = ("WWW-Authenticate", 'Bearer realm="backalley"')
"""The header that tells how to show a key."""
_ASK: Final = dict([CHALLENGE])
_V1: Final = "/v1/"


def keys_of(settings: Settings, logger: FilteringBoundLogger) -> KeysFile:
    """The keys of the settings and of their file, now and later; SettingsError where they cannot be read now."""
    return KeysFile(
        Path(settings.keys_file) if settings.keys_file else None,
        lambda: _read(settings),
        lambda: logger.info("keys read again"),
        lambda error: logger.error("keys stay as they were", reason=str(error)),
    )


def _read(settings: Settings) -> Keys:
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


def guard(app: flask.Flask, settings: Settings, keys: KeysFile) -> None:
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
        if (known := keys.keys) and request.path.startswith(_V1) and request.method != "OPTIONS":
            key = known.of(_shown())
            if key is None:
                raise ProblemError("no-key", _wrong(_shown()), headers=_ASK)
            flask.g.key = key
            structlog.contextvars.bind_contextvars(key=key.name)


def turned_away(keys: Keys, path: str, shown: str) -> str | None:
    """Why a body for ``path`` is not taken from who shows this key, told by its head alone; None where it is."""
    return _wrong(shown) if keys and path.startswith(_V1) and keys.of(shown) is None else None


def _wrong(shown: str) -> str:
    return "a key is not known" if shown else "a key is needed: send Authorization: Bearer …"


def _shown() -> str:
    headers = flask.request.headers
    return shown_in(headers.get("Authorization", ""), headers.get("X-API-Key", ""))


def shown_in(authorization: str, own: str) -> str:
    """The key that these two headers show, ``Authorization`` and ``X-API-Key``; empty for none."""
    scheme, _, shown = authorization.partition(" ")
    return (shown if scheme.lower() == "bearer" else own).strip()


def client_name() -> str:
    """Whose requests are counted together: those of a key, else those of an address, an IPv6 /64 counting as one."""
    key: Key | None = flask.g.get("key")
    return f"key {key.name}" if key else client_of(flask.request.remote_addr or "")


def own_limit() -> str:
    """The limit of the key that was shown; empty without."""
    key: Key | None = flask.g.get("key")
    return key.limit if key else ""
