"""Answers kept in Redis, shared by any number of machines; the package comes with the extra ``redis``."""

from __future__ import annotations

from typing import Any, Final

__all__ = ["Redis"]

_PATIENCE: Final = 0.1
"""Seconds to wait for a connection or an answer."""
_PREFIX: Final = b"backalley:answer:"


class Redis:
    """Entries that Redis drops after ``seconds``, or by its own ``maxmemory-policy`` before."""

    name: Final = "redis"

    def __init__(self, url: str, seconds: int) -> None:
        """ImportError without the package, ValueError where ``url`` is none of Redis; nothing is connected yet."""
        import redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self._seconds = seconds
        self._client: Any = redis.Redis.from_url(
            url, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE, retry=Retry(NoBackoff(), 0)
        )

    def get(self, key: bytes) -> bytes | None:
        found: bytes | None = self._client.get(_PREFIX + key)
        return found

    def put(self, key: bytes, value: bytes) -> int:
        self._client.set(_PREFIX + key, value, ex=self._seconds)
        return 0
