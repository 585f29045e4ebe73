"""The cache's Prometheus figures."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge

from api.cache.store import Memory

__all__ = ["Counts"]


class Counts:
    """Hits by kind of question and by the store that had it, misses, and what became of the stores."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry
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
        held = Gauge("backalley_cache_memory_bytes", "Bytes of answers held in memory", registry=self._registry)
        held.set_function(lambda: memory.size)
        entries = Gauge("backalley_cache_memory_entries", "Answers held in memory", registry=self._registry)
        entries.set_function(lambda: memory.entries)
