"""The cache as the service sees it: stores behind one another, the quickest first."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from structlog.typing import FilteringBoundLogger

from api.cache.build import fingerprint
from api.cache.counts import Counts
from api.cache.file import File
from api.cache.guarded import Guarded
from api.cache.redis import Redis
from api.cache.store import Memory, Store
from api.settings import Settings, SettingsError
from solver.search.known import Known

__all__ = ["Cache", "Kept"]

_TAG: Final = 16
_WHEN: Final = 4
_DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class Kept:
    """What was kept: its bytes, a tag that no other bytes under this key have, and when it was, in Unix seconds."""

    value: bytes
    tag: bytes
    when: int
    store: str = ""

    @classmethod
    def of(cls, key: bytes, value: bytes) -> Self:
        """Kept now."""
        return cls(value, _tag(key, value), int(time.time()))

    @property
    def age(self) -> int:
        """Seconds since."""
        return max(0, int(time.time()) - self.when)

    def framed(self) -> bytes:
        return self.tag + self.when.to_bytes(_WHEN, "big") + self.value

    @classmethod
    def unframed(cls, frame: bytes, store: str) -> Self:
        return cls(frame[_TAG + _WHEN :], frame[:_TAG], int.from_bytes(frame[_TAG : _TAG + _WHEN], "big"), store)


class Cache:
    """Answers and searches kept in ``stores``; what is found in a later one goes to those before it.

    What took less than ``least`` seconds to find is not kept.  Entries of a file or of Redis carry a checksum: one
    that is not what was kept counts as an error and is not there.
    """

    def __init__(
        self, stores: Sequence[Store], counts: Counts, logger: FilteringBoundLogger, least: float = 0.0
    ) -> None:
        self._stores = [Guarded(store, counts, logger) for store in stores]
        self._counts = counts
        self._least = least
        self._build = fingerprint() if any(not isinstance(store, Memory) for store in stores) else b""

    @classmethod
    def of(cls, settings: Settings, counts: Counts, logger: FilteringBoundLogger) -> Self:
        """As the settings say; SettingsError where a store cannot be."""
        stores: list[Store] = []
        if settings.cache_mb:
            memory = Memory(settings.cache_mb << 20)
            counts.watch(memory)
            stores.append(memory)
        if settings.cache_file:
            stores.append(_file(settings))
        if settings.cache_redis:
            stores.append(_redis(settings))
        return cls(stores, counts, logger, settings.cache_from_ms / 1000)

    @property
    def known(self) -> Known | None:
        """Where the search looks up what it has found before; None where nothing is kept."""
        return self if self._stores else None

    @property
    def on(self) -> bool:
        """Whether anything is kept at all."""
        return bool(self._stores)

    def find(self, key: bytes, kind: str = "answer") -> Kept | None:
        """What was kept under this key, if it is still there and sound."""
        if not self._stores:
            return None
        full = self._build + key
        for place, store in enumerate(self._stores):
            frame = store.get(full)
            if frame is None:
                continue
            kept = Kept.unframed(frame, store.name)
            if store.name != Memory.name and kept.tag != _tag(key, kept.value):
                store.spoilt()
                continue
            for before in self._stores[:place]:
                before.put(full, frame)
            self._counts.hits.labels(kind, store.name).inc()
            return kept
        self._counts.misses.labels(kind).inc()
        return None

    def keep(self, key: bytes, value: bytes, seconds: float) -> Kept | None:
        """Keeps what took so long to find; None where that was too little to be worth it."""
        if not self._stores or seconds < self._least:
            return None
        kept = Kept.of(key, value)
        for store in self._stores:
            store.put(self._build + key, kept.framed())
        return kept

    # As solver.search.known.Known has it: searches within an answer.

    def get(self, key: bytes) -> bytes | None:
        """The search's answer under this key."""
        kept = self.find(key, "search")
        return None if kept is None else kept.value

    def put(self, key: bytes, value: bytes, seconds: float) -> None:
        """Keeps an answer of the search."""
        self.keep(key, value, seconds)


def _tag(key: bytes, value: bytes) -> bytes:
    return hashlib.sha256(len(key).to_bytes(2, "big") + key + value).digest()[:_TAG]


def _file(settings: Settings) -> File:
    store = File(Path(settings.cache_file), settings.cache_file_mb << 20)
    try:
        store.check()
    except (sqlite3.Error, OSError) as error:
        raise SettingsError(f"cache_file cannot be {settings.cache_file}: {error}") from None
    return store


def _redis(settings: Settings) -> Redis:
    try:
        return Redis(settings.cache_redis, settings.cache_days * _DAY)
    except ImportError:
        raise SettingsError("cache_redis needs the extra redis: pip install 'back-alley[redis]'") from None
    except ValueError as error:
        raise SettingsError(f"cache_redis cannot be {settings.cache_redis!r}: {error}") from None
