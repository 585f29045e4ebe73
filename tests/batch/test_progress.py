"""How far a batch is: plain lines where there is no terminal, and times in words."""

from __future__ import annotations

import io

import pytest

from solver.batch.progress import Progress
from solver.batch.summary import Tally, span


def tally_of(values: list[tuple[str, int, int]]) -> Tally:
    tally = Tally()
    for name, cards, value in values:
        tally.add(name, cards, value)
        tally.took(cards / 1000)
        tally.records += 1
    return tally


def test_plain_lines_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    progress = Progress(100, stream=out)
    progress(tally_of([("tricks", 3, 1)] * 10))
    assert out.getvalue() == ""
    monkeypatch.setattr("solver.batch.progress._EVERY", 0)
    progress(tally_of([("tricks", 3, 1)] * 30))
    assert out.getvalue().startswith("30 of 100 records, 0 with an error, ")
    assert " left" in out.getvalue()
    Progress(None, stream=out, quiet=True)(Tally())


def test_spans() -> None:
    assert [span(seconds) for seconds in (3, 600, 36_000)] == ["3 s", "10 min", "10.0 h"]
