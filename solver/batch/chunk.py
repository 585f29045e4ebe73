"""What a worker does: answers the records of one chunk and gives, or writes, their rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from solver.batch.fields import Columns, Fields, Row, Rows, TableWriter
from solver.batch.source import DealtRecords, Entry, Records
from solver.batch.summary import Tally
from solver.batch.tables import Cards, Cases, Tricks, cases_of, cases_of_bids, solve_tables
from solver.batch.tasks import Asked, Question, error_member
from solver.bidding.forms import NAMED, Method
from solver.dealing import Drawn
from solver.errors import BackAlleyError, Cancelled, DealError, LimitError
from solver.formats.line import parts_to_line, rules_word
from solver.game.auction import Auction
from solver.game.cards import Seat, Suit
from solver.game.rules import Rules
from solver.game.scoring import is_rainbow
from solver.requests.bids import BidsTask
from solver.requests.induced import Played, induced_bids
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

    @property
    def method(self) -> Method:
        """What works out best bids; DealError where it would leave out what is kept."""
        return self.fields.method(self.question)

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
    items = work.drawn(records) if isinstance(records, DealtRecords) and work.draws else work.read(records)
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
    bidding: _Bidding | None = None


@dataclass(slots=True)
class _Bidding:
    """What bids are asked of a table: deals of the same auction and objective are bid together.

    ``told`` gives the deal's line, which is wanted where something is wrong.
    """

    auction: Auction
    objective: str
    rainbows: tuple[int, int]
    told: Callable[[], str]


class _Work:
    """The answers of one chunk as they come."""

    def __init__(self, recipe: Recipe, cancel: Cancel | None) -> None:
        self.recipe = recipe
        self.question = recipe.question
        self.cancel = cancel
        self.answers = Answers()
        self.waiting: list[_Table] = []
        self._rows = recipe.rows()
        self._method = recipe.method
        self._with_deal = not recipe.fields.names or "deal" in recipe.fields.names
        self._cases: dict[int, tuple[Rules, tuple[str, ...], Cases]] = {}
        self._bids_cases: dict[tuple[int, Seat], tuple[Rules, Cases]] = {}
        self._values: dict[tuple[int, tuple[str, ...], tuple[int, ...]], int] = {}
        self._writers: dict[tuple[int, int, int, bool], TableWriter] = {}

    # --- Records in ------------------------------------------------------------------------------------

    @property
    def draws(self) -> bool:
        """Whether dealt records are answered without a Deal made of each."""
        if self.question.task == "bids":
            return self._induces(None, self.question.objective or "margin")
        return self.question.task == "solve" and self.question.leader is None

    def _induces(self, constraints: object, objective: object) -> bool:
        return self._method is Method.INDUCTION and constraints is None and objective in NAMED

    def drawn(self, records: DealtRecords) -> Iterator[_Table]:
        """Dealt records as tables, without a Deal made of each."""
        if self.question.task == "bids":
            yield from self._drawn_to_bid(records)
            return
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

    def _drawn_to_bid(self, records: DealtRecords) -> Iterator[_Table]:
        rules, limit = records.source.rules, self.question.node_limit
        objective = str(self.question.objective or "margin")
        tail = rules_word(rules)
        auctions: dict[tuple[Seat, int], Auction] = {}
        for line, parts in records.drawn():
            hands, trump, _, dealer = parts
            size = hands[0].bit_count()
            auction = auctions.get((dealer, size))
            if auction is None:
                auction = auctions[dealer, size] = Auction(dealer, size, rules)
            bidding = _Bidding(auction, objective, _rainbows(hands, trump), partial(_dealt_line, parts, tail))
            text = bidding.told() if self._with_deal else ""
            cards = Cards(hands, -1 if trump is None else trump, rules, None, limit)
            yield _Table(
                len(self.answers.rows), line, None, text, cards, (), self._cases_of_bids(rules, dealer), bidding
            )

    def read(self, records: Records) -> Iterator[Entry | _Table]:
        """Records as tables where that is all that is asked, else as they are."""
        for entry in records.entries(self.question):
            task = entry.task
            if isinstance(task, BidsTask) and self._is_induced(task):
                yield self._to_bid(entry, task)
                continue
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

    def _is_induced(self, task: BidsTask) -> bool:
        deal = task.deal
        return self._induces(task.constraints, task.objective) and deal.dealer is not None and len(deal.bids) < 4

    def _to_bid(self, entry: Entry, task: BidsTask) -> _Table:
        deal, auction = task.deal, task.deal.auction
        trump = -1 if deal.trump is None else int(deal.trump)
        return _Table(
            row=len(self.answers.rows),
            line=entry.line,
            id=entry.id,
            deal=str(deal) if self._with_deal else "",
            cards=Cards(deal.hands, trump, deal.rules, task.time_limit, task.node_limit),
            case_names=(),
            cases=self._cases_of_bids(deal.rules, auction.dealer),
            bidding=_Bidding(auction, str(task.objective), _rainbows(deal.hands, deal.trump), partial(str, deal)),
        )

    def _cases_of_bids(self, rules: Rules, dealer: Seat) -> Cases:
        known = self._bids_cases.get((id(rules), dealer))
        if known is None:
            known = self._bids_cases[id(rules), dealer] = (rules, cases_of_bids(rules, dealer))
        return known[1]

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
        alike: dict[tuple[Auction, str], list[tuple[_Table, Tricks]]] = {}
        for table, found in zip(self.waiting, solved, strict=True):
            if isinstance(found, LimitError):
                told = table.bidding.told() if table.bidding is not None else table.deal or None
                self._put_error(table.row, table.line, table.id, told, found)
            elif table.bidding is not None:
                alike.setdefault((table.bidding.auction, table.bidding.objective), []).append((table, found))
            else:
                self._put_table(table, found)
        self.waiting.clear()
        for (auction, objective), tables in alike.items():
            self._put_bids(auction, objective, tables)

    def count(self) -> None:
        """Counts the tables, of which small hands have many alike."""
        for (size, names, values), times in self._values.items():
            self.answers.tally.table(size, names, values, times)
        self._values.clear()

    def _put_table(self, table: _Table, found: Tricks) -> None:
        cards = table.cards
        size = cards.hands[0].bit_count()
        key = (id(cards.rules), size, id(table.cases), table.id is not None)
        writer = self._writers.get(key)
        if writer is None:
            writer = TableWriter(self._rows, cards.rules, size, table.case_names, table.id is not None)
            self._writers[key] = writer
        self.answers.rows[table.row] = writer.row(table.line, table.id, table.deal, found)
        tally = self.answers.tally
        tally.records += 1
        tally.took(found.seconds)
        same = (size, table.case_names, tuple(found.values))
        self._values[same] = self._values.get(same, 0) + 1

    def _put_bids(self, auction: Auction, objective: str, tables: list[tuple[_Table, Tricks]]) -> None:
        deals = [Played(found.values, found.nodes, table.bidding.rainbows) for table, found in tables if table.bidding]
        tally = self.answers.tally
        for (table, found), result in zip(tables, induced_bids(auction, objective, deals), strict=True):
            record: dict[str, Any] = {"line": table.line}
            if table.id is not None:
                record["id"] = table.id
            self.answers.rows[table.row] = self._rows.of({**record, "deal": table.deal, "result": result})
            tally.records += 1
            tally.took(found.seconds)
            tally.result("bids", auction.cards, result)

    def one(self, entry: Entry) -> None:
        """Answers a record by itself."""
        task = entry.task
        if isinstance(task, DealError):
            self.wrong(entry, task)
            return
        if isinstance(task, BidsTask):
            task = replace(task, by=self._method)
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


def _dealt_line(parts: Drawn, tail: str) -> str:
    return parts_to_line(*parts) + tail


def _rainbows(hands: tuple[int, int, int, int], trump: Suit | None) -> tuple[int, int]:
    """Rainbow hands of NS and of EW, as ``Deal.rainbows`` counts them."""
    if hands[0].bit_count() != 4:
        return 0, 0
    n, e, s, w = (is_rainbow(hand, trump) for hand in hands)
    return n + s, e + w


def _head(entry: Entry) -> dict[str, Any]:
    return {"line": entry.line} if entry.id is None else {"line": entry.line, "id": entry.id}


def _line(task: Asked) -> str | None:
    return None if task.deal is None else str(task.deal)
