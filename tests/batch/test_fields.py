"""Fields: what is kept is a part of the whole record, in every form, and names that cannot be are told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from solver.batch.chunk import Answers, Recipe, answer
from solver.batch.fields import Columns, Fields
from solver.batch.source import Lines
from solver.batch.tasks import TASKS, Question
from solver.deal import Deal
from solver.dealing import deals
from solver.errors import DealError


def lines_of(dealt: list[Deal]) -> Lines:
    return Lines(tuple((number, str(deal)) for number, deal in enumerate(dealt, 1)))


def records(answers: Answers) -> list[dict[str, Any]]:
    return [json.loads(row) for row in answers.rows if isinstance(row, str)]


@pytest.mark.parametrize("names", ["line", "deal,tricks", "max_tricks.NS,tricks.N.NS,line", "board", "result", "rules"])
def test_fields_are_parts_of_the_whole_record(names: str) -> None:
    dealt = list(deals(4, 20, 2))
    fields = Fields.parse(names, Question())
    whole = [json.loads(row) for row in answer(Recipe(), lines_of(dealt)).rows if isinstance(row, str)]
    found = records(answer(Recipe(fields=fields), lines_of(dealt)))
    assert found == [fields.prune(record) for record in whole]
    assert found != whole


def test_the_time_only_where_it_is_asked_for() -> None:
    (deal,) = deals(3, 1, 1)
    assert "ms" not in records(answer(Recipe(), lines_of([deal])))[0]["result"]
    (found,) = records(answer(Recipe(fields=Fields.parse("ms", Question())), lines_of([deal])))
    assert list(found["result"]) == ["ms"]


@pytest.mark.parametrize("task", TASKS)
def test_every_member_may_be_named_and_nothing_else(task: str) -> None:
    question = Question(task)
    assert Fields.parse(" , ".join(question.members()), question).names == question.members()
    for wrong, said in (("", "no field is named"), ("nothing", "no field of"), ("result.nothing", "no field of")):
        with pytest.raises(DealError, match=said):
            Fields.parse(wrong, question)


def test_errors_are_told_whatever_is_kept() -> None:
    (row,) = answer(Recipe(fields=Fields(("nodes",))), Lines(((9, "junk"),))).rows
    assert isinstance(row, str)
    assert json.loads(row)["line"] == 9


def test_line_is_the_record_s_number_and_result_line_the_bids() -> None:
    (deal,) = deals(4, 1, 2)
    question = Question("bids")
    fields = Fields.parse("line,result.line,margin", question)
    (record,) = records(answer(Recipe(question, fields), lines_of([deal])))
    assert record["line"] == 1
    assert set(record["result"]["line"]) == set("NESW")
    assert Columns.of(fields, question).names == ("line", "result.line", "margin", "error")
    ((number, line, margin, _),) = answer(Recipe(question, fields, columns=True), lines_of([deal])).rows
    assert (number, json.loads(line), margin) == (1, record["result"]["line"], record["result"]["margin"])
    assert fields.hidden(question) == ["line"]
    assert Fields.parse("line,tricks", Question()).hidden(Question()) == []


def test_the_tricks_of_a_leader_have_columns_of_their_own() -> None:
    dealt = list(deals(3, 3, 2))
    for question, names in ((Question(leader="N"), ("tricks.NS", "tricks.EW")), (Question(), ("tricks.N.NS",))):
        fields = Fields.parse("tricks", question)
        assert set(names) <= set(Columns.of(fields, question).names)
        for row in answer(Recipe(question, fields, columns=True), lines_of(dealt)).rows:
            assert None not in row[:-1]
