"""The records of all sources, one after another, and what is asked of each.

What is wrong with one does not stop those that follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import wraps
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from solver.cli.common import (
    BadInput,
    answer,
    bad_input,
    deal_options,
    limit_options,
    override,
    print_json,
    read_source,
    stacked,
)
from solver.cli.messages import complain
from solver.cli.output import echo, writes_symbols
from solver.errors import BackAlleyError, shorten

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.formats.place import Place, Scanned
    from solver.game.cards import Seat, Suit
    from solver.game.rules import Rules
    from solver.requests.task import Task

__all__ = ["Asked", "Records", "Scan", "asked_options", "keep_going_option", "scan_tasks", "trump_told"]

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
Kind = TypeVar("Kind", bound="Task")
Scan = Callable[[str], "Iterator[Scanned[T]]"]
"""The records of a text."""

keep_going_option = click.option(
    "--keep-going/--no-keep-going",
    default=None,
    help="Go on past what is refused, and count it at the end; so it is where there is more than one record.",
)


def scan_tasks(kind: type[Kind], rules: Rules | None, trump: Suit | str | None = None) -> Scan[Kind]:
    """Reads tasks of this kind; ``rules`` and ``trump``, as options give them, serve where a record tells none."""
    from solver.requests.task import scan_tasks as scan

    told = trump_told(trump)
    return lambda text: scan(text, kind, rules, told)


def trump_told(trump: Suit | str | None) -> str | None:
    """The option --trump as the field of a deal's JSON form."""
    return "NT" if isinstance(trump, str) else None if trump is None else trump.name


@dataclass(frozen=True, slots=True)
class _Given(Generic[T]):
    """A record: its source, its number there, its place, and what was read, or why it is refused."""

    name: str
    number: int
    place: Place
    item: T | BackAlleyError

    @property
    def label(self) -> str:
        """Where it stands, for messages."""
        line = "" if self.place.whole else f"line {self.place.line}"
        board = f", board {shorten(self.place.board)}" if self.place.board else ""
        return ": ".join(part for part in (self.name, line, f"record {self.number}{board}") if part)


class Records(Generic[T]):
    """Gives the records of texts with their names that could be read, and tells of those that are refused.

    With ``keep_going`` an error is a line on standard error, and ``finish`` counts and ends with status 1; without,
    the first one is raised.  None is the former where there is more than one record.
    """

    def __init__(self, sources: Iterable[tuple[str, str]], scan: Scan[T], keep_going: bool | None) -> None:
        given = self._all_of(sources, scan)
        head = list(islice(given, 2))
        self._given = chain(head, given)
        self._current: _Given[T] | None = None
        self.many = len(head) > 1
        self.keep_going = self.many if keep_going is None else keep_going
        self.read = 0
        self.refused = 0

    def __iter__(self) -> Iterator[T]:
        for given in self._given:
            self._current = given
            self.read += 1
            item = given.item
            if not isinstance(item, BackAlleyError):
                yield item
            elif self.keep_going:
                self.refuse(given.label, str(type(item).of(item.faults)))
            else:
                raise bad_input(item, given.name)

    @property
    def label(self) -> str:
        """Where the record at hand stands."""
        return "" if self._current is None else self._current.label

    @property
    def name(self) -> str:
        """What a reader of the file calls the record at hand: its board, or its number."""
        given = self._current
        if given is None:
            return ""
        return f"board {shorten(given.place.board)}" if given.place.board else f"record {given.number}"

    @property
    def place(self) -> str:
        """What is said before an error in the work on the record at hand, where that ends the command."""
        given = self._current
        return "" if given is None or self.keep_going or not given.name else f"{given.name}: deal {given.number}"

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Around the work on the record at hand, whose messages do not say where it stands."""
        try:
            yield
        except (click.ClickException, BackAlleyError) as error:
            if not self.keep_going or isinstance(error, click.UsageError):
                raise
            self.refuse(self.label, error.message)

    def refuse(self, label: str, message: str) -> None:
        """Tells of a record that is refused."""
        self.refused += 1
        complain(f"{label}: {message}" if label else message)

    def finish(self, done: str = "answered") -> None:
        """Counts what was refused and what was ``done``, and ends the command with status 1 if anything was."""
        if self.refused:
            complain(f"{self.read} records read, {self.read - self.refused} {done}, {self.refused} refused")
            raise click.exceptions.Exit(1)

    @staticmethod
    def _all_of(sources: Iterable[tuple[str, str]], scan: Scan[T]) -> Iterator[_Given[T]]:
        for name, text in sources:
            number = 0
            for number, (place, item) in enumerate(scan(text), 1):
                yield _Given(name, number, place, item)
            if not number:
                raise BadInput(f"{name or 'the argument'}: no deal in it")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options say that ``solve``, ``bids`` and ``review`` share: other rules, trump and dealer, and limits."""

    rules: Rules | None
    trump: Suit | str | None
    dealer: Seat | None
    time_limit: float | None
    node_limit: int | None
    memory_mb: int
    keep_going: bool | None

    def records(self, source: tuple[str, ...], kind: type[Kind]) -> Records[Kind]:
        """The tasks of this kind in the sources."""
        return Records(read_source(source), scan_tasks(kind, self.rules, self.trump), self.keep_going)

    def of(self, task: Kind, **options: Any) -> Kind:
        """The task with what these options and others of its own say; BadInput if its deal cannot be so."""
        limits = {"time_limit": self.time_limit, "node_limit": self.node_limit}
        return override(task, self.trump, self.dealer, **limits, **options)

    def answer_each(
        self,
        source: tuple[str, ...],
        kind: type[Kind],
        told: Callable[[Kind, Answer], str],
        *,
        as_json: bool,
        symbols: bool,
        check: Callable[[Kind, str], None] | None = None,
        **options: Any,
    ) -> None:
        """Prints each answer, as JSON or as ``told`` says it under the deal's diagram.

        ``check``, if given, is shown a task and its place before it is answered; ``options`` are fields of the task.
        """
        records = self.records(source, kind)
        shown = 0
        for given in records:
            with records.going_on():
                task = self.of(given, **options)
                if check is not None:
                    check(task, records.place)
                result = answer(task, self.memory_mb, records.place)
                if as_json:
                    print_json(result.to_dict())
                    continue
                echo(("\n" if shown else "") + task.deal.diagram(symbols and writes_symbols()) + "\n")
                echo(told(task, result))
                shown += 1
        records.finish()


def asked_options(command: F) -> F:
    """Gives a command the options of ``Asked``, and their values as ``asked``."""

    @wraps(command)
    def with_asked(*arguments: Any, **values: Any) -> Any:
        asked = Asked(**{each.name: values.pop(each.name) for each in fields(Asked)})
        return command(*arguments, asked=asked, **values)

    return stacked(deal_options, limit_options, keep_going_option)(with_asked)  # type: ignore[return-value]
