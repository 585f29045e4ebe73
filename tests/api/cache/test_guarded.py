"""Stores that fail."""

from __future__ import annotations

import io
import json

from prometheus_client import CollectorRegistry

from api.cache.counts import Counts
from api.cache.guarded import Guarded
from api.http.logs import make_logger


class Broken:
    """Fails while it is told to."""

    name = "broken"

    def __init__(self) -> None:
        self.fails = True
        self.asked = 0

    def get(self, key: bytes) -> bytes | None:
        self.asked += 1
        if self.fails:
            raise OSError(28, "No space left on device")
        return key

    def put(self, key: bytes, value: bytes) -> int:
        self.get(key + value)
        return 2


def test_a_failing_store_is_left_alone_ever_longer_and_told_of_once() -> None:
    store, log, registry, now = Broken(), io.StringIO(), CollectorRegistry(), [0.0]
    guarded = Guarded(store, Counts(registry), make_logger(log), lambda: now[0])
    assert guarded.get(b"x") is None
    assert guarded.get(b"x") is None
    guarded.put(b"x", b"y")
    assert store.asked == 1
    for tick in range(1, 301):
        now[0] = float(tick)
        guarded.put(b"x", b"y")
    assert store.asked == 10  # at once, after 1, 2, 4 … 32 seconds and then every 60
    store.fails = False
    now[0] += 60
    assert guarded.get(b"x") == b"x"
    guarded.put(b"x", b"y")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(line["event"], line["store"]) for line in lines] == [
        ("cache fails", "broken"),
        ("cache works again", "broken"),
    ]
    assert "No space left on device" in lines[0]["error"]
    of = {"store": "broken"}
    assert registry.get_sample_value("backalley_cache_errors_total", of) == 10
    assert registry.get_sample_value("backalley_cache_stored_total", of) == 1
    assert registry.get_sample_value("backalley_cache_evicted_total", of) == 2
