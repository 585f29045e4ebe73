"""What a run counts: the same in any order, percentiles, words and JSON; how far it is, and its page of charts."""

from __future__ import annotations

import io
import json
from contextlib import closing
from pathlib import Path
from xml.dom import minidom

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.batch.engines import Threads
from solver.batch.job import Job
from solver.batch.progress import Progress, span
from solver.batch.report import page, read_run
from solver.batch.run import RunError, RunFolder
from solver.batch.source import Dealt, StreamSource
from solver.batch.summary import Spread, Summary
from solver.batch.tally import Tally
from solver.batch.tasks import Question
from solver.dealing import deals
from solver.errors import Cancelled
from solver.game.cards import Seat, Side
from solver.game.rules import STANDARD
from solver.search import Cancel, solve

VALUES = st.lists(st.tuples(st.sampled_from(["tricks", "margin"]), st.integers(1, 13), st.integers(-50, 50)))


def tally_of(values: list[tuple[str, int, int]]) -> Tally:
    tally = Tally()
    for name, cards, value in values:
        tally.add(name, cards, value)
        tally.took(cards / 1000)
        tally.records += 1
    return tally


@given(VALUES, VALUES)
def test_tallies_add_up_and_come_back_from_json(
    one: list[tuple[str, int, int]], two: list[tuple[str, int, int]]
) -> None:
    merged = tally_of(one)
    merged.merge(tally_of(two))
    whole = tally_of(two + one)
    assert {**merged.to_dict(), "seconds": 0} == {**whole.to_dict(), "seconds": 0}
    assert Tally.from_dict(json.loads(json.dumps(merged.to_dict()))).to_dict() == merged.to_dict()


def test_percentiles_are_right_to_their_width() -> None:
    tally = Tally()
    for number in range(1, 1001):
        tally.took(number / 1000)
    for share in (0.1, 0.5, 0.9, 0.99):
        assert share <= tally.percentile(share) <= share * 1.1
    assert Tally().percentile(0.5) == 0


@given(st.lists(st.integers(-100, 100), min_size=1))
def test_a_spread_is_that_of_its_values(values: list[int]) -> None:
    tally = Tally()
    for value in values:
        tally.add("margin", 5, value)
    spread = Spread.of(tally.values("margin")[5])
    assert (spread.count, spread.least, spread.most) == (len(values), min(values), max(values))
    assert spread.mean == pytest.approx(sum(values) / len(values), abs=1e-4)


def finished(folder: Path, count: int = 40) -> Summary:
    job = Job(Dealt(count, (3, 4), 7, STANDARD), chunk=7)
    with closing(RunFolder.open(folder, None, job.describe())) as run, closing(Threads(2)) as engine:
        return Summary.of("solve", job.run(run, engine), seconds=run.state.seconds, size=run.state.size)


def test_the_summary_counts_what_the_answers_say(tmp_path: Path) -> None:
    found = finished(tmp_path / "run").to_dict()
    solved = [solve(deal) for at in range(40) for deal in [list(deals(3 + at % 2, at + 1, 7))[at]]]
    threes = [answer for place, answer in enumerate(solved) if place % 2 == 0]
    tricks = [answer.tricks[seat][Side.NS] for answer in threes for seat in Seat]  # type: ignore[union-attr,index]
    assert found["counts"]["tricks"]["3"]["values"] == {str(t): tricks.count(t) for t in sorted(set(tricks))}
    boards = [
        sum(answer.board[seat][seat.side] == 3 for seat in Seat)  # type: ignore[union-attr]
        for answer in threes
    ]
    assert found["counts"]["boards"]["3"]["values"] == {str(b): boards.count(b) for b in sorted(set(boards))}
    assert (found["records"], found["errors"]) == (40, 0)


def test_the_summary_in_words(tmp_path: Path) -> None:
    text = finished(tmp_path / "run").text()
    assert text.startswith("40 records of solve in 0 s")
    assert "bytes each" in text
    assert "  4 cards: mean " in text


def test_errors_are_told_by_rule() -> None:
    job = Job(StreamSource(["W H N:A... K... Q... J.2..", "junk"]))
    told: list[Tally] = []
    with closing(Threads(1)) as engine:
        list(job.stream(engine, told.append))
    summary = Summary.of("solve", told[-1])
    assert summary.faults == {"R2": 1, "other": 1}
    assert "2 with an error" in summary.text()


def test_a_page_of_a_run_that_is_done_and_of_one_that_goes_on(tmp_path: Path) -> None:
    finished(tmp_path / "run")
    manifest, summary = read_run(tmp_path / "run")
    whole = page(manifest, summary)
    assert summary.status == "done"
    job = Job(Dealt(40, (3, 4), 7, STANDARD), chunk=7)
    cancel = Cancel()
    with (
        closing(RunFolder.open(tmp_path / "half", None, job.describe())) as run,
        closing(Threads(1)) as engine,
    ):
        with pytest.raises(Cancelled):
            job.run(run, engine, lambda tally: cancel.set() if tally.records >= 14 else None, cancel)
        manifest, summary = read_run(tmp_path / "half")  # while it is held
    assert summary.status == "running"
    assert 14 <= summary.records < 40
    assert "seed 7" in page(manifest, summary)
    for text in (whole, page(manifest, summary)):
        minidom.parseString(
            text.replace("<!doctype html>", "")
            .replace('name="viewport" content="width=device-width">', 'name="v"/>')
            .replace('<meta charset="utf-8">', "")
        )
        assert text.count("<svg") == 6
        assert "http" not in text


def test_a_page_of_no_run(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no folder of a run"):
        read_run(tmp_path)


def test_a_name_cannot_break_the_page(tmp_path: Path) -> None:
    finished(tmp_path / "run")
    manifest, summary = read_run(tmp_path / "run")
    text = page({**manifest, "source": {}, "input": "<script>"}, summary)
    assert "<script>" not in text


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


def test_reviews_are_counted() -> None:
    tally = Tally()
    tally.result(
        "review",
        2,
        {
            "tricks": {"NS": 1, "EW": 1},
            "account": {"par_margin": 3, "final_margin": -4},
            "players": {"N": {"loss_points": 7}},
        },
    )
    assert {name for name, _ in tally.counts} == {"tricks", "par", "margin", "loss"}
    assert Question("review").with_tricks
