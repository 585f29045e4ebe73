"""Paths into records: all that stand in some record may be named, and what can stand in none is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import any_rules, played

from solver.batch.chunk import Recipe, answer
from solver.batch.fields import RECORD, Fields, check_path
from solver.batch.source import Lines
from solver.batch.tasks import TASKS, Question
from solver.errors import DealError


def paths(value: Any, way: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """All paths of objects within objects."""
    for name, item in value.items() if isinstance(value, dict) else ():
        yield (*way, name)
        yield from paths(item, (*way, name))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TASKS), st.sampled_from([None, "N"]), played(any_rules, st.integers(1, 3)))
def test_whatever_stands_in_a_record_may_be_named(task: str, leader: str | None, deal: Any) -> None:
    question = Question(task, leader=leader if task == "solve" and not deal.play else None)
    (row,) = answer(Recipe(question), Lines(((1, str(deal)),))).rows
    assert isinstance(row, str)
    for path in paths(json.loads(row)):
        check_path(path, question.answers(), task)
        if path[0] == "result" and len(path) > 1:
            name = ".".join(path[1:])
            assert Fields.parse(f"result.{name}", question).paths() == [path]


@pytest.mark.parametrize(
    ("task", "wrong", "said"),
    [
        ("solve", "tricks.Z", "tricks has N, E, S, W, NS, EW"),
        ("solve", "tricks.N.NS.x", "tricks.N.NS is kept whole"),
        ("solve", "tricks.N.N", "tricks.N has NS, EW"),
        ("solve", "best.0", "best is kept whole"),
        ("solve", "cards.ZZ", "cards has a card"),
        ("solve", "deal.hands", "deal is kept whole"),
        ("solve", "line.1", "line is kept whole"),
        ("solve", "rules.nothing", "rules has"),
        ("solve", "result.result", "which has"),
        ("solve", "nothing", "which has line, id"),
        ("solve", "tricks.", "tricks has"),
        ("bids", "options.26", "options has a bid"),
        ("bids", "constraints.most", "constraints has fixed"),
        ("bids", "plan.replies.board.x", "plan.replies.board is kept whole"),
        ("review", "plays.0.card", "plays is kept whole"),
        ("review", "players.N.loss", "players.N has"),
        ("score", "contracts.NS.x", "contracts.NS is kept whole"),
    ],
)
def test_what_stands_in_none_is_told(task: str, wrong: str, said: str) -> None:
    with pytest.raises(DealError, match="is no field of") as refused:
        Fields.parse(wrong, Question(task))
    assert said in str(refused.value)
    assert refused.value.pointer == "/fields"


def test_a_leader_leaves_no_table() -> None:
    Fields.parse("tricks.N.NS", Question())
    with pytest.raises(DealError, match="tricks has NS, EW"):
        Fields.parse("tricks.N.NS", Question(leader="N"))


def test_members_of_a_record_come_first() -> None:
    for name in RECORD:
        assert Fields.parse(name, Question("bids")).paths() == [(name,)]
    assert Fields.parse("result.line", Question("bids")).paths() == [("result", "line")]
