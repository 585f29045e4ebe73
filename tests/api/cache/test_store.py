"""Answers in memory, bounded by bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from api.cache.store import Memory

ENTRIES = st.lists(st.tuples(st.binary(min_size=1, max_size=3), st.binary(max_size=3000)), max_size=60)


@given(ENTRIES)
def test_it_never_holds_more_than_it_may_and_never_another_value(entries: list[tuple[bytes, bytes]]) -> None:
    memory = Memory(10_000)
    last: dict[bytes, bytes] = {}
    gone = 0
    for key, value in entries:
        gone += memory.put(key, value)
        last[key] = value
        assert memory.size <= 10_000
        assert memory.get(key) in (None, value) or len(value) > 2000
    held = sum(memory.get(key) is not None for key in last)
    assert held == memory.entries
    assert gone >= 0


def test_the_least_used_go_first_and_are_counted() -> None:
    memory = Memory(4000)  # room for three
    assert [memory.put(bytes([key]), bytes(780)) for key in range(4)] == [0, 0, 0, 0]
    assert memory.get(b"\0") is not None
    assert memory.put(b"\4", bytes(780)) == 1
    assert memory.get(b"\0") is not None
    assert memory.get(b"\1") is None
    assert memory.put(b"\4", bytes(700)) == 0  # in its own place


def test_an_entry_that_would_fill_it_is_not_kept() -> None:
    memory = Memory(4000)
    memory.put(b"a", b"small")
    assert memory.put(b"b", bytes(1000)) == 0
    assert memory.get(b"b") is None
    assert memory.get(b"a") == b"small"
