"""What a run counts: the same in any order, percentiles, words and JSON."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.batch.engines import Threads
from solver.batch.job import Job
from solver.batch.run import RunFolder
from solver.batch.source import Dealt, StreamSource
from solver.batch.summary import Spread, Summary, Tally
from solver.dealing import deals
from solver.game.cards import Seat, Side
from solver.game.rules import STANDARD
from solver.search import solve

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
