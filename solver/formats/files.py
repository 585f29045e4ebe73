"""Files of many deals: JSON, JSON lines, deal lines and PBN, told apart by how the text begins.

JSON is one deal, a list of deals, an object with ``deals``, or one deal a line.  In lines, blank ones and
those that begin with ``#`` are passed over.  Every reader gives the fields of the deal's JSON form to the
caller's own reading, so that pointers are those of that form whatever was read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TypeVar

from solver.errors import DealError, JsonError, json_pointer
from solver.formats.deal_json import read_rules
from solver.formats.line import fields_from_line
from solver.formats.pbn import fields_from_pbn, scan_pbn
from solver.formats.strict_json import loads
from solver.game.rules import Rules

__all__ = ["Read", "is_of_lines", "scan_lines", "scan_records"]

T = TypeVar("T")
Read = Callable[[Any, Rules | None], T]
"""Reads one JSON object, with the rules that serve where it names none."""


def scan_records(
    text: str | Iterable[str], rules: Rules | None, read: Read[T], *, with_tricks: bool = False
) -> Iterator[tuple[int, T | DealError]]:
    """What ``read`` makes of each deal of a text or of a file's lines, or what is wrong with it, with its line number.

    ``with_tricks`` gives it the field ``tricks`` as well, where a PBN record tells a result beyond its play.
    """

    def read_pbn(record: str, rules: Rules | None) -> T:
        return read(fields_from_pbn(record, rules, with_tricks=with_tricks), rules)

    lines = enumerate(text.split("\n") if isinstance(text, str) else text, 1)
    for number, line in lines:
        start = line.strip().removeprefix("\ufeff")
        if not start or start.startswith("#"):
            continue
        numbered = chain([(number, start)], lines)
        if re.match(r"%|\[\s*[A-Za-z]", start):
            return scan_pbn(numbered, rules, read_pbn)
        if not is_of_lines(start):
            whole = "\n".join(line.rstrip("\n") for _, line in numbered)
            return ((number, item) for item in _deals_in(whole, rules, read, ""))
        return scan_lines(numbered, rules, read)
    return iter(())


def is_of_lines(start: str) -> bool:
    """Whether a text that begins with this line, its first that says something, has its records one a line."""
    return not start.startswith(("%", "[")) and not (start.startswith("{") and not start.endswith("}"))


def scan_lines(
    numbered: Iterable[tuple[int, str]], rules: Rules | None, read: Read[T]
) -> Iterator[tuple[int, T | DealError]]:
    """``scan_records`` for lines of JSON or deal lines that have their numbers, so that any part can be read alone."""
    for number, line in numbered:
        start = line.strip()
        if start and not start.startswith("#"):
            for item in _deals_in(start, rules, read, f"line {number}"):
                yield number, item


def _deals_in(text: str, rules: Rules | None, read: Read[T], place: str) -> Iterator[T | DealError]:
    """The deals of one JSON value or of one deal line."""
    try:
        if not text.startswith(("{", "[")):
            yield read(fields_from_line(text), rules)
            return
        value, prefix = _json(text), ""
        if isinstance(value, dict) and "deals" in value:
            if "rules" in value:
                rules = read_rules(value["rules"])
            value, prefix = value["deals"], "/deals"
            if not isinstance(value, list):
                raise DealError("expected a list of deals", pointer=prefix)
        if not isinstance(value, list):
            yield read(value, rules)
            return
    except DealError as error:
        yield DealError.of(error.faults, place)
        return
    for at, item in enumerate(value):
        try:
            yield read(item, rules)
        except DealError as error:
            yield DealError.of((fault.under(prefix + json_pointer(at)) for fault in error.faults), place)


def _json(text: str) -> Any:
    try:
        return loads(text)
    except JsonError as error:
        raise DealError.of(error.faults) from None
