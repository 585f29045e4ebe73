"""Bodies as they come in: lines whatever the pieces, bounds, and nothing held."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from job_runs import ROOMY, body_of, lines_of_job, parsed, store_at, taken, work_off

from api.jobs.errors import TooMuchError
from api.jobs.intake import numbered_lines, take_in
from api.jobs.store import Store
from solver.errors import DealError


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = store_at(tmp_path / "jobs.sqlite")
    yield made
    made.database.close()


@given(
    st.lists(st.sampled_from([b"", b"  ", b"# told", b"a", b"bc", "ÄÖ".encode(), b"\xff\xfe", b"d\r"]), max_size=12),
    st.booleans(),
    st.lists(st.integers(1, 9), min_size=1, max_size=5),
)
def test_lines_are_the_same_however_they_come(lines: list[bytes], ends: bool, sizes: list[int]) -> None:
    body = b"\n".join(lines) + (b"\n" if ends else b"")
    pieces, start, turn = [], 0, 0
    while start < len(body):
        pieces.append(body[start : start + sizes[turn % len(sizes)]])
        start += sizes[turn % len(sizes)]
        turn += 1
    told = [(number, line.decode(errors="replace").strip()) for number, line in enumerate(body.split(b"\n"), 1)]
    assert list(numbered_lines(pieces, 100)) == [(n, text) for n, text in told if text and not text.startswith("#")]


@given(st.lists(st.integers(0, 12), min_size=1, max_size=8), st.integers(1, 7))
def test_the_first_line_that_is_too_long_is_named(lengths: list[int], size: int) -> None:
    body = b"\n".join(b"x" * length for length in lengths) + b"\n"
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    wrong = next((place for place, length in enumerate(lengths, 1) if length > 8), None)
    if wrong is None:
        assert len(list(numbered_lines(pieces, 8))) == sum(length > 0 for length in lengths)
    else:
        with pytest.raises(TooMuchError, match=rf"line {wrong} is longer than 8 bytes"):
            list(numbered_lines(pieces, 8))


def test_bounds_are_told_and_leave_nothing(store: Store) -> None:
    body = body_of(30)
    for limits, words in (
        (replace(ROOMY, bytes=len(body) - 1), "at most"),
        (replace(ROOMY, records=29), "at most 29 records, and line 30 is one more"),
        (replace(ROOMY, line=40), "line 1 is longer than 40 bytes"),
    ):
        with pytest.raises(TooMuchError, match=words):
            taken(store, body, key="mine", limits=limits)
    exact = replace(ROOMY, bytes=len(body), records=30, jobs=1)
    assert taken(store, body, key="mine", limits=exact).total == 30


@pytest.mark.parametrize("body", [b"", b"\n\n", b"# only\n# words\n"])
def test_a_body_without_records_is_no_job(store: Store, body: bytes) -> None:
    with pytest.raises(DealError, match="at least one record"):
        taken(store, body)


def test_bad_lines_are_records_with_their_line(store: Store) -> None:
    good = body_of(2).splitlines()
    body = b"\n".join([good[0], b"", b"# words", b"{", b"\xff", b'{"deal": 7, "id": "x"}', good[1]])
    job = taken(store, body)
    work_off(store)
    records = parsed(lines_of_job(store, job.id))
    assert [record["line"] for record in records] == [1, 4, 5, 6, 7]
    assert ["error" in record for record in records] == [False, True, True, True, False]
    assert records[3]["id"] == "x"
    assert (store.find(job.id).done, store.find(job.id).errors) == (5, 3)


def test_a_long_body_is_never_held_whole(store: Store) -> None:
    line = body_of(1, 13)
    count = 8_000_000 // len(line)
    tracemalloc.start()
    try:
        job = take_in(store, replace(ROOMY, bytes=10**9), "solve", None, (line * 50 for _ in range(count // 50)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert job.total == count // 50 * 50
    assert peak < 5_000_000
