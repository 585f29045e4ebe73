"""Tables that wait to be solved together: plain numbers go in, one call of the core answers them, rows come out.

Cards, seats and suits are plain ints, as the core has them: at 3 cards a hand the search takes 10 µs, and making
values for people takes many times that.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Final

from solver.batch.fields import Row, TableWriter
from solver.batch.summary import Tally
from solver.errors import LimitError
from solver.game.rules import Rules
from solver.search.limits import Limits
from solver.search.many import Case, solve_arrays

__all__ = ["AlikeTables", "Failed"]

_NO_TIME: Final = -1.0
_NO_NODES: Final = 0


@dataclass(frozen=True, slots=True)
class Failed:
    """A table without an answer: whose row it would be, its record's line and id, the deal's line, and the limit."""

    row: int
    line: int
    id: str | int | None
    deal: str
    error: LimitError


@dataclass(slots=True)
class AlikeTables:
    """Tables of deals with the same rules, hand size and cases, all of records with an id or all without.

    Column by column: ``rows`` are the places of their rows, ``lines`` and ``ids`` their records', ``deals`` the deal
    lines, "" where nobody asked for them; then the cards, and limits of their own.
    """

    rules: Rules
    size: int
    cases: Mapping[str, Case]
    writer: TableWriter
    rows: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    ids: list[str | int | None] = field(default_factory=list)
    deals: list[str] = field(default_factory=list)
    hands: array[int] = field(default_factory=lambda: array("Q"))
    trumps: array[int] = field(default_factory=lambda: array("b"))
    time_limits: array[float] = field(default_factory=lambda: array("d"))
    node_limits: array[int] = field(default_factory=lambda: array("Q"))

    def add(
        self,
        row: int,
        line: int,
        identity: str | int | None,
        deal: str,
        hands: tuple[int, int, int, int],
        trump: int | None,
        time_limit: float | None,
        node_limit: int | None,
    ) -> None:
        """One table more."""
        self.rows.append(row)
        self.lines.append(line)
        self.ids.append(identity)
        self.deals.append(deal)
        self.hands.extend(hands)
        self.trumps.append(-1 if trump is None else trump)
        self.time_limits.append(_NO_TIME if time_limit is None else time_limit)
        self.node_limits.append(_NO_NODES if node_limit is None else node_limit)

    def extend(
        self,
        rows: Sequence[int],
        lines: Sequence[int],
        deals: Sequence[str],
        hands: array[int],
        trumps: array[int],
        time_limit: float | None,
        node_limit: int | None,
    ) -> None:
        """Many tables more, of records without an id."""
        number = len(rows)
        self.rows.extend(rows)
        self.lines.extend(lines)
        self.ids.extend([None] * number)
        self.deals.extend(deals)
        self.hands.extend(hands)
        self.trumps.extend(trumps)
        self.time_limits.extend([_NO_TIME if time_limit is None else time_limit] * number)
        self.node_limits.extend([_NO_NODES if node_limit is None else node_limit] * number)

    def solve(self, limits: Limits, rows: list[Row], tally: Tally, seen: Counter[Seen]) -> list[Failed]:
        """Answers all, puts their rows into ``rows``, counts them, and gives those that reached a limit.

        ``seen`` counts what is to be put into the tally once for all that are alike.  Cancelled.
        """
        tables = solve_arrays(
            self.hands,
            self.trumps,
            self.rules,
            self.cases,
            limits,
            time_limits=self.time_limits,
            node_limits=self.node_limits,
        )
        for row, text in zip(self.rows, self.writer.rows(self.lines, self.ids, self.deals, tables), strict=True):
            rows[row] = text
        values: Iterable[tuple[int, ...]] = zip(*map(tables.column, tables.cases), strict=True)
        times: Sequence[float] = tables.seconds
        failed = []
        if any(tables.status):
            right = [not status for status in tables.status]
            values, times = compress(values, right), list(compress(times, right))
            wrong = ((index, error) for index in range(len(right)) if (error := tables.error(index)) is not None)
            failed = [
                Failed(self.rows[index], self.lines[index], self.ids[index], self.deals[index], error)
                for index, error in wrong
            ]
        tally.records += len(times)
        tally.took_each(times)
        for each, number in Counter(values).items():
            seen[self.size, tables.cases, each] += number
        return failed


Seen = tuple[int, tuple[str, ...], tuple[int, ...]]
"""Hand size, cases and NS tricks by case."""
