"""Where the deals of a batch come from: a file of any format, standard input, or deals dealt as they are needed.

A source gives chunks: neighbouring records that one worker answers together.  A chunk can be sent to another
process; lines are read and deals are dealt where it is worked on.  The same source and size give the same chunks.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from solver.batch.tasks import Asked, Question
from solver.deal import Deal
from solver.dealing import DrawnMany, deal_hands, draw_many
from solver.errors import DealError
from solver.formats.encodings import lines_of
from solver.formats.files import LINES, scan_lines, scan_of, sort_of
from solver.formats.place import Scanned
from solver.game.rules import Rules

__all__ = [
    "Chunk",
    "Dealt",
    "DealtRecords",
    "Entry",
    "FileSource",
    "Lines",
    "Records",
    "Source",
    "StreamSource",
]

_SNIFFED: Final = 20
"""Deals looked at to guess how large the hands of a file are."""


class Entry(NamedTuple):
    """One record asked for: its line, its ``id``, and the task or what is wrong with it.

    The id is that of the input, else the pointer of a deal that has its line's JSON not for itself, else None.
    """

    line: int
    id: str | int | None
    task: Asked | DealError


class Records(Protocol):
    """The records of one chunk, before they are read."""

    def __len__(self) -> int: ...
    def entries(self, question: Question) -> Iterator[Entry]: ...
    def places(self) -> Iterator[tuple[int, str | int | None]]:
        """Line and id of each, told without reading what stands there, which may be what kills."""

    def split(self) -> tuple[Records, Records]: ...


@dataclass(frozen=True, slots=True)
class Chunk:
    """Neighbouring records of a source; ``index`` counts its chunks from 0."""

    index: int
    records: Records


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of JSON, or deal lines, with their numbers."""

    numbered: tuple[tuple[int, str], ...]

    def __len__(self) -> int:
        return len(self.numbered)

    def entries(self, question: Question) -> Iterator[Entry]:
        reader = _Reader(question)
        return reader.entries(scan_lines(self.numbered, question.rules, reader, trump=question.trump))

    def places(self) -> Iterator[tuple[int, str | int | None]]:
        for number, line in self.numbered:
            given = None
            with suppress(ValueError, RecursionError):
                data = json.loads(line)
                given = data.get("id") if isinstance(data, dict) else None
            written = isinstance(given, int) or (isinstance(given, str) and _is_text(given))
            yield number, given if written else None

    def split(self) -> tuple[Lines, Lines]:
        half = len(self.numbered) // 2
        return Lines(self.numbered[:half]), Lines(self.numbered[half:])


@dataclass(frozen=True, slots=True)
class ReadRecords:
    """Records of a format that only its whole text tells apart, read already."""

    read: tuple[Entry, ...]

    def __len__(self) -> int:
        return len(self.read)

    def entries(self, question: Question) -> Iterator[Entry]:  # noqa: ARG002  (they were read for it)
        return iter(self.read)

    def places(self) -> Iterator[tuple[int, str | int | None]]:
        return ((entry.line, entry.id) for entry in self.read)

    def split(self) -> tuple[ReadRecords, ReadRecords]:
        half = len(self.read) // 2
        return ReadRecords(self.read[:half]), ReadRecords(self.read[half:])


@dataclass(frozen=True, slots=True)
class DealtRecords:
    """Deals ``first`` to ``first + size - 1`` of a ``Dealt``."""

    source: Dealt
    first: int
    size: int

    def __len__(self) -> int:
        return self.size

    def entries(self, question: Question) -> Iterator[Entry]:
        for index in range(self.first, self.first + self.size):
            try:
                task: Asked | DealError = question.of_deal(self.source.deal(index))
            except DealError as error:
                task = error
            yield Entry(index + 1, None, task)

    def drawn(self, at_once: int) -> Iterator[tuple[range, DrawnMany]]:
        """The parts of all deals, size after size, at most ``at_once`` at a time, with their indices in the source."""
        sizes, seed, rules = self.source.sizes, self.source.seed, self.source.rules
        for place, size in enumerate(sizes):
            alike = range(self.first + (place - self.first) % len(sizes), self.first + self.size, len(sizes))
            for start in range(0, len(alike), at_once):
                part = alike[start : start + at_once]
                yield part, draw_many(size, rules, [f"{seed}/{index}" for index in part])

    def places(self) -> Iterator[tuple[int, str | int | None]]:
        return ((index + 1, None) for index in range(self.first, self.first + self.size))

    def split(self) -> tuple[DealtRecords, DealtRecords]:
        half = self.size // 2
        rest = DealtRecords(self.source, self.first + half, self.size - half)
        return DealtRecords(self.source, self.first, half), rest


class Source(Protocol):
    """Where the deals come from."""

    @property
    def total(self) -> int | None:
        """How many records there are, where that is known."""

    @property
    def cards(self) -> int:
        """The largest hand of those looked at, by which chunks are measured."""

    def describe(self) -> dict[str, Any]:
        """What the records are made from, as JSON: equal for the same input, and only for that."""

    def chunks(self, question: Question, size: int) -> Iterator[Chunk]:
        """All records in order, ``size`` a chunk."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """``count`` deals by the book, never held in memory: deal i has ``sizes[i % len(sizes)]`` cards a hand.

    Deal i is ``deal_hands(size, rules, f"{seed}/{i}")``, so those of one size are ``solver.deals`` of that seed.
    """

    count: int
    sizes: tuple[int, ...]
    seed: int | str
    rules: Rules

    def __post_init__(self) -> None:
        if self.count < 1:
            raise DealError("at least one deal must be asked for", pointer="/count")
        deal_hands(self.sizes[0], self.rules, str(self.seed))  # a seed that is no text is told now

    @property
    def total(self) -> int:
        return self.count

    @property
    def cards(self) -> int:
        return max(self.sizes)

    def deal(self, index: int) -> Deal:
        """Deal ``index``, from 0."""
        return deal_hands(self.sizes[index % len(self.sizes)], self.rules, f"{self.seed}/{index}")

    def describe(self) -> dict[str, Any]:
        rules = self.rules.to_dict()
        return {"generate": self.count, "cards": list(self.sizes), "seed": str(self.seed), "rules": rules}

    def chunks(self, question: Question, size: int) -> Iterator[Chunk]:  # noqa: ARG002
        for index, first in enumerate(range(0, self.count, size)):
            yield Chunk(index, DealtRecords(self, first, min(size, self.count - first)))


@dataclass(frozen=True, slots=True)
class FileSource:
    """A file that can be read again; ``name`` is what the user calls it."""

    path: Path
    name: str
    digest: str
    total: int | None
    cards: int

    @classmethod
    def of(cls, path: Path, question: Question, name: str | None = None) -> FileSource:
        """The file, read once through to know it again; OSError or DealError where it cannot be read."""
        with path.open("rb") as data:
            digest = hashlib.file_digest(data, "sha256").hexdigest()
        return cls(path, name or str(path), digest, _count(path), _largest(path, question))

    def describe(self) -> dict[str, Any]:
        return {"sha256": self.digest}

    def chunks(self, question: Question, size: int) -> Iterator[Chunk]:
        with closing(_lines_of_file(self.path)) as lines:
            yield from StreamSource(lines).chunks(question, size)


@dataclass(frozen=True, slots=True)
class StreamSource:
    """Lines that come once, as of a pipe."""

    lines: Iterable[str]
    total: int | None = None
    cards: int = 13

    def describe(self) -> dict[str, Any]:
        return {"stream": True}

    def chunks(self, question: Question, size: int) -> Iterator[Chunk]:
        sort, numbered = sort_of(self.lines)
        records: Iterator[Records] = (
            _lines(numbered, size) if sort == LINES else _read_records(sort, numbered, question, size)
        )
        for index, each in enumerate(records):
            yield Chunk(index, each)


def _says(line: str) -> str:
    """What a line holds, "" for a blank one or a comment."""
    text = line.strip().removeprefix("\ufeff")
    return "" if text.startswith("#") else text


def _lines(numbered: Iterable[tuple[int, str]], size: int) -> Iterator[Lines]:
    used = ((number, text) for number, line in numbered if (text := _says(line)))
    while batch := tuple(islice(used, size)):
        yield Lines(batch)


def _read_records(
    sort: str, numbered: Iterator[tuple[int, str]], question: Question, size: int
) -> Iterator[ReadRecords]:
    reader = _Reader(question)
    scanned = scan_of(sort, numbered, question.rules, reader, trump=question.trump, also=question.also)
    entries = reader.entries(scanned)
    while batch := tuple(islice(entries, size)):
        yield ReadRecords(batch)


def _is_text(given: str) -> bool:
    """Whether it can be written: JSON may name half of a pair of surrogates."""
    try:
        given.encode()
    except UnicodeEncodeError:
        return False
    return True


class _Reader:
    """Reads one record after another, and remembers the ``id`` of the last, wrong or not."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._id: str | int | None = None

    def __call__(self, data: Any, rules: Rules | None) -> Asked:
        if isinstance(data, dict) and "id" in data:
            given = data.pop("id")
            if given is not None and (isinstance(given, bool) or not isinstance(given, (str, int))):
                raise DealError("an id is a text or a whole number", pointer="/id")
            if isinstance(given, str) and not _is_text(given):
                raise DealError("the id holds half a character, which nothing can write", pointer="/id")
            self._id = given
        return self._question.read(data, rules)

    def entries(self, scanned: Iterable[Scanned[Asked]]) -> Iterator[Entry]:
        for place, task in scanned:
            yield Entry(place.line, self._id if self._id is not None else place.pointer or None, task)
            self._id = None


def _lines_of_file(path: Path) -> Generator[str, None, None]:
    with path.open("rb") as data:
        yield from lines_of(data)


def _count(path: Path) -> int | None:
    """How many records a file of lines has, None for other formats, and where a line may hold several deals."""
    with closing(_lines_of_file(path)) as lines:
        sort, numbered = sort_of(lines)
        if sort != LINES:
            return None
        count = 0
        for text in (_says(line) for _, line in numbered):
            if text.startswith("[") or '"deals"' in text:
                return None
            count += bool(text)
        return count


def _largest(path: Path, question: Question) -> int:
    """The largest hand among the first deals that can be read, 13 where there is none."""
    with closing(_lines_of_file(path)) as lines:
        first = next(StreamSource(lines).chunks(question, _SNIFFED), None)
        tasks = [] if first is None else [entry.task for entry in first.records.entries(question)]
    sizes = [task.deal.cards for task in tasks if not isinstance(task, DealError) and task.deal is not None]
    return max(sizes, default=13)
