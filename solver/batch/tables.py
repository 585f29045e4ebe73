"""Tables that wait to be solved together: plain numbers go in, one call of the core answers them, rows come out.

Cards, seats and suits are plain ints, as the core has them: at 3 cards a hand the search takes 10 µs, and making
values for people takes many times that.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Any, Final

from solver.batch.fields import Row, Rows, TableWriter
from solver.batch.summary import Tally
from solver.errors import LimitError
from solver.game.auction import Auction
from solver.game.cards import Suit
from solver.game.rules import Rules
from solver.game.scoring import is_rainbow
from solver.requests.induced import Played, induced_bids
from solver.search.double_dummy import bid_cases
from solver.search.limits import Limits
from solver.search.many import Case, ManyTables, solve_arrays

__all__ = ["AlikeBids", "AlikeTables", "Failed"]

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


@dataclass(slots=True, kw_only=True)
class _Columns:
    """Deals that wait, column by column: places of their rows, lines and ids of their records, cards, own limits."""

    rows: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    ids: list[str | int | None] = field(default_factory=list)
    hands: array[int] = field(default_factory=lambda: array("Q"))
    trumps: array[int] = field(default_factory=lambda: array("b"))
    time_limits: array[float] = field(default_factory=lambda: array("d"))
    node_limits: array[int] = field(default_factory=lambda: array("Q"))

    def _put(
        self,
        row: int,
        line: int,
        identity: str | int | None,
        hands: tuple[int, int, int, int],
        trump: int | None,
        time_limit: float | None,
        node_limit: int | None,
    ) -> None:
        self.rows.append(row)
        self.lines.append(line)
        self.ids.append(identity)
        self.hands.extend(hands)
        self.trumps.append(-1 if trump is None else trump)
        self.time_limits.append(_NO_TIME if time_limit is None else time_limit)
        self.node_limits.append(_NO_NODES if node_limit is None else node_limit)

    def _solved(self, rules: Rules, cases: Mapping[str, Case], limits: Limits) -> ManyTables:
        return solve_arrays(
            self.hands,
            self.trumps,
            rules,
            cases,
            limits,
            time_limits=self.time_limits,
            node_limits=self.node_limits,
        )


@dataclass(slots=True)
class AlikeTables(_Columns):
    """Tables of deals with the same rules, hand size and cases, all of records with an id or all without.

    Column by column: ``rows`` are the places of their rows, ``lines`` and ``ids`` their records', ``deals`` the deal
    lines, "" where nobody asked for them; then the cards, and limits of their own.
    """

    rules: Rules
    size: int
    cases: Mapping[str, Case]
    writer: TableWriter
    deals: list[str] = field(default_factory=list)

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
        self.deals.append(deal)
        self._put(row, line, identity, hands, trump, time_limit, node_limit)

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
        tables = self._solved(self.rules, self.cases, limits)
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


@dataclass(slots=True)
class AlikeBids(_Columns):
    """Deals of one auction and objective, to be solved and bid together by induction.

    ``told`` are the deal lines, made where they are kept or something is wrong; ``with_deal`` is whether they are kept.
    """

    auction: Auction
    objective: str
    writer: Rows
    with_deal: bool
    told: list[Callable[[], str]] = field(default_factory=list)
    rainbows: list[tuple[int, int]] = field(default_factory=list)

    def add(
        self,
        row: int,
        line: int,
        identity: str | int | None,
        told: Callable[[], str],
        hands: tuple[int, int, int, int],
        trump: Suit | None,
        time_limit: float | None,
        node_limit: int | None,
    ) -> None:
        """One deal more."""
        self.told.append(told)
        self.rainbows.append(_rainbows(hands, trump) if self.auction.cards == 4 else (0, 0))
        self._put(row, line, identity, hands, trump, time_limit, node_limit)

    def solve(self, limits: Limits, rows: list[Row], tally: Tally) -> list[Failed]:
        """Answers all, puts their rows into ``rows``, counts them, and gives those that reached a limit.  Cancelled."""
        auction = self.auction
        cases = {
            str(number): (leader.place, sum(1 << seat.place for seat in free))
            for number, (leader, free) in enumerate(bid_cases(auction.dealer, auction.rules))
        }
        tables = self._solved(auction.rules, cases, limits)
        failed, right, deals = [], [], []
        for place, row in enumerate(self.rows):
            error = tables.error(place)
            if error is not None:
                failed.append(Failed(row, self.lines[place], self.ids[place], self.told[place](), error))
                continue
            values = tables.values[place * len(cases) : (place + 1) * len(cases)]
            right.append(place)
            deals.append(Played(values, tables.nodes[place], self.rainbows[place]))
        results = induced_bids(auction, self.objective, deals) if deals else []
        for place, result in zip(right, results, strict=True):
            record: dict[str, Any] = {"line": self.lines[place]}
            if self.ids[place] is not None:
                record["id"] = self.ids[place]
            record |= {"deal": self.told[place]() if self.with_deal else "", "result": result}
            rows[self.rows[place]] = self.writer.of(record)
            tally.result("bids", auction.cards, result)
        tally.records += len(right)
        tally.took_each([tables.seconds[place] for place in right])
        return failed


def _rainbows(hands: tuple[int, int, int, int], trump: Suit | None) -> tuple[int, int]:
    """Rainbow hands of NS and of EW, as ``Deal.rainbows`` counts them."""
    n, e, s, w = (is_rainbow(hand, trump) for hand in hands)
    return n + s, e + w
