"""A store that may fail: a request never sees that, the log hears of it once, and it is left alone for a while."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from structlog.typing import FilteringBoundLogger

from api.cache.counts import Counts
from api.cache.store import Store

__all__ = ["Guarded"]

_FIRST_REST: Final = 1.0
_LONGEST_REST: Final = 60.0


class Guarded:
    """Asks ``store``; after a failure not for a second, then two, up to a minute, until it works again."""

    def __init__(
        self,
        store: Store,
        counts: Counts,
        logger: FilteringBoundLogger,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = store.name
        self._store = store
        self._counts = counts
        self._logger = logger
        self._clock = clock
        self._rest = 0.0
        self._until = 0.0

    def get(self, key: bytes) -> bytes | None:
        """What is kept; None also where the store fails or rests."""
        if self._resting():
            return None
        try:
            found = self._store.get(key)
        except Exception as error:  # a cache may fail in whatever way, and the answer does not need it
            self._failed(error)
            return None
        self._worked()
        return found

    def put(self, key: bytes, value: bytes) -> None:
        """Keeps the value if the store can."""
        if self._resting():
            return
        try:
            gone = self._store.put(key, value)
        except Exception as error:
            self._failed(error)
            return
        self._worked()
        self._counts.stored.labels(self.name).inc()
        if gone:
            self._counts.evicted.labels(self.name).inc(gone)

    def spoilt(self) -> None:
        """Counts an entry that was not what had been kept."""
        self._counts.errors.labels(self.name).inc()

    def _resting(self) -> bool:
        return self._rest > 0 and self._clock() < self._until

    def _failed(self, error: Exception) -> None:
        self._counts.errors.labels(self.name).inc()
        if not self._rest:
            self._logger.warning("cache fails", store=self.name, error=f"{type(error).__name__}: {error}")
        self._rest = min(max(2 * self._rest, _FIRST_REST), _LONGEST_REST)
        self._until = self._clock() + self._rest

    def _worked(self) -> None:
        if self._rest:
            self._rest = 0.0
            self._logger.info("cache works again", store=self.name)
