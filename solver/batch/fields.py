"""Which members of a record are kept, ``--fields line,tricks,max_tricks.NS``, and records as rows of what is kept.

A name is a member of the record (``line``, ``id``, ``deal``, ``result``, ``error``) or of its result; points lead
further in.  Where both have one it is the record's, so ``line`` is its number in every task, and ``result.line`` the
bids or cards of best play.  What is wrong with a record is always told, whatever was asked.

Rows are JSON texts, or the values of columns.  A trick table is written from a pattern that is made once for all deals
like it: making the record's objects for each would take longer than a small hand's search.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Final

from solver.answer import Answer, members, names_inside, types_inside
from solver.batch.tasks import Question
from solver.bidding.forms import Method
from solver.errors import DealError, shorten
from solver.game.cards import Seat
from solver.game.rules import Rules
from solver.search.many import ManyTables

__all__ = ["RECORD", "Columns", "Fields", "Row", "Rows", "TableWriter", "check_path", "to_text"]

Row = str | tuple[Any, ...]
"""A record's JSON, or the values of its columns."""
_SEATS: Final = tuple(str(seat) for seat in Seat)
_PAIR: Final = ("NS", "EW")
_LEAVES: Final[Mapping[str, Mapping[str, Sequence[tuple[str, ...]]]]] = {
    "solve": {
        "tricks": [(seat, side) for seat in _SEATS for side in _PAIR],
        "board": [(seat, side) for seat in _SEATS for side in _PAIR],
        "max_tricks": [(side,) for side in _PAIR],
    },
    "leader": {"tricks": [(side,) for side in _PAIR]},
    "bids": {name: [(side,) for side in _PAIR] for name in ("tricks", "score", "contracts")},
    "score": {name: [(side,) for side in _PAIR] for name in ("tricks", "score", "contracts")},
    "review": {name: [(side,) for side in _PAIR] for name in ("tricks", "score", "contracts")},
}
"""Members that have a column for each part, by task, and of every card of a leader."""
_FIXED: Final = ("line", "id", "deal", "nodes", "ms", "max.NS", "max.EW")
"""Values of a table beside its cases, in the order of ``TableWriter``."""
_QUOTED: Final = (_FIXED.index("id"), _FIXED.index("deal"))
_MARK: Final = re.compile(r'"\\u0001(\d+)\\u0001"')
_PLANNED: Final = ("plan", "grid", "explanations")
"""Members of best bids that only the optimiser tells."""
RECORD: Final[Mapping[str, Any]] = {"line": int, "id": str, "deal": str, "result": None, "error": dict[str, Any]}
"""The members of a record with their types; that of a result is the task's."""
_ABSENT: Final = object()
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """The members kept; none named keeps all but ``ms``, which no second run repeats."""

    names: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str, question: Question) -> Fields:
        """From names with commas between; DealError where one cannot be in a record of this task."""
        names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
        if not names:
            raise DealError("no field is named", pointer="/fields")
        kept = cls(names)
        answers = question.answers()
        for path in kept.paths():
            check_path(path, answers, question.task)
        return kept

    def hidden(self, question: Question) -> list[str]:
        """Members of the record that are named and that every result has as well, which is not what is kept."""
        return [name for name in self.names if name in RECORD and all(name in members(a) for a in question.answers())]

    @property
    def timed(self) -> bool:
        """Whether ``ms`` is asked for by name."""
        return "ms" in self.names or "result.ms" in self.names

    def method(self, question: Question) -> Method:
        """What works out best bids of which these members are kept; DealError where that leaves one of them out."""
        whole = {("result",), *(("result", name) for name in _PLANNED)}
        planned = not self.names or any(path[:2] in whole for path in self.paths())
        if question.by is Method.INDUCTION and planned:
            text = "induction tells no plan, grid and explanations: name the fields to keep, without these"
            raise DealError(text, pointer="/by")
        return question.by or (Method.OPTIMISER if planned else Method.INDUCTION)

    def paths(self) -> list[Path]:
        """Where each named member stands in a record."""
        return [path if (path := tuple(name.split(".")))[0] in RECORD else ("result", *path) for name in self.names]

    def prune(self, record: dict[str, Any]) -> dict[str, Any]:
        """The record with only what is asked for, in the order that it has."""
        if "error" in record:
            return record
        record = self.without_time(record, self.timed)
        if not self.names:
            return record
        pruned: dict[str, Any] = _kept(record, self.paths())
        return pruned

    @staticmethod
    def without_time(record: dict[str, Any], timed: bool) -> dict[str, Any]:
        """The record without ``ms``, unless that is asked for."""
        result = record.get("result")
        if timed or result is None or "ms" not in result:
            return record
        return {**record, "result": {name: value for name, value in result.items() if name != "ms"}}


def check_path(path: Path, answers: Sequence[type[Answer]], task: str) -> None:
    """DealError where nothing can stand at this path, which begins with a member of a record."""
    kinds: list[Any] = list(answers) if path[0] == "result" else [RECORD[path[0]]]
    for place, step in enumerate(path[1:], 1):
        inner = [each for kind in kinds for each in types_inside(kind, step)]
        if not inner:
            names = list(dict.fromkeys(name for kind in kinds for name in names_inside(kind)))
            shown = path[path[0] == "result" :]
            said = f"'{shorten('.'.join(shown[: place + 1]))}' is no field of {task}"
            if path[:place] == ("result",):
                raise DealError(f"{said}, which has {', '.join((*RECORD, *names))}", pointer="/fields")
            inside = f"has {', '.join(names)}" if names else "is kept whole or not at all"
            raise DealError(f"{said}: {'.'.join(path[path[0] == 'result' : place])} {inside}", pointer="/fields")
        kinds = inner


def _kept(value: Any, paths: list[Path]) -> Any:
    if any(not path for path in paths):
        return value
    if not isinstance(value, dict):
        return _ABSENT
    wanted: dict[str, list[Path]] = {}
    for first, *rest in paths:
        wanted.setdefault(first, []).append(tuple(rest))
    inner = {str(key): _kept(item, wanted[key]) for key, item in value.items() if key in wanted}
    return {key: item for key, item in inner.items() if item is not _ABSENT}


def to_text(value: Any) -> str:
    """One line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table: ``names``, ``error`` last, which is null where a record is right."""

    names: tuple[str, ...]

    @classmethod
    def of(cls, fields: Fields, question: Question) -> Columns:
        """Those asked for; without any, the members of a record, its result as JSON."""
        if not fields.names:
            return cls(("line", "id", "deal", "result", "error"))
        names: list[str] = []
        parts = _LEAVES[question.task if question.leader is None else "leader"]
        for path in fields.paths():
            inner = path[1:] if path[0] == "result" and len(path) > 1 else path
            if inner is not path and inner[0] in RECORD:  # of the result all the same: the bids' line
                names.append(".".join(path))
                continue
            leaves = parts.get(inner[0], ()) if len(inner) == 1 else ()
            names += [".".join((*inner, *leaf)) for leaf in leaves] or [".".join(inner)]
        return cls((*(name for name in dict.fromkeys(names) if name != "error"), "error"))

    def values(self, record: dict[str, Any]) -> list[Any]:
        """What the record has in each column but the last, None where it has nothing."""
        values = []
        for name in self.names[:-1]:
            value: Any = record
            path = name.split(".")
            for step in path if path[0] in RECORD else ("result", *path):
                value = value.get(step) if isinstance(value, dict) else None
            values.append(value)
        return values


@dataclass(frozen=True, slots=True)
class Rows:
    """Writes records as rows: JSON texts, or values of ``columns`` where there are some."""

    fields: Fields
    columns: Columns | None

    def of(self, record: dict[str, Any]) -> Row:
        """The row of a record with all its members."""
        if self.columns is None:
            return to_text(self.fields.prune(record))
        values = self.columns.values(Fields.without_time(record, self.fields.timed))
        error = record["error"]["detail"] if "error" in record else None
        return (*map(_plain, values), error)


def _plain(value: Any) -> Any:
    """A value that a column can hold: structures become JSON."""
    return value if value is None or isinstance(value, (bool, int, float, str)) else to_text(value)


class TableWriter:
    """Writes the tables of deals with the same rules, hand size and cases."""

    def __init__(self, rows: Rows, rules: Rules, cards: int, cases: Sequence[str], with_id: bool) -> None:
        self._cards = cards
        leaders = [case for case in cases if ":" not in case]
        boards = [case for case in cases if ":" in case]
        place = {f"{case}.NS": len(_FIXED) + index for index, case in enumerate(cases)}
        place |= {f"{case}.EW": len(_FIXED) + len(cases) + index for index, case in enumerate(cases)}
        place |= {name: index for index, name in enumerate(_FIXED)}

        def mark(name: str) -> str:
            return f"\x01{place[name]}\x01"

        def pair(name: str) -> dict[str, str]:
            return {side: mark(f"{name}.{side}") for side in _PAIR}

        record: dict[str, Any] = {
            "line": mark("line"),
            **({"id": mark("id")} if with_id else {}),
            "deal": mark("deal"),
            "result": {
                "tricks": {case: pair(case) for case in leaders},
                "board": {case.removeprefix("board:"): pair(case) for case in boards},
                "max_tricks": pair("max"),
                "nodes": mark("nodes"),
                "ms": mark("ms"),
                "rules": rules.to_value(),
            },
        }
        self.as_text = rows.columns is None
        if rows.columns is None:
            self._text, self._places = _pattern(to_text(rows.fields.prune(record)))
        else:
            kept = Fields.without_time(record, rows.fields.timed)
            self._parts = [_part(value) for value in rows.columns.values(kept)]

    def rows(
        self, lines: Sequence[int], ids: Sequence[str | int | None], deals: Sequence[str], tables: ManyTables
    ) -> list[Row]:
        """The rows of tables; of one that reached a limit the row says nothing true."""
        columns = _TableColumns(self._cards, lines, ids, deals, tables)
        if self.as_text:
            if not self._places:
                return [self._text % ()] * len(lines)
            return list(map(self._text.__mod__, zip(*map(columns.text, self._places), strict=True)))
        parts = [part(columns, len(lines)) for part in self._parts]
        return list(zip(*parts, repeat(None, len(lines)), strict=True))


class _TableColumns:
    """The values of many tables by their places in ``TableWriter``: ``_FIXED``, NS tricks a case, EW tricks a case."""

    def __init__(
        self,
        cards: int,
        lines: Sequence[int],
        ids: Sequence[str | int | None],
        deals: Sequence[str],
        tables: ManyTables,
    ) -> None:
        self._given: tuple[Sequence[Any], ...] = (lines, ids, deals, tables.nodes)
        self._cards = cards
        self._tables = tables

    def plain(self, place: int) -> Sequence[Any]:
        """The values as they are."""
        if place < len(self._given):
            return self._given[place]
        tables, first = self._tables, len(_FIXED)
        number = len(tables.cases)
        if place >= first + number:
            return self._others(self.plain(place - number))
        if place >= first:
            return tables.values[place - first :: number]
        name = _FIXED[place]
        if name == "ms":
            return [round(seconds * 1000, 3) for seconds in tables.seconds]
        columns = zip(*(self.plain(first + case) for case in range(number)), strict=True)
        return list(map(max, columns)) if name == "max.NS" else self._others(list(map(min, columns)))

    def text(self, place: int) -> Sequence[Any]:
        """The values as JSON has them, if they are put into a text."""
        plain = self.plain(place)
        return list(map(_quoted, plain)) if place in _QUOTED else plain

    def _others(self, tricks: Sequence[int]) -> list[int]:
        return [self._cards - number for number in tricks]


def _quoted(value: str | int | None) -> str | int | None:
    if isinstance(value, str):
        return (
            f'"{value}"' if value.isascii() and value.isprintable() and not {'"', "\\"} & set(value) else to_text(value)
        )
    return value


def _pattern(text: str) -> tuple[str, list[int]]:
    places = [int(place) for place in _MARK.findall(text)]
    return _MARK.sub("%s", text.replace("%", "%%")), places


def _part(value: Any) -> Callable[[_TableColumns, int], Iterable[Any]]:
    """What one column takes of the values of tables."""
    if isinstance(value, str) and value.startswith("\x01"):
        place = int(value.strip("\x01"))
        return lambda columns, _: columns.plain(place)
    if isinstance(value, (dict, list)):
        pattern, places = _pattern(to_text(value))
        if places:
            return lambda columns, _: map(pattern.__mod__, zip(*map(columns.text, places), strict=True))
        text = pattern % ()
        return lambda _, number: repeat(text, number)
    return lambda _, number: repeat(value, number)
