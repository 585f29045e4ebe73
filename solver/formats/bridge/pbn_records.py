"""The records of a PBN file: tags with what stands under them, remarks and escapes apart, inherited values filled in.

A record ends at a line without visible characters, outside a remark in braces, and before an Event that is its
second or a Board that is another, since some programs leave the line out.  ``#`` takes a tag's value of the
record before, ``##`` sets it for all that follow (PBN 2.1, 4.8); an escaped one is text.  A record of play without
a deal is of another table, and has the deal of the record before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from solver.errors import DealError, shorten

__all__ = ["PbnRecord", "PbnTag", "records_of_pbn"]

_TAG: Final = re.compile(r'\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\]', re.DOTALL)
_TAG_STARTS_LINE: Final = re.compile(r'\s*\[\s*[A-Za-z]\w*\s*"')
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_MARKS: Final = re.compile(r'[{;"]')
_MARKS_BUT_QUOTES: Final = re.compile(r"[{;]")
_REMARK: Final = "\x01"
"""Stands for a remark in the text of a record."""
_MOST_CHARACTERS: Final = 100_000
_DECISIVE: Final = ("Deal", "Dealer", "Trump", "Upcard", "Bids", "Rules", "Contract", "Declarer", "Result", "Play")
"""Tags that may not say two things in one record."""
_NAMES: Final = (*_DECISIVE, "Auction", "Board", "Event", "Vulnerable")
_CANONICAL: Final = {name.lower(): name for name in _NAMES}
_BROKEN_TAG: Final = re.compile(
    r'^[ \t]*(\[\s*(?:{0})\b|(?:{0})\s*"[^"\n]*"\s*\])[^\n]*'.format("|".join(_NAMES)), re.MULTILINE | re.IGNORECASE
)
"""A row that means to be one of these tags; looked for where no whole tag stands."""
_SHARED: Final = ("Board", "Dealer", "Vulnerable", "Deal")
_OF_A_TABLE: Final = ("Contract", "Declarer", "Auction", "Play", "Result")


@dataclass(frozen=True, slots=True)
class PbnTag:
    """A tag, its value unescaped, and what stands under it: ``text`` with its remarks, ``words`` without them.

    ``inherits`` is ``#`` for a value of the record before, ``##`` for one that is set for all that follow.
    """

    name: str
    value: str
    text: str = ""
    words: tuple[str, ...] = ()
    inherits: str = ""


@dataclass(frozen=True, slots=True)
class PbnRecord:
    """One record; ``line`` is its first line's number, ``preamble`` the remarks before its first tag."""

    line: int
    tags: tuple[PbnTag, ...]
    preamble: str = ""

    def tag(self, name: str) -> PbnTag | None:
        """The first tag of this name."""
        return next((tag for tag in self.tags if tag.name == name), None)

    def value(self, name: str) -> str | None:
        """The tag's value without blanks around it; None where there is none, or it says that it is not known."""
        tag = self.tag(name)
        value = "" if tag is None else tag.value.strip()
        return None if value in ("", "?", "-") else value

    @property
    def board(self) -> str:
        """The board's number or name, "" if none is told."""
        return self.value("Board") or ""


def records_of_pbn(numbered: Iterable[tuple[int, str]]) -> Iterator[tuple[PbnRecord, DealError | None]]:
    """The records that have tags, in order, each with what is wrong with its text, if anything is."""
    heirloom = _Inheritance()
    for first, rows, remarks, fault in _split(numbered):
        if len(rows) > 1 and all(row.startswith("[Deal ") for row in rows):  # a list of deals, one a line
            for place, row in enumerate(rows):
                yield _tags(first + place, row, []), fault or _broken_tag(row)
            continue
        text = "\n".join(rows)
        if len(text) > _MOST_CHARACTERS:
            fault = fault or DealError(f"a PBN record of {len(text)} characters is no deal")
            text = text[:_MOST_CHARACTERS]
        record = _tags(first, text, remarks)
        if not record.tags:
            if fault or any(row.lstrip().startswith("[") for row in rows):
                yield record, fault or DealError("no tag of the PBN record can be read")
            continue
        if heirloom.is_header(record):
            heirloom.fill(record)
            continue
        record = heirloom.fill(record)
        yield record, fault or _broken_tag(text) or _contradiction(record)


def _split(numbered: Iterable[tuple[int, str]]) -> Iterator[tuple[int, list[str], list[str], DealError | None]]:
    """First line, rows with a mark for each remark, the remarks, and the fault of each record."""
    first = 0
    rows: list[str] = []
    remarks: list[str] = []
    remark: list[str] = []  # the rows of the remark that is open
    began = 0  # where it began; 0 if none is open
    gap = False  # whether a blank line stands in it
    fault: DealError | None = None
    for number, line in numbered:
        row = line.rstrip("\r\n").replace(_REMARK, " ")
        if began and _TAG_STARTS_LINE.match(row):
            fault = fault or _unclosed(began)
            remarks.append("\n".join(remark))
            began = 0
            if gap:
                yield first, rows, remarks, fault
                rows, remarks, fault = [], [], None
        if not began:
            if not row.strip():
                if rows:
                    yield first, rows, remarks, fault
                rows, remarks, fault = [], [], None
                continue
            if row.startswith("%"):
                continue
            if (row.startswith("[Event ") and _is_whole(rows)) or _is_another_board(row, rows):
                yield first, rows, remarks, fault
                rows, remarks, fault = [], [], None
            first = first if rows else number
            gap = False
        gap = gap or not row.strip()
        plain, ended, still_open = _apart(row, remark if began else None)
        if plain or not began:
            rows.append(plain)
        remarks += ended
        began = 0 if still_open is None else number if still_open is not remark else began
        remark = still_open or []
    if began:
        remarks.append("\n".join(remark))
        fault = fault or _unclosed(began)
    if rows:
        yield first, rows, remarks, fault


def _is_whole(rows: list[str]) -> bool:
    """Whether a record that has these rows is one that another Event cannot belong to."""
    return all(any(row.startswith(start) for row in rows) for start in ("[Event ", "[Deal "))


def _is_another_board(row: str, rows: list[str]) -> bool:
    """Whether a row names a board, and the rows before it, which have a deal, name another."""
    if not row.lstrip().startswith("[Board ") or not any(before.startswith("[Deal ") for before in rows):
        return False
    return any(before.startswith("[Board ") and before.strip() != row.strip() for before in rows)


def _broken_tag(text: str) -> DealError | None:
    """What is wrong with a row that means to be a tag and is none."""
    broken = _BROKEN_TAG.search(_TAG.sub("", text))
    if broken is None:
        return None
    return DealError(f"'{shorten(broken[0].strip().replace(_REMARK, '{}'))}' is no tag, which reads [Name \"value\"]")


def _unclosed(line: int) -> DealError:
    return DealError(f"the remark that begins with {{ in line {line} is never closed")


def _apart(row: str, remark: list[str] | None) -> tuple[str, list[str], list[str] | None]:
    """A row with a mark for each remark, the remarks that end in it, and the one that goes on.

    ``remark`` are the rows so far of the one that is open before.  In one pass, whatever the row.
    """
    if remark is None and "{" not in row and ";" not in row:
        return row, [], None
    parts: list[str] = []
    ended: list[str] = []
    place = 0
    marks = _MARKS
    while True:
        if remark is not None:
            end = row.find("}", place) + 1
            remark.append(row[place : end or len(row)])
            if not end:
                return "".join(parts), ended, remark
            ended.append("\n".join(remark))
            remark, place = None, end
        mark = marks.search(row, place)
        if mark is None:
            return "".join([*parts, row[place:]]), ended, None
        if mark[0] == '"':
            quoted = _QUOTED.match(row, mark.start())
            end = quoted.end() if quoted else mark.end()
            if not quoted:
                marks = _MARKS_BUT_QUOTES  # no quote that comes later is closed either
            parts.append(row[place:end])
            place = end
            continue
        parts.append(row[place : mark.start()] + _REMARK)
        place = mark.start()
        if mark[0] == ";":
            return "".join(parts), [*ended, row[place:]], None
        remark = []


def _tags(first: int, text: str, remarks: list[str]) -> PbnRecord:
    """The record in a text in which marks stand for its remarks."""
    kept = iter(remarks)

    def with_remarks(body: str) -> str:
        return (re.sub(_REMARK, lambda _: next(kept, ""), body) if _REMARK in body else body).strip("\n")

    matches = list(_TAG.finditer(text))
    preamble = with_remarks(text[: matches[0].start()] if matches else "")
    tags = []
    for place, match in enumerate(matches):
        end = matches[place + 1].start() if place + 1 < len(matches) else len(text)
        body = text[match.end() : end]
        raw = match["value"]
        inherits = "##" if raw.startswith("##") else "#" if raw == "#" else ""
        value = re.sub(r"\\(.)", r"\1", raw.removeprefix(inherits))
        name = _CANONICAL.get(match["name"].lower(), match["name"])
        tags.append(PbnTag(name, value, with_remarks(body), tuple(body.replace(_REMARK, " ").split()), inherits))
    return PbnRecord(first, tuple(tags), preamble)


def _contradiction(record: PbnRecord) -> DealError | None:
    """What a tag that stands twice is wrong with, if it says two things."""
    said: dict[str, str] = {}
    for tag in record.tags:
        if tag.name in _DECISIVE and said.setdefault(tag.name, tag.value) != tag.value:
            return DealError(f"the tag {tag.name} stands twice in one record")
    return None


class _Inheritance:
    """Values that later records take over: of the record before by ``#``, of a header by ``##``."""

    def __init__(self) -> None:
        self.before: dict[str, PbnTag] = {}
        self.header: dict[str, PbnTag] = {}

    def is_header(self, record: PbnRecord) -> bool:
        """Whether it only sets values for the records to come."""
        return record.tag("Deal") is None and all(tag.inherits == "##" for tag in record.tags)

    def _shares_deal(self, named: Mapping[str, str]) -> bool:
        """Whether the record is of another table that played the deal before."""
        board = self.before.get("Board")
        same = board is None or named.get("Board", board.value) == board.value
        return "Deal" not in named and "Deal" in self.before and same and any(name in named for name in _OF_A_TABLE)

    def fill(self, record: PbnRecord) -> PbnRecord:
        """The record with real values."""
        tags = []
        for tag in record.tags:
            if tag.inherits == "#":
                from_before = self.before.get(tag.name, PbnTag(tag.name, ""))
                tag = from_before if not tag.words else PbnTag(tag.name, from_before.value, tag.text, tag.words)
            elif tag.inherits or tag.name in self.header:
                self.header[tag.name] = tag
            tags.append(tag)
        named = {tag.name: tag.value for tag in tags}
        inherited = [PbnTag(name, tag.value) for name, tag in self.header.items() if name not in named]
        if self._shares_deal(named):
            inherited += [
                PbnTag(name, self.before[name].value) for name in _SHARED if name in self.before and name not in named
            ]
        tags = [*inherited, *tags]
        self.before.update({tag.name: tag for tag in tags})
        return PbnRecord(record.line, tuple(tags), record.preamble)
