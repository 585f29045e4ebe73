"""What a worker does: answers the records of one chunk and gives, or writes, their rows."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from solver.batch.fields import Columns, Fields, Row, Rows, TableWriter
from solver.batch.source import DealtRecords, Entry, Records
from solver.batch.summary import Tally
from solver.batch.tables import AlikeBids, AlikeTables, Seen
from solver.batch.tasks import Asked, Question, error_member
from solver.bidding.forms import NAMED, Method
from solver.dealing import DrawnMany
from solver.errors import BackAlleyError, Cancelled, DealError, LimitError
from solver.formats.line import parts_to_line, rules_word
from solver.game.auction import Auction
from solver.game.cards import Card, Seat, Suit
from solver.game.rules import Rules
from solver.requests.bids import BidsTask
from solver.requests.solve import SolveTask
from solver.search import Cancel, Limits
from solver.search.many import NO_BOARDS, Case, table_cases

__all__ = ["Answers", "Recipe", "answer", "lost"]

_Hands = tuple[int, int, int, int]
_AT_ONCE: Final = 1024
"""Tables in one call: few enough that a batch ends soon after it is told to."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What becomes of every record: the question, the members kept, and whether rows have columns.

    ``strict`` ends a chunk at its first error.
    """

    question: Question = field(default_factory=Question)
    fields: Fields = field(default_factory=Fields)
    columns: bool = False
    strict: bool = False

    @property
    def method(self) -> Method:
        """What works out best bids; DealError where it would leave out what is kept."""
        return self.fields.method(self.question)

    def rows(self) -> Rows:
        """The writer of rows."""
        return Rows(self.fields, Columns.of(self.fields, self.question) if self.columns else None)


@dataclass(slots=True)
class Answers:
    """The rows of a chunk in order, what was counted, and the first error as a sentence, None if there was none."""

    rows: list[Row] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    error: str | None = None


def answer(recipe: Recipe, records: Records, cancel: Cancel | None = None) -> Answers:
    """Answers every record; what is wrong with one becomes its row.  Cancelled where ``cancel`` is set."""
    work = _Work(recipe, cancel)
    if isinstance(records, DealtRecords) and recipe.question.task == "solve" and recipe.question.leader is None:
        work.deal(records)
    elif isinstance(records, DealtRecords) and work.induces(recipe.question.objective or "margin"):
        work.deal_to_bid(records)
    else:
        work.read(records)
    return work.done()


def lost(recipe: Recipe, records: Records, why: str) -> Answers:
    """The rows of records that no worker survived: each says ``why``."""
    work = _Work(recipe, None)
    error = DealError(why)
    for line, identity in records.places():
        work.wrong(Entry(line, identity, error), error)
    return work.done()


class _Work:
    """The answers of one chunk as they come."""

    def __init__(self, recipe: Recipe, cancel: Cancel | None) -> None:
        self._question = recipe.question
        self._cancel = cancel
        self._strict = recipe.strict
        self._answers = Answers()
        self._first_error: tuple[int, str] | None = None
        self._rows = recipe.rows()
        self._method = recipe.method
        self._with_deal = not recipe.fields.names or "deal" in recipe.fields.names
        self._limits = Limits(None, None, 1, self._question.memory_mb, cancel)
        self._cases: dict[int, tuple[Rules, dict[str, Case]]] = {}
        self._writers: dict[tuple[int, int, bool], TableWriter] = {}
        self._waiting: dict[tuple[int, int, bool], AlikeTables] = {}
        self._bids: dict[tuple[Auction, str], AlikeBids] = {}
        self._waiting_number = 0
        self._seen: Counter[Seen] = Counter()

    def done(self) -> Answers:
        """All answers, once the last record is in."""
        self._solve_tables()
        for (size, names, values), times in self._seen.items():  # small hands have many tables alike
            self._answers.tally.table(size, names, values, times)
        if self._first_error is not None:
            self._answers.error = self._first_error[1]
        return self._answers

    # --- Records in ------------------------------------------------------------------------------------

    def deal(self, records: DealtRecords) -> None:
        """Dealt records as tables, without a Deal made of each."""
        rules = records.source.rules
        if not self._cases_of(rules):
            raise DealError(*NO_BOARDS)
        question, answers = self._question, self._answers
        answers.rows += [""] * len(records)
        tail = rules_word(rules)
        for indices, drawn in records.drawn(_AT_ONCE):
            rows, lines = ([index + shift for index in indices] for shift in (-records.first, 1))
            texts = [text + tail for text in _lines_of(drawn)] if self._with_deal else [""] * len(indices)
            limits = question.time_limit, question.node_limit
            tables = self._alike(rules, drawn.hands[0].bit_count(), False)
            tables.extend(rows, lines, texts, drawn.hands, drawn.trumps, *limits)
            self._solve_tables()
            if self._strict and self._first_error is not None:
                break

    def deal_to_bid(self, records: DealtRecords) -> None:
        """Dealt records to bid by induction, likewise."""
        rules, question = records.source.rules, self._question
        objective, tail = str(question.objective or "margin"), rules_word(rules)
        limits = question.time_limit, question.node_limit
        suits = (*Suit, None)
        self._answers.rows += [""] * len(records)
        for indices, drawn in records.drawn(_AT_ONCE):
            size = drawn.hands[0].bit_count()
            alike = [self._alike_bids(Auction(dealer, size, rules), objective) for dealer in Seat]
            for index, four, trump, upcard, dealer in zip(indices, *_each(drawn), strict=True):
                told = partial(_dealt_line, four, suits[trump], upcard, dealer, tail)
                alike[dealer].add(index - records.first, index + 1, None, told, four, suits[trump], *limits)
            self._solve_tables()
            if self._strict and self._first_error is not None:
                break

    def induces(self, objective: object, constraints: object = None) -> bool:
        """Whether best bids for this are worked out by induction, many deals together."""
        named = constraints is None and objective in NAMED
        return self._question.task == "bids" and self._method is Method.INDUCTION and named

    def read(self, records: Records) -> None:
        """Records as tables where that is all that is asked, else one by one."""
        for entry in records.entries(self._question):
            self._check_cancel()
            task = entry.task
            if isinstance(task, BidsTask) and self._is_induced(task):
                self._wait_to_bid(entry, task)
            elif type(task) is not SolveTask or task.leader is not None or task.exempt or task.deal.play:
                self._one(entry)
            elif not self._cases_of(task.deal.rules):
                error = DealError(*NO_BOARDS)
                self.wrong(Entry(entry.line, entry.id, error), error)
            else:
                deal = task.deal
                tables = self._alike(deal.rules, deal.cards, entry.id is not None)
                text = str(deal) if self._with_deal else ""
                limits = task.time_limit, task.node_limit
                self._wait(tables, entry.line, entry.id, text, deal.hands, deal.trump, *limits)
            if self._strict and self._first_error is not None:
                break

    def _is_induced(self, task: BidsTask) -> bool:
        deal = task.deal
        return self.induces(task.objective, task.constraints) and deal.dealer is not None and len(deal.bids) < 4

    def _alike_bids(self, auction: Auction, objective: str) -> AlikeBids:
        """The deals that wait to be bid and are like this one."""
        bids = self._bids.get((auction, objective))
        if bids is None:
            bids = self._bids[auction, objective] = AlikeBids(auction, objective, self._rows, self._with_deal)
        return bids

    def _wait_to_bid(self, entry: Entry, task: BidsTask) -> None:
        deal = task.deal
        bids = self._alike_bids(deal.auction, str(task.objective))
        limit = self._least_time(task.time_limit)
        told = partial(str, deal)
        row = len(self._answers.rows)
        bids.add(row, entry.line, entry.id, told, deal.hands, deal.trump, limit, task.node_limit)
        self._one_more()

    def _least_time(self, time_limit: float | None) -> float | None:
        most = self._question.time_limit
        return most if time_limit is None or (most is not None and most < time_limit) else time_limit

    def _one_more(self) -> None:
        """Keeps a place for the row of what was put beside those that wait."""
        self._answers.rows.append("")
        self._waiting_number += 1
        if self._waiting_number >= _AT_ONCE:
            self._solve_tables()

    def _cases_of(self, rules: Rules) -> dict[str, Case]:
        known = self._cases.get(id(rules))
        if known is None:
            # The rules are kept with them, so that nothing else can get their address.
            known = self._cases[id(rules)] = (rules, table_cases(rules, self._question.cases))
        return known[1]

    def _alike(self, rules: Rules, size: int, with_id: bool) -> AlikeTables:
        """The tables that wait and are like this one."""
        key = (id(rules), size, with_id)
        tables = self._waiting.get(key)
        if tables is None:
            cases = self._cases_of(rules)
            writer = self._writers.get(key)
            if writer is None:
                writer = self._writers[key] = TableWriter(self._rows, rules, size, tuple(cases), with_id)
            tables = self._waiting[key] = AlikeTables(rules, size, cases, writer)
        return tables

    def _wait(
        self,
        tables: AlikeTables,
        line: int,
        identity: str | int | None,
        text: str,
        hands: tuple[int, int, int, int],
        trump: int | None,
        time_limit: float | None,
        node_limit: int | None,
    ) -> None:
        """Puts a table beside those that wait."""
        time_limit = self._least_time(time_limit)
        tables.add(len(self._answers.rows), line, identity, text, hands, trump, time_limit, node_limit)
        self._one_more()

    def _check_cancel(self) -> None:
        if self._cancel is not None and self._cancel.is_set:
            raise Cancelled("cancelled before the batch was done")

    # --- Answers out -----------------------------------------------------------------------------------

    def _solve_tables(self) -> None:
        """Solves the tables that wait, and puts their rows where they belong."""
        self._check_cancel()
        answers = self._answers
        for tables in self._waiting.values():
            for each in tables.solve(self._limits, answers.rows, answers.tally, self._seen):
                self._put_error(each.row, each.line, each.id, each.deal or None, each.error)
        for bids in self._bids.values():
            for each in bids.solve(self._limits, answers.rows, answers.tally):
                self._put_error(each.row, each.line, each.id, each.deal, each.error)
        self._waiting.clear()
        self._bids.clear()
        self._waiting_number = 0

    def _one(self, entry: Entry) -> None:
        """Answers a record by itself."""
        task = entry.task
        if isinstance(task, DealError):
            self.wrong(entry, task)
            return
        if isinstance(task, BidsTask):
            task = replace(task, by=self._method)
        question = self._question
        began = time.perf_counter()
        try:
            result = task.run(
                time_limit=question.time_limit, memory_mb=question.memory_mb, cancel=self._cancel
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
        self._answers.rows.append(self._rows.of(record))
        tally = self._answers.tally
        tally.records += 1
        tally.took(time.perf_counter() - began)
        cards = task.deal.cards if task.deal is not None else result["cards"]
        tally.result(question.task, cards, result)

    def wrong(self, entry: Entry, error: BackAlleyError) -> None:
        """A record that says what is wrong."""
        self._answers.rows.append("")
        deal = None if isinstance(entry.task, DealError) else _line(entry.task)
        self._put_error(len(self._answers.rows) - 1, entry.line, entry.id, deal, error)

    def _put_error(
        self, row: int, line: int, identity: str | int | None, deal: str | None, error: BackAlleyError
    ) -> None:
        record: dict[str, Any] = {"line": line}
        if identity is not None:
            record["id"] = identity
        if deal is not None:
            record["deal"] = deal
        record["error"] = error_member(error)
        answers = self._answers
        answers.rows[row] = self._rows.of(record)
        answers.tally.records += 1
        answers.tally.errors += 1
        answers.tally.faults[error.rule or ("limit" if isinstance(error, LimitError) else "other")] += 1
        if self._first_error is None or row < self._first_error[0]:
            self._first_error = (row, str(error) if error.place else f"line {line}: {error}")


def _lines_of(drawn: DrawnMany) -> Iterator[str]:
    """The deal lines of standard deals."""
    suits = (*Suit, None)
    each = zip(*_each(drawn), strict=True)
    return (parts_to_line(four, suits[trump], upcard, dealer) for four, trump, upcard, dealer in each)


def _each(drawn: DrawnMany) -> tuple[Iterable[_Hands], Iterable[int], Iterable[Card | None], Iterable[Seat]]:
    """Hands, trumps, upcards and dealers, deal after deal."""
    hands = iter(drawn.hands)
    return zip(hands, hands, hands, hands, strict=True), drawn.trumps, drawn.upcards, drawn.dealers


def _dealt_line(hands: _Hands, trump: Suit | None, upcard: Card | None, dealer: Seat, tail: str) -> str:
    return parts_to_line(hands, trump, upcard, dealer) + tail


def _head(entry: Entry) -> dict[str, Any]:
    return {"line": entry.line} if entry.id is None else {"line": entry.line, "id": entry.id}


def _line(task: Asked) -> str | None:
    return None if task.deal is None else str(task.deal)
