"""The cache's Prometheus figures."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter

from api.cache.store import Memory

__all__ = ["Counts"]


class Counts:
    """Hits by kind of question and by the store that had it, misses, and what became of the stores."""

    def __init__(
        self,
        registry: CollectorRegistry,
        gauge: Callable[[str, str, Callable[[], float]], None] = lambda _name, _about, _look: None,
    ) -> None:
        """``gauge`` shows what has this name, is this, and is looked up so."""
        self._gauge = gauge
        self.hits = Counter(
            "backalley_cache_hits",
            "Whole answers, or searches within an answer, that were found in the cache",
            ["kind", "store"],
            registry=registry,
        )
        self.misses = Counter(
            "backalley_cache_misses", "Answers or searches that the cache did not have", ["kind"], registry=registry
        )
        self.stored = Counter("backalley_cache_stored", "Entries written", ["store"], registry=registry)
        self.evicted = Counter(
            "backalley_cache_evicted", "Entries that had to go for others", ["store"], registry=registry
        )
        self.errors = Counter(
            "backalley_cache_errors", "Failures of a store, and spoilt entries", ["store"], registry=registry
        )

    def watch(self, memory: Memory) -> None:
        """Shows what the memory holds."""
        self._gauge("backalley_cache_memory_bytes", "Bytes of answers held in memory", lambda: memory.size)
        self._gauge("backalley_cache_memory_entries", "Answers held in memory", lambda: memory.entries)
