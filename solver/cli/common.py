"""What the commands share: where deals come from, options, limits, and errors in one line."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from solver.cli.output import echo, writes
from solver.errors import BackAlleyError, CardError, DealError, Fault, LimitError, shorten
from solver.formats.encodings import text_of
from solver.game.cards import Seat, Suit
from solver.game.rules import Rules

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.requests.task import Task, Work

__all__ = [
    "JSON_OR_NAME",
    "SUIT",
    "BadInput",
    "DealCommand",
    "Failed",
    "StoppedError",
    "answer",
    "bad_input",
    "deal_options",
    "json_option",
    "limit_options",
    "override",
    "print_json",
    "read_source",
    "rules_option",
    "source_argument",
    "stacked",
]

F = TypeVar("F", bound=Callable[..., Any])
Asked = TypeVar("Asked", bound="Task")


class BadInput(click.ClickException):
    """Input that breaks a rule: one line, exit status 2; ``faults`` are those of the error behind it."""

    exit_code = 2

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


class Failed(click.ClickException):
    """No answer within the limits, or a machine that lacks something: one line, exit status 1."""

    exit_code = 1


class StoppedError(click.ClickException):
    """Ctrl-C: what was done is kept."""

    exit_code = 130


# --- Options ---------------------------------------------------------------------------------------


class _Parsed(click.ParamType[Any]):
    """An option's value read by the engine."""

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name = name
        self.read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self.read(value)
        except (BackAlleyError, CardError) as error:
            self.fail(str(error), param, ctx)


class _Seconds(click.FloatRange):
    """A range of numbers, of which nan is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail("nan is no number of seconds", param, ctx)
        return number


def _rules(text: str) -> Rules:
    from solver.formats.deal_json import read_rules
    from solver.formats.strict_json import loads

    return read_rules(loads(text) if text.lstrip().startswith("{") else text, "")


def _trump(text: str) -> Suit | str:
    return "none" if text.strip().lower() in ("n", "nt", "none") else Suit.parse(text)


def _json_or_name(text: str) -> object:
    from solver.formats.strict_json import loads

    return loads(text) if text.lstrip().startswith(("{", "[")) else text


JSON_OR_NAME = _Parsed("text", _json_or_name)
SEAT = _Parsed("seat", Seat.parse)
SUIT = _Parsed("suit", _trump)
source_argument = click.argument("source", nargs=-1, metavar="FILE|-|DEAL")
json_option = click.option("--json", "as_json", is_flag=True, help="The object of the HTTP API, one line a deal.")
rules_option = click.option(
    "--rules",
    type=_Parsed("rules", _rules),
    help="Preset (standard, bab_online, spades_26, seven_card, whist) or house rules as JSON, where a deal names none.",
)


class DealCommand(click.Command):
    """A command on deals: a deal line without a dealer begins with "- ", which is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [" " + word if word.startswith("- ") else word for word in args])


def stacked(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, the first on top."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


deal_options = stacked(
    rules_option,
    click.option("--trump", type=SUIT, help="Another trump suit, or none, in place of the deal's."),
    click.option("--dealer", type=SEAT, help="Another dealer."),
)
limit_options = stacked(
    click.option("--time-limit", type=_Seconds(0, 86400, min_open=True), help="Give up after these seconds."),
    click.option("--node-limit", type=click.IntRange(1, 10**15), help="Give up after as many positions."),
    click.option(
        "--memory", "memory_mb", type=click.IntRange(1, 1 << 20), default=256, help="Most table memory in MB."
    ),
)


# --- Reading ---------------------------------------------------------------------------------------


def read_source(source: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Name and text of each source: files, standard input, or the deal that the words make up."""
    if not source and sys.stdin is not None and not sys.stdin.isatty():
        source = ("-",)
    if not "".join(source).strip():
        raise click.UsageError("give a file, - for standard input, or a deal")
    if all(word == "-" or _is_file(word) for word in source):
        for word in source:
            yield ("standard input" if word == "-" else word), _read(word)
        return
    text = " ".join(source)
    if len(source) == 1 and " " not in text.strip() and not text.lstrip().startswith(("{", "[")):
        raise BadInput(f"{shorten(text, 100)}: no such file")
    yield "", text


def _is_file(word: str) -> bool:
    try:
        return Path(word).exists()
    except (OSError, ValueError):  # too long for a name, as JSON is
        return False


def _read(word: str) -> str:
    name = "standard input" if word == "-" else word
    if word == "-" and sys.stdin is None:
        raise BadInput("standard input is closed")
    try:
        data = sys.stdin.buffer.read() if word == "-" else Path(word).read_bytes()
    except OSError as error:
        raise BadInput(f"{name}: {error.strerror}") from None
    try:
        return text_of(data)
    except DealError as error:
        raise bad_input(error, name) from None


def bad_input(error: BackAlleyError, name: str = "") -> BadInput:
    """The error as one line: which source, which place in it, what and which rule."""
    return BadInput(f"{name}: {error}" if name else str(error), error.faults)


def override(task: Asked, trump: Suit | str | None, dealer: Seat | None, **options: Any) -> Asked:
    """The task with what the options say, trump and dealer in its deal; BadInput if the deal cannot be so.

    ``options`` are fields of the task; one that was not given (None or empty) leaves what the task says.
    """
    deal = task.deal
    try:
        if trump is not None:
            deal = replace(deal, trump=trump if isinstance(trump, Suit) else None, upcard=None)
        if dealer is not None:
            deal = replace(deal, dealer=dealer)
    except BackAlleyError as error:
        raise bad_input(error) from None
    return replace(task, deal=deal, **{name: value for name, value in options.items() if value})


# --- Answering -------------------------------------------------------------------------------------


def answer(task: Work, memory_mb: int, place: str = "") -> Answer:
    """The task's answer, or an error that begins with ``place``.

    Ctrl-C stops the search at once, which runs in a thread of its own for that.
    """
    try:
        from solver.search import Cancel
    except ImportError as error:
        raise Failed(f"the search is not built here ({error}); scripts/setup builds it") from None
    cancel = Cancel()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(task.run, memory_mb=memory_mb, cancel=cancel)
        try:
            return future.result()
        except KeyboardInterrupt:
            cancel.set()
            raise
        except LimitError as error:
            raise Failed(f"{place}: {error.message}" if place else error.message) from None
        except BackAlleyError as error:
            raise bad_input(error, place) from None


def print_json(value: Any) -> None:
    """One line of JSON, escaped where standard output cannot write it as it is."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    echo(text if writes(text) else json.dumps(value, separators=(",", ":")))
