"""What a worker does: answers the records of one chunk and gives, or writes, their rows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from solver.batch.fields import Columns, Fields, Row, Rows, TableWriter
from solver.batch.source import DealtRecords, Entry, Records
from solver.batch.summary import Tally
from solver.batch.tables import Cards, Cases, Tricks, cases_of, solve_tables
from solver.batch.tasks import Asked, Question, error_member
from solver.errors import BackAlleyError, Cancelled, DealError, LimitError
from solver.formats.line import parts_to_line, rules_word
from solver.game.rules import Rules
from solver.requests.solve import SolveTask
from solver.search import Cancel

__all__ = ["Answers", "Recipe", "answer", "lost"]

_AT_ONCE: Final = 1024
"""Tables in one call."""
_NO_BOARDS: Final = ("the cases asked for are boards, and these rules have none", "R8")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What becomes of every record: the question, the members kept, and whether rows have columns.

    ``strict`` ends a chunk at its first error.
    """

    question: Question = field(default_factory=Question)
    fields: Fields = field(default_factory=Fields)
    columns: bool = False
    strict: bool = False

    def rows(self) -> Rows:
        """The writer of rows."""
        return Rows(self.fields, Columns.of(self.fields, self.question.task) if self.columns else None)


@dataclass(slots=True)
class Answers:
    """The rows of a chunk in order, what was counted, and the first error as a sentence, None if there was none."""

    rows: list[Row] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    error: str | None = None


def answer(recipe: Recipe, records: Records, cancel: Cancel | None = None) -> Answers:
    """Answers every record; what is wrong with one becomes its row.  Cancelled where ``cancel`` is set."""
    work = _Work(recipe, cancel)
    dealt = isinstance(records, DealtRecords) and recipe.question.task == "solve" and recipe.question.leader is None
    items = work.drawn(records) if dealt else work.read(records)  # type: ignore[arg-type]
    for item in items:
        if cancel is not None and cancel.is_set:
            raise Cancelled("cancelled before the batch was done")
        if isinstance(item, Entry):
            work.one(item)
        else:
            work.waiting.append(item)
            work.answers.rows.append("")
            if len(work.waiting) >= _AT_ONCE:
                work.tables()
        if recipe.strict and work.answers.error is not None:
            break
    work.tables()
    work.count()
    return work.answers


def lost(recipe: Recipe, records: Records, why: str) -> Answers:
    """The rows of records that no worker survived: each says ``why``."""
    work = _Work(recipe, None)
    error = DealError(why)
    for line, identity in records.places():
        work.wrong(Entry(line, identity, error), error)
    return work.answers


@dataclass(slots=True)
class _Table:
    """A table to be solved: whose row it is, the deal's line, its cards and cases."""

    row: int
    line: int
    id: str | int | None
    deal: str
    cards: Cards
    case_names: tuple[str, ...]
    cases: Cases


class _Work:
    """The answers of one chunk as they come."""

    def __init__(self, recipe: Recipe, cancel: Cancel | None) -> None:
        self.recipe = recipe
        self.question = recipe.question
        self.cancel = cancel
        self.answers = Answers()
        self.waiting: list[_Table] = []
        self._rows = recipe.rows()
        self._with_deal = not recipe.fields.names or "deal" in recipe.fields.names
        self._cases: dict[int, tuple[Rules, tuple[str, ...], Cases]] = {}
        self._values: dict[tuple[int, tuple[str, ...], tuple[int, ...]], int] = {}
        self._writers: dict[tuple[int, int, int, bool], TableWriter] = {}

    # --- Records in ------------------------------------------------------------------------------------

    def drawn(self, records: DealtRecords) -> Iterator[_Table]:
        """Dealt records as tables, without a Deal made of each."""
        rules = records.source.rules
        _, names, cases = self._cases_of(rules)
        if not cases:
            raise DealError(*_NO_BOARDS)
        limit = self.question.node_limit
        tail = rules_word(rules)
        for line, parts in records.drawn():
            text = parts_to_line(*parts) + tail if self._with_deal else ""
            trump = -1 if parts.trump is None else parts.trump
            yield _Table(
                len(self.answers.rows), line, None, text, Cards(parts.hands, trump, rules, None, limit), names, cases
            )

    def read(self, records: Records) -> Iterator[Entry | _Table]:
        """Records as tables where that is all that is asked, else as they are."""
        for entry in records.entries(self.question):
            task = entry.task
            if type(task) is not SolveTask or task.leader is not None or task.exempt or task.deal.play:
                yield entry
                continue
            deal = task.deal
            _, names, cases = self._cases_of(deal.rules)
            if not cases:
                yield Entry(entry.line, entry.id, DealError(*_NO_BOARDS))
                continue
            trump = -1 if deal.trump is None else int(deal.trump)
            cards = Cards(deal.hands, trump, deal.rules, task.time_limit, task.node_limit)
            text = str(deal) if self._with_deal else ""
            yield _Table(len(self.answers.rows), entry.line, entry.id, text, cards, names, cases)

    def _cases_of(self, rules: Rules) -> tuple[Rules, tuple[str, ...], Cases]:
        known = self._cases.get(id(rules))
        if known is None:
            cases = cases_of(rules, self.question.cases)
            known = self._cases[id(rules)] = (rules, tuple(cases), tuple(cases.values()))
        return known

    # --- Answers out -----------------------------------------------------------------------------------

    def tables(self) -> None:
        """Solves the tables that wait, and puts their rows where they belong."""
        question = self.question
        asked = [(table.cards, table.cases) for table in self.waiting]
        solved = solve_tables(asked, time_limit=question.time_limit, memory_mb=question.memory_mb, cancel=self.cancel)
        for table, tricks in zip(self.waiting, solved, strict=True):
            if isinstance(tricks, LimitError):
                self._put_error(table.row, table.line, table.id, table.deal or None, tricks)
            else:
                self._put_table(table, tricks)
        self.waiting.clear()

    def count(self) -> None:
        """Counts the tables, of which small hands have many alike."""
        for (size, names, values), times in self._values.items():
            self.answers.tally.table(size, names, values, times)
        self._values.clear()

    def _put_table(self, table: _Table, tricks: Tricks) -> None:
        cards = table.cards
        size = cards.hands[0].bit_count()
        key = (id(cards.rules), size, id(table.cases), table.id is not None)
        writer = self._writers.get(key)
        if writer is None:
            writer = TableWriter(self._rows, cards.rules, size, table.case_names, table.id is not None)
            self._writers[key] = writer
        self.answers.rows[table.row] = writer.row(table.line, table.id, table.deal, tricks)
        tally = self.answers.tally
        tally.records += 1
        tally.took(tricks.seconds)
        same = (size, table.case_names, tuple(tricks.values))
        self._values[same] = self._values.get(same, 0) + 1

    def one(self, entry: Entry) -> None:
        """Answers a record by itself."""
        task = entry.task
        if isinstance(task, DealError):
            self.wrong(entry, task)
            return
        question = self.question
        began = time.perf_counter()
        try:
            result = task.run(
                time_limit=question.time_limit, memory_mb=question.memory_mb, cancel=self.cancel
            ).to_dict()
        except Cancelled:
            raise
        except BackAlleyError as error:
            self.wrong(entry, error)
            return
        except Exception as error:  # a fault of ours must not end a night's run
            self.wrong(entry, DealError(f"a fault of this program, {type(error).__name__}: {error}"))
            return
        record = {**_head(entry), "deal": _line(task), "result": result}
        self.answers.rows.append(self._rows.of(record))
        tally = self.answers.tally
        tally.records += 1
        tally.took(time.perf_counter() - began)
        cards = task.deal.cards if task.deal is not None else result["cards"]
        tally.result(question.task, cards, result)

    def wrong(self, entry: Entry, error: BackAlleyError) -> None:
        """A record that says what is wrong."""
        self.answers.rows.append("")
        deal = None if isinstance(entry.task, DealError) else _line(entry.task)
        self._put_error(len(self.answers.rows) - 1, entry.line, entry.id, deal, error)

    def _put_error(
        self, row: int, line: int, identity: str | int | None, deal: str | None, error: BackAlleyError
    ) -> None:
        record: dict[str, Any] = {"line": line}
        if identity is not None:
            record["id"] = identity
        if deal is not None:
            record["deal"] = deal
        record["error"] = error_member(error)
        answers = self.answers
        answers.rows[row] = self._rows.of(record)
        answers.tally.records += 1
        answers.tally.errors += 1
        answers.tally.faults[error.rule or ("limit" if isinstance(error, LimitError) else "other")] += 1
        if answers.error is None:
            answers.error = str(error) if error.place else f"line {line}: {error}"


def _head(entry: Entry) -> dict[str, Any]:
    return {"line": entry.line} if entry.id is None else {"line": entry.line, "id": entry.id}


def _line(task: Asked) -> str | None:
    return None if task.deal is None else str(task.deal)
