"""Files of many deals: JSON, JSON lines, deal lines, PBN and LIN, told apart by how the text begins.

JSON is one deal, a list of deals, an object with ``deals``, or one deal a line.  In lines, blank ones and
those that begin with ``#`` are passed over.  Every reader gives the fields of the deal's JSON form to the
caller's own reading, so that pointers are those of that form whatever was read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Final, Generic, TypeVar

from solver.errors import DealError, JsonError, json_pointer
from solver.formats.bridge.lin import fields_of_board, scan_lin
from solver.formats.deal_json import read_rules
from solver.formats.line import fields_from_line
from solver.formats.pbn import fields_of_record, scan_pbn
from solver.formats.place import Place, Scanned
from solver.formats.strict_json import loads
from solver.game.rules import Rules

__all__ = ["LINES", "Read", "scan_lines", "scan_of", "scan_records", "sort_of"]

T = TypeVar("T")
Read = Callable[[Any, Rules | None], T]
"""Reads one JSON object, with the rules that serve where it names none."""
_PBN: Final = re.compile(r"%|;|\[\s*[A-Za-z]|\{(?!\s*[\"}]|\s*$)")
_LIN: Final = re.compile(r"[A-Za-z]{2}\|")
_DEAL_LINE: Final = re.compile(r"\S+\s+\S+\s+[A-Za-z]+:")
_TAG: Final = re.compile(r'.*\[[A-Za-z]\w*\s+"')
_LONGEST_TAG: Final = 4000
_LINES_AHEAD: Final = 20
"""Lines that may stand before the first tag of a PBN file."""
LINES: Final = "lines"
"""The sort of a text whose records are one a line."""
Numbered = Iterator[tuple[int, str]]


def scan_records(
    text: str | Iterable[str],
    rules: Rules | None,
    read: Read[T],
    *,
    trump: str | None = None,
    also: Collection[str] = (),
) -> Iterator[Scanned[T]]:
    """What ``read`` makes of each deal of a text or of a file's lines, or what is wrong with it, with its place.

    ``trump`` (a suit, or NT) serves where a deal tells none.  ``also`` may name fields that ``read`` takes beside
    those of a deal, where a record of bridge tells them: see ``fields_of_record``.
    """
    if isinstance(text, str):
        text = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    sort, numbered = sort_of(text)
    return scan_of(sort, numbered, rules, read, trump=trump, also=also)


def sort_of(text: Iterable[str]) -> tuple[str, Numbered]:
    """What sort of text begins with these lines (``pbn``, ``lin``, ``json``, LINES), and its numbered lines."""
    lines = enumerate(text, 1)
    for number, line in lines:
        start = line.strip().removeprefix("\ufeff")
        if not start or start.startswith("#"):
            continue
        numbered: Numbered = chain([(number, start)], lines)
        if start == "{":
            number, start, numbered = _with_next(number, lines)
        if not start.startswith(("{", "[")) and not _DEAL_LINE.match(start) and not _LIN.match(start):
            start, numbered = _past_words(start, numbered)
        if _PBN.match(start):
            return "pbn", numbered
        if _LIN.match(start):
            return "lin", numbered
        whole = start.startswith("[") or (start.startswith("{") and not start.endswith("}"))
        return "json" if whole else LINES, numbered
    return LINES, iter(())


def scan_of(
    sort: str,
    numbered: Numbered,
    rules: Rules | None,
    read: Read[T],
    *,
    trump: str | None = None,
    also: Collection[str] = (),
) -> Iterator[Scanned[T]]:
    """``scan_records`` of what ``sort_of`` gives."""
    if sort == "pbn":
        return scan_pbn(numbered, lambda record: read(fields_of_record(record, rules, trump=trump, also=also), rules))
    if sort == "lin":
        return scan_lin(numbered, lambda board: read(fields_of_board(board, rules, trump=trump, also=also), rules))
    if sort == "json":
        return _scan_whole(numbered, _Reader(rules, read, trump))
    return scan_lines(numbered, rules, read, trump=trump)


def _scan_whole(numbered: Numbered, reader: _Reader[T]) -> Iterator[Scanned[T]]:
    lines = list(numbered)
    place = Place(lines[0][0], whole=True)
    whole = "\n".join(line.rstrip("\n") for _, line in lines)
    return (Scanned(place._replace(pointer=pointer), item) for pointer, item in reader.deals_in(whole, ""))


def _with_next(number: int, lines: Iterator[tuple[int, str]]) -> tuple[int, str, Iterator[tuple[int, str]]]:
    """A line that is nothing but ``{`` with what follows it, which tells JSON from a remark of PBN."""
    taken = [(number, "{")]
    for later, line in lines:
        taken.append((later, line))
        if line.strip():
            break
    return number, " ".join(line.strip() for _, line in taken), chain(taken, lines)


def _past_words(start: str, numbered: Iterator[tuple[int, str]]) -> tuple[str, Iterator[tuple[int, str]]]:
    """The first line, or a tag where one follows words that are no deal, and all lines."""
    ahead = list(islice(numbered, _LINES_AHEAD))
    tag = next((line for _, line in ahead if len(line) < _LONGEST_TAG and _TAG.match(line)), None)
    return "[Tag" if tag is not None else start, chain(ahead, numbered)


def scan_lines(
    numbered: Iterable[tuple[int, str]], rules: Rules | None, read: Read[T], *, trump: str | None = None
) -> Iterator[Scanned[T]]:
    """``scan_records`` for lines of JSON or deal lines that have their numbers, so that any part can be read alone."""
    reader = _Reader(rules, read, trump)
    for number, line in numbered:
        start = line.strip()
        if start and not start.startswith("#"):
            place = Place(number)
            for pointer, item in reader.deals_in(start, str(place)):
                yield Scanned(place._replace(pointer=pointer) if pointer else place, item)


@dataclass(frozen=True, slots=True)
class _Reader(Generic[T]):
    """Reads JSON values and deal lines."""

    rules: Rules | None
    read: Read[T]
    trump: str | None

    def deals_in(self, text: str, place: str) -> Iterator[tuple[str, T | DealError]]:
        """The deals of one JSON value or of one deal line, each with its pointer there."""
        rules = self.rules
        try:
            if not text.startswith(("{", "[")):
                yield "", self.read(fields_from_line(text), rules)
                return
            value, prefix = _json(text), ""
            if isinstance(value, dict) and "deals" in value:
                if "rules" in value:
                    rules = read_rules(value["rules"])
                value, prefix = value["deals"], "/deals"
                if not isinstance(value, list):
                    raise DealError("expected a list of deals", pointer=prefix)
            if not isinstance(value, list):
                yield "", self.read(self._with_trump(value), rules)
                return
        except DealError as error:
            yield "", DealError.of(error.faults, place)
            return
        for index, item in enumerate(value):
            pointer = prefix + json_pointer(index)
            try:
                yield pointer, self.read(self._with_trump(item), rules)
            except DealError as error:
                yield pointer, DealError.of((fault.under(pointer) for fault in error.faults), place)

    def _with_trump(self, value: Any) -> Any:
        told = not isinstance(value, Mapping) or any(name in value for name in ("trump", "upcard", "deal"))
        return value if told or self.trump is None or "hands" not in value else {**value, "trump": self.trump}


def _json(text: str) -> Any:
    try:
        return loads(text)
    except JsonError as error:
        raise DealError.of(error.faults) from None
