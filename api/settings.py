"""What an operator may set: one frozen value, read from ``BACKALLEY_…`` environment variables."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, get_type_hints

__all__ = ["PREFIX", "Settings", "SettingsError"]

PREFIX = "BACKALLEY_"
# The command line's own, and what Kubernetes tells every container of a service named backalley.
_FOREIGN = re.compile(f"{PREFIX}(TRACEBACK|(SERVICE_HOST|SERVICE_PORT|PORT)(_.*)?)")


# The least and the most of each whole number: beyond it lies a slip of the pen, such as slots=99999.
_WHOLE: Final = {
    "slots": (1, 1024),
    "queue": (0, 1000),
    "memory_mb": (1, 1 << 20),
    "max_body": (1000, 1 << 30),
    "max_head": (1024, 1 << 20),
    "connections": (1, 100_000),
    "connections_each": (0, 100_000),
    "buffer_mb": (1, 1 << 20),
    "proxies": (0, 100),
}


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
    queue: int = 64
    """Requests that may wait for a slot, each in a sleeping thread; one more is refused, or takes another's place."""
    time_limit: float = 10.0
    """Longest wait and solve of one request together; a request may ask for less."""
    memory_mb: int = 256
    """Most table memory of one solve, in MB."""
    max_body: int = 1_000_000
    """Longest request body: a game of 25 reviewed hands has some 50,000."""
    max_head: int = 16_384
    """Longest request line and headers together, which is what common clients and proxies send at most."""
    connections: int = 1000
    """Clients connected at a time; one more takes the place of one that waits, of the address that has the most."""
    connections_each: int = 100
    """Connections of one address, an IPv6 /64 counting as one; not held against trusted proxies, 0 for no limit."""
    buffer_mb: int = 64
    """Memory for bodies that are still arriving or not yet read, in MB, of which one address may have a quarter."""
    receive_time: float = 20.0
    """Longest time a request may take to arrive, from the connection's start or the request's first byte."""
    idle_time: float = 5.0
    """How long a connection is kept without a request."""
    send_time: float = 20.0
    """Longest time a client may take to read 64 KB of its answer."""
    stop_time: float = 8.0
    """After SIGTERM, how long what runs may go on before it is stopped and told so; docker kills after 10."""
    rate_limit: str = ""
    """Requests of one address under /v1, such as ``60/minute``; empty for no limit."""
    rate_store: str = "memory://"
    """Where the counts of the rate limit are kept; a ``redis://`` address serves several processes."""
    cors_origins: tuple[str, ...] = ()
    """Origins whose pages may call the API; none by default."""
    proxies: int = 0
    """Trusted proxies in front, whose ``X-Forwarded-For`` tells the client's address."""
    log_requests: bool = True
    """One line of JSON on standard error for each request."""

    def __post_init__(self) -> None:
        if not self.bind or self.bind.startswith(":"):  # gunicorn would listen on all addresses
            raise SettingsError("bind must be an address and a port, as in 127.0.0.1:8000")
        if self.slots == 0:
            object.__setattr__(self, "slots", _cores())
        for name, (low, high) in _WHOLE.items():
            if getattr(self, name) < low:
                raise SettingsError(f"{name} must be at least {low:,}")
            if getattr(self, name) > high:
                raise SettingsError(f"{name} must be at most {high:,}")
        for name in ("receive_time", "idle_time", "send_time", "stop_time"):
            if not 0 < getattr(self, name) <= 3600:
                raise SettingsError(f"{name} must be more than 0 and at most 3600 seconds")
        if not 0 < self.time_limit <= 3600:
            raise SettingsError("time_limit must be more than 0 and at most 3600 seconds")

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
