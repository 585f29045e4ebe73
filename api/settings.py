"""What an operator may set: one frozen value, read from ``BACKALLEY_…`` environment variables."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, get_type_hints

__all__ = ["PREFIX", "Settings", "SettingsError"]

PREFIX = "BACKALLEY_"
# The command line's own, and what Kubernetes tells every container of a service named backalley.
_FOREIGN = re.compile(f"{PREFIX}(TRACEBACK|(SERVICE_HOST|SERVICE_PORT|PORT)(_.*)?)")


class SettingsError(ValueError):
    """A setting that does not exist or cannot take its value."""


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Settings:
    """The service's limits; times in seconds, sizes in bytes unless the name says otherwise.

    ``BACKALLEY_TIME_LIMIT=5`` sets ``time_limit`` and so on; lists are separated by commas.
    """

    bind: str = "127.0.0.1:8000"
    """Address and port to listen on."""
    slots: int = 0
    """Solves at a time; 0 takes one for each core."""
    queue: int = 4
    """Requests that may wait for a slot; one more is turned away with 503."""
    time_limit: float = 10.0
    """Longest wait and solve of one request together; a request may ask for less."""
    memory_mb: int = 256
    """Most table memory of one solve, in MB."""
    max_body: int = 1_000_000
    """Longest request body."""
    rate_limit: str = ""
    """Requests of one address under /v1, such as ``60/minute``; empty for no limit."""
    rate_store: str = "memory://"
    """Where the counts of the rate limit are kept; a ``redis://`` address serves several processes."""
    cors_origins: tuple[str, ...] = ()
    """Origins whose pages may call the API; none by default."""
    proxies: int = 0
    """Trusted proxies in front, whose ``X-Forwarded-For`` tells the client's address."""
    cache_mb: int = 64
    """Most memory for answers already given, in MB; 0 keeps none in memory."""
    cache_from_ms: float = 2.0
    """Milliseconds of work from which an answer is kept; 0 keeps all."""
    cache_file: str = ""
    """An SQLite file that keeps answers over restarts; empty for none."""
    cache_file_mb: int = 1024
    """Size of that file in MB from which the oldest answers go."""
    cache_redis: str = ""
    """A ``redis://`` address where several services share answers (extra ``redis``); empty for none."""
    cache_days: int = 30
    """Days after which Redis drops an answer."""
    log_requests: bool = True
    """One line of JSON on standard error for each request."""

    def __post_init__(self) -> None:
        if not self.bind or self.bind.startswith(":"):  # gunicorn would listen on all addresses
            raise SettingsError("bind must be an address and a port, as in 127.0.0.1:8000")
        if self.slots == 0:
            object.__setattr__(self, "slots", _cores())
        least = {"slots": 1, "queue": 0, "memory_mb": 1, "max_body": 1000, "proxies": 0}
        least |= {"cache_mb": 0, "cache_from_ms": 0, "cache_file_mb": 1, "cache_days": 1}
        for name, bound in least.items():
            if getattr(self, name) < bound:
                raise SettingsError(f"{name} must be at least {bound}")
        if not 0 < self.time_limit <= 3600:
            raise SettingsError("time_limit must be more than 0 and at most 3600 seconds")

    @property
    def threads(self) -> int:
        """Server threads: those that solve or wait, and enough beside them for health checks."""
        return self.slots + max(8, self.queue + 4)

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ) -> Settings:
        """The settings of the environment; SettingsError names a variable that is wrong."""
        kinds = get_type_hints(cls)
        names = {field.name for field in fields(cls)}
        given: dict[str, Any] = {}
        for variable, text in env.items():
            if not variable.startswith(PREFIX) or _FOREIGN.fullmatch(variable):
                continue
            name = variable.removeprefix(PREFIX).lower()
            if name not in names:
                known = ", ".join(PREFIX + known.upper() for known in sorted(names))
                raise SettingsError(f"{variable} is no setting: use {known}")
            try:
                given[name] = _read(kinds[name], text.strip())
            except ValueError:
                raise SettingsError(f"{variable} cannot be {text!r}") from None
        return cls(**given)


def _read(kind: object, text: str) -> object:
    if kind is bool:
        if text.lower() not in ("0", "1", "true", "false", "yes", "no"):
            raise ValueError(text)
        return text.lower() in ("1", "true", "yes")
    if kind is int:
        return int(text)
    if kind is float:
        return float(text)
    if kind is str:
        return text
    return tuple(part.strip() for part in text.split(",") if part.strip())
