"""Outputs: JSON lines plain and packed, tables with typed columns; equal rows give equal bytes."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

from solver.batch.chunk import Recipe, answer
from solver.batch.fields import Fields
from solver.batch.sink import Form, write_table
from solver.batch.source import Dealt, DealtRecords, Lines
from solver.batch.tasks import Question
from solver.errors import DealError
from solver.game.rules import STANDARD

DEALT = DealtRecords(Dealt(40, (3, 4), 7, STANDARD), 0, 40)


def test_the_form_is_told_by_the_name() -> None:
    assert Form.of("x.jsonl") == Form.of("-") == Form()
    assert Form.of("x.jsonl.GZ") == Form(packed="gz")


def test_packed_lines_hold_the_same_and_come_out_the_same() -> None:
    rows = answer(Recipe(), DEALT).rows
    plain = Form().encode(rows, Fields(), Question())
    packed = Form(packed="gz").encode(rows, Fields(), Question())
    assert [json.loads(line)["line"] for line in plain.splitlines()] == list(range(1, 41))
    assert gzip.decompress(packed + packed) == plain + plain
    assert packed == Form(packed="gz").encode(rows, Fields(), Question())
    assert Form().encode([], Fields(), Question()) == b""


def test_zst() -> None:
    zstandard = pytest.importorskip("zstandard", reason="the extra zstd is not installed")
    rows = answer(Recipe(), DEALT).rows
    packed = Form.of("x.zst").encode(rows, Fields(), Question())
    assert zstandard.ZstdDecompressor().stream_reader(packed).read() == Form().encode(rows, Fields(), Question())


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    for name, extra in (("x.parquet", "parquet"), ("x.zst", "zstd")):
        with pytest.raises(DealError, match=rf"back-alley\[{extra}\]"):
            Form.of(name)


@pytest.mark.parametrize(
    ("names", "leader"),
    [
        (None, None),
        ("line,deal,tricks,max_tricks,nodes", None),
        ("tricks.N.NS,rules,line", None),
        ("cards,best", "N"),
        ("tricks,result.line", "N"),
    ],
)
def test_tables_hold_what_the_lines_hold(tmp_path: Path, names: str | None, leader: str | None) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    question = Question(leader=leader)
    fields = Fields() if names is None else Fields.parse(names, question)
    wanted = [json.loads(row) for row in answer(Recipe(question, fields), DEALT).rows if isinstance(row, str)]
    form = Form.of("x.parquet")
    bad = answer(Recipe(question, fields, columns=True), Lines(((41, "junk"),))).rows
    rows = answer(Recipe(question, fields, columns=True), DEALT).rows
    parts = [form.encode(rows, fields, question), form.encode(bad, fields, question)]
    target = tmp_path / "x.parquet"
    write_table(parts, fields, question, target)
    *found, error = parquet.read_table(target).to_pylist()
    assert error["error"].startswith("line 41: ")
    for row, record in zip(found, wanted, strict=True):
        assert row.pop("error") is None
        for name, value in row.items():
            held = record
            path = name.split(".")
            for step in path if path[0] in ("line", "id", "deal", "result") else ("result", *path):
                held = held.get(step) if isinstance(held, dict) else None
            assert value == held or json.loads(value) == held
    schema = parquet.read_table(target).schema
    if names == "line,deal,tricks,max_tricks,nodes":
        assert [str(kind) for kind in schema.types] == ["int64", "string", *["int8"] * 10, "int64", "string"]


def test_tables_come_out_the_same_and_join_in_order() -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    fields = Fields.parse("line,tricks", Question())
    rows = answer(Recipe(fields=fields, columns=True), DEALT).rows
    form = Form.of("x.parquet")
    outs = []
    for _ in range(2):
        out = io.BytesIO()
        write_table(
            [form.encode(rows[:30], fields, Question()), form.encode(rows[30:], fields, Question())],
            fields,
            Question(),
            out,
        )
        outs.append(out.getvalue())
    assert outs[0] == outs[1]
    table = parquet.read_table(io.BytesIO(outs[0]))
    assert table["line"].to_pylist() == list(range(1, 41))
    assert parquet.ParquetFile(io.BytesIO(outs[0])).num_row_groups == 2


@pytest.mark.parametrize("task", ["bids", "score", "review"])
def test_every_task_has_columns(task: str) -> None:
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    played = {"hands": {"N": "A.2..", "E": "K.4..", "S": "Q.6..", "W": "J.8.."}, "trump": "H", "dealer": "W"}
    if task != "bids":
        played["bids"] = {"N": 1, "E": "board", "S": 0, "W": 0}  # type: ignore[assignment]
    if task == "score":
        played["tricks"] = {"NS": 1}  # type: ignore[assignment]
    question = Question(task)
    fields = Fields(question.members() if task != "review" else tuple(n for n in question.members() if n != "ms"))
    rows = answer(Recipe(question, fields, columns=True), Lines(((1, json.dumps(played)),))).rows
    assert rows[0][-1] is None
    assert Form.of("x.parquet").encode(rows, fields, question)
