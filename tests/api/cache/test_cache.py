"""Stores behind one another."""

from __future__ import annotations

import io
import json
import sqlite3
from pathlib import Path

import fakeredis
import pytest
from prometheus_client import CollectorRegistry

from api.cache.cache import Cache
from api.cache.counts import Counts
from api.cache.file import File
from api.cache.redis import Redis
from api.cache.store import Memory, Store
from api.http.logs import make_logger
from api.settings import Settings, SettingsError


class Beside:
    """A cache with what it counts and logs."""

    def __init__(self, *stores: Store, least: float = 0.0) -> None:
        self.registry = CollectorRegistry()
        self.log = io.StringIO()
        self.cache = Cache(stores, Counts(self.registry), make_logger(self.log), least)

    def count(self, name: str, **labels: str) -> float:
        return self.registry.get_sample_value(f"backalley_cache_{name}_total", labels) or 0.0


@pytest.fixture
def redis() -> Redis:
    store = Redis("redis://localhost", 60)
    store._client = fakeredis.FakeRedis()
    return store


def test_what_a_later_store_has_comes_to_the_earlier_ones(tmp_path: Path, redis: Redis) -> None:
    memory, file = Memory(1 << 20), File(tmp_path / "answers.db", 1 << 20)
    Beside(redis).cache.keep(b"key", b"value", 1.0)
    beside = Beside(memory, file, redis)
    for store in ("redis", "memory"):
        kept = beside.cache.find(b"key")
        assert kept is not None
        assert (kept.value, kept.store) == (b"value", store)
        assert beside.count("hits", kind="answer", store=store) == 1
    assert Beside(file).cache.get(b"key") == b"value"
    assert beside.cache.find(b"other") is None
    assert beside.count("misses", kind="answer") == 1


def test_redis_drops_answers_in_time(redis: Redis) -> None:
    redis.put(b"key", b"value")
    assert 0 < redis._client.ttl(redis._client.keys()[0]) <= 60


def test_what_took_no_time_is_not_kept() -> None:
    beside = Beside(Memory(1 << 20), least=0.01)
    assert beside.cache.keep(b"key", b"value", 0.009) is None
    assert beside.cache.find(b"key") is None
    assert beside.cache.keep(b"key", b"value", 0.011) is not None
    assert beside.cache.find(b"key") is not None


@pytest.mark.parametrize("spoilt", [b"", b"short", bytes(100)])
def test_an_entry_that_is_not_what_was_kept_is_not_there(tmp_path: Path, spoilt: bytes) -> None:
    path = tmp_path / "answers.db"
    beside = Beside(File(path, 1 << 20))
    beside.cache.keep(b"one", b"value", 1.0)
    beside.cache.keep(b"two", b"value", 1.0)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE answers SET value = ? WHERE number = 1", (spoilt,))
        # The right value under the wrong key is as wrong.
        connection.execute("UPDATE answers SET value = (SELECT value FROM answers WHERE number = 1) WHERE number = 2")
    assert beside.cache.find(b"one") is beside.cache.find(b"two") is None
    assert beside.count("errors", store="file") == 2
    Beside(File(path, 1 << 20)).cache.keep(b"one", b"value", 1.0)
    assert beside.cache.find(b"one") is not None


def test_answers_of_another_build_are_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "answers.db"
    Beside(File(path, 1 << 20)).cache.keep(b"key", b"value", 1.0)
    monkeypatch.setattr("api.cache.cache.fingerprint", lambda: b"another!")
    assert Beside(File(path, 1 << 20)).cache.find(b"key") is None


def test_a_full_disk_is_counted_and_told_once_and_the_memory_goes_on(tmp_path: Path) -> None:
    file = File(tmp_path / "answers.db", 1 << 30)
    file.put(b"old", b"value")
    file._connection().execute("PRAGMA max_page_count = 20")  # SQLite then says that the disk is full
    beside = Beside(Memory(1 << 20), file)
    for number in range(20):
        beside.cache.keep(bytes([number]), bytes(10_000), 1.0)
    assert all(beside.cache.find(bytes([number])) for number in range(20))
    assert beside.count("errors", store="file") >= 1
    told = [json.loads(line) for line in beside.log.getvalue().splitlines()]
    assert [line["event"] for line in told] == ["cache fails"]
    assert "full" in told[0]["error"]


def test_stores_that_cannot_be_are_told_at_the_start(tmp_path: Path) -> None:
    for changed, said in (
        ({"cache_file": str(tmp_path / "nowhere" / "answers.db")}, "cache_file cannot be"),
        ({"cache_redis": "localhost:6379"}, "cache_redis cannot be"),
    ):
        with pytest.raises(SettingsError, match=said):
            Cache.of(Settings(**changed), Counts(CollectorRegistry()), make_logger(io.StringIO()))  # type: ignore[arg-type]


def test_nothing_is_kept_where_nothing_is_set() -> None:
    cache = Cache.of(Settings(cache_mb=0), Counts(CollectorRegistry()), make_logger(io.StringIO()))
    assert not cache.on
    assert cache.known is None
    assert cache.keep(b"key", b"value", 9.0) is None
    assert cache.find(b"key") is None
