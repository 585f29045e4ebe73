"""Tables that are solved together: rows, counts and limits are those of one record after another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hard_deals import hard_deals
from hypothesis import given
from hypothesis import strategies as st

from solver.batch.chunk import Recipe, answer
from solver.batch.fields import Fields, to_text
from solver.batch.source import Dealt, DealtRecords, Lines
from solver.batch.summary import Tally
from solver.batch.tasks import Question, error_member
from solver.deal import Deal
from solver.dealing import deals
from solver.errors import Cancelled, LimitError
from solver.game.cards import Side
from solver.game.rules import PRESETS, STANDARD, Rules
from solver.search import Cancel, TableResult, solve

Asked = tuple[Deal, dict[str, Any]]
"""A deal, and what its line says beside it: ``id``, ``node_limit``."""


def lines_of(asked: list[Asked]) -> Lines:
    texts = [str(deal) if not beside else json.dumps({"deal": str(deal), **beside}) for deal, beside in asked]
    return Lines(tuple(enumerate(texts, 1)))


def one_by_one(asked: list[Asked], node_limit: int | None) -> tuple[list[str], Tally, str | None]:
    """The rows, counts and first error of the plain way: ``solve`` for each deal, and its answer as JSON."""
    rows, tally, first = [], Tally(), None
    for line, (deal, beside) in enumerate(asked, 1):
        record: dict[str, Any] = {"line": line, **({"id": beside["id"]} if "id" in beside else {}), "deal": str(deal)}
        tally.records += 1
        try:
            found = solve(deal, node_limit=beside.get("node_limit", node_limit))
        except LimitError as error:
            record["error"] = error_member(error)
            tally.errors += 1
            tally.faults["limit"] += 1
            first = first or f"line {line}: {error}"
        else:
            assert isinstance(found, TableResult)
            result = found.to_dict()
            del result["ms"]
            record["result"] = result
            rows_found = [*found.tricks.values(), *found.board.values()]
            names = [*found.tricks, *(f"board:{seat}" for seat in found.board)]
            tally.table(deal.cards, names, [row[_NS] for row in rows_found])
        rows.append(to_text(record))
    return rows, tally, first


_NS = Side.NS
ALL_RULES = [*PRESETS.values(), Rules.from_value({"board_levels": "none"})]
BESIDE = st.fixed_dictionaries(
    {},
    optional={
        "id": st.one_of(st.integers(-(10**12), 10**12), st.text(max_size=5)),
        "node_limit": st.sampled_from([1, 9, 50, 10**6]),
    },
)


@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(0, 10**6), st.sampled_from(ALL_RULES), BESIDE), max_size=12),
    st.sampled_from([None, 7, 40]),
)
def test_rows_counts_and_limits_are_those_of_one_record_after_another(
    made: list[tuple[int, int, Rules, dict[str, Any]]], node_limit: int | None
) -> None:
    asked = [(next(deals(size, 1, seed, rules)), beside) for size, seed, rules, beside in made]
    rows, tally, first = one_by_one(asked, node_limit)
    answers = answer(Recipe(Question(node_limit=node_limit)), lines_of(asked))
    assert answers.rows == rows
    assert answers.error == first
    assert answers.tally.counts == tally.counts
    assert (answers.tally.records, answers.tally.errors) == (tally.records, tally.errors)
    assert answers.tally.faults == tally.faults
    assert answers.tally.times.total() == tally.records - tally.errors


@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.sampled_from([None, 7, 40]))
def test_dealt_ones_are_like_those_read(sizes: list[int], node_limit: int | None) -> None:
    source = Dealt(30, tuple(sizes), 3, STANDARD)
    recipe = Recipe(Question(node_limit=node_limit))
    found = answer(recipe, DealtRecords(source, 0, 30))
    wanted = answer(recipe, lines_of([(source.deal(index), {}) for index in range(30)]))
    assert (found.rows, found.error, found.tally.counts) == (wanted.rows, wanted.error, wanted.tally.counts)


def test_the_first_error_is_that_of_the_first_record() -> None:
    hard, small = hard_deals()[0], next(deals(1, 1, 1))
    asked: list[Asked] = [(small, {}), (hard, {"node_limit": 3}), (small, {"id": "x"})]
    lines = Lines((*lines_of(asked).numbered, (4, "junk")))
    answers = answer(Recipe(), lines)
    assert answers.error is not None
    assert answers.error.startswith("line 2: the node limit")


@pytest.mark.parametrize("fields", ["ms", "tricks", "result", "deal,board.N,nodes", "rules,line", "max_tricks.EW,id"])
def test_columns_hold_what_the_records_hold(fields: str) -> None:
    asked: list[Asked] = [(deal, {"id": f"a{number}"}) for number, deal in enumerate(deals(3, 20, 4))]
    asked[3][1]["node_limit"] = 1
    question = Question()
    recipe = Recipe(question, Fields.parse(fields, question), True)
    columns = recipe.rows().columns
    assert columns is not None
    rows, _, _ = one_by_one(asked, None)
    for row, text in zip(answer(recipe, lines_of(asked)).rows, rows, strict=True):
        record = json.loads(text)
        named = dict(zip(columns.names, row, strict=True))
        assert named.pop("error") == (record["error"]["detail"] if "error" in record else None)
        for name, value in named.items():
            if name == "ms":
                assert (value is None) == ("error" in record)
                continue
            path = name.split(".")
            wanted: Any = record if path[0] in ("line", "id", "deal", "result") else record.get("result")
            for step in path:
                wanted = wanted.get(step) if isinstance(wanted, dict) else None
            assert value == (to_text(wanted) if isinstance(wanted, dict) else wanted)


def test_a_cancel_ends_it() -> None:
    cancel = Cancel()
    cancel.set()
    for records in (lines_of([(hard_deals()[0], {})]), DealtRecords(Dealt(3, (3,), 1, STANDARD), 0, 3)):
        with pytest.raises(Cancelled):
            answer(Recipe(), records, cancel)
