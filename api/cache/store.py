"""Where answers are kept, and the first such place: memory, bounded by bytes."""

from __future__ import annotations

import threading
from typing import Final, Protocol

from cachetools import LRUCache

__all__ = ["Memory", "Store"]

_BESIDE: Final = 200
"""Bytes that an entry takes beside its own."""


class Store(Protocol):
    """Keeps values by key, loses the old ones for new ones, and may raise whatever its own library raises."""

    @property
    def name(self) -> str: ...

    def get(self, key: bytes) -> bytes | None: ...

    def put(self, key: bytes, value: bytes) -> int:
        """Keeps the value; the number of others that had to go for it."""


def _size(entry: bytes) -> int:
    return len(entry) + _BESIDE


class Memory:
    """The entries used last, up to so many bytes in all; an entry of more than a quarter of that is not kept."""

    name: Final = "memory"

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: LRUCache[bytes, bytes] = LRUCache(most, getsizeof=_size)

    @property
    def size(self) -> int:
        """Bytes held."""
        return int(self._kept.currsize)

    @property
    def entries(self) -> int:
        return len(self._kept)

    def get(self, key: bytes) -> bytes | None:
        with self._lock:
            found = self._kept.get(key)
        return None if found is None else found[len(key) :]

    def put(self, key: bytes, value: bytes) -> int:
        # The key is kept with its value, so that the size of an entry counts both.
        entry = key + value
        if 4 * _size(entry) > self._most:
            return 0
        with self._lock:
            before = len(self._kept) + (key not in self._kept)
            self._kept[key] = entry
            return before - len(self._kept)
