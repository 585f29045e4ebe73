"""``backalley review``."""

from __future__ import annotations

import re
import tempfile
import webbrowser
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from solver.cli.common import (
    SEAT,
    BadInput,
    DealCommand,
    answer,
    json_option,
    print_json,
    source_argument,
)
from solver.cli.output import echo, writes_symbols
from solver.cli.page import html_option, write_page
from solver.cli.records import Asked, asked_options
from solver.errors import DealError, Fault
from solver.game.cards import Seat, Side
from solver.requests.review import ON_ILLEGAL, GameReviewTask, ReviewTask
from solver.reviewing.game import GameReview
from solver.reviewing.render.html import game_as_page, review_as_page
from solver.reviewing.render.markdown import game_as_markdown, review_as_markdown
from solver.reviewing.render.text import game_as_text, review_as_text
from solver.reviewing.result import Review

__all__ = ["command"]


@click.command("review", cls=DealCommand)
@source_argument
@click.option("--leader", type=SEAT, help="Who led first, where there are no bids.")
@click.option("--claim", metavar="NS=3", help="The rest was not played: tricks of a side, or NS or EW for all.")
@click.option(
    "--on-illegal",
    type=click.Choice(ON_ILLEGAL),
    help="What to do about an illegal play: refuse the hand, or tell of it and go on where that makes sense.",
)
@asked_options
@click.option("--markdown", is_flag=True, help="Markdown in place of plain text.")
@html_option
@click.option("--open", "show", is_flag=True, help="Show the page in the browser.")
@click.option("--symbols", is_flag=True, help="Suit symbols in the text.")
@json_option
def command(
    source: tuple[str, ...],
    leader: Seat | None,
    claim: str | None,
    on_illegal: str | None,
    asked: Asked,
    markdown: bool,
    html: Path | None,
    show: bool,
    symbols: bool,
    as_json: bool,
) -> None:
    """What each bid and each card of a played hand cost, in tricks, in points and in plain words.

    Best bidding and best play are those of players who see all four hands. A hand may be unfinished. A file of
    many hands is reviewed as a game, with sums by player.

    \b
      backalley review hand.json --html review.html --open
      backalley review game.pbn --markdown
    """  # noqa: D301  (click reads the \b)
    if as_json and html == Path("-"):
        raise click.UsageError("--json and --html - both print; give the page a file")
    settled = None if claim is None else _claim(claim)
    records = asked.records(source, ReviewTask)
    tasks: list[ReviewTask] = []
    labels: list[str] = []
    names: list[str] = []
    place = ""
    for task in records:
        record = task.record
        if leader is not None:
            record = replace(record, leader=leader)
        if settled is not None:
            record = replace(record, claim=settled)
        place = records.place
        with records.going_on():
            tasks.append(replace(asked.of(task, on_illegal=on_illegal), record=record))
            labels.append(records.label)
            names.append(records.name)
    reviewed: Review | GameReview | None = None
    if not records.many and tasks:
        with records.going_on():
            reviewed = _run(tasks[0], asked.memory_mb, place, tasks)
    elif tasks:
        refused: list[tuple[int, DealError]] = []
        note = (lambda index, error: refused.append((index, error))) if records.keep_going else None
        game = GameReviewTask(tuple(tasks), asked.time_limit, asked.node_limit, note, _telling(names))
        reviewed = _run(game, asked.memory_mb, "", tasks)
        for index, error in refused:
            records.refuse(labels[index], _with_hint(str(error), error, tasks))
        reviewed = reviewed if len(refused) < len(tasks) else None
    if reviewed is not None:
        _show(reviewed, html, show, markdown, symbols, as_json)
    records.finish()


def _telling(names: list[str]) -> tuple[str, ...]:
    """The names; none where they only count the hands again."""
    counted = [f"record {number}" for number in range(1, len(names) + 1)]
    return () if names == counted else tuple(names)


def _show(
    reviewed: Review | GameReview, html: Path | None, show: bool, markdown: bool, symbols: bool, as_json: bool
) -> None:
    if html is not None or show:
        _page(reviewed, html, show)
    if as_json:
        print_json(reviewed.to_dict())
    elif html is None and not show:
        echo(_as_text(reviewed, markdown, symbols))


def _run(
    asked: ReviewTask | GameReviewTask, memory_mb: int, place: str, tasks: list[ReviewTask]
) -> Review | GameReview:
    try:
        reviewed = answer(asked, memory_mb, place)
    except BadInput as error:
        if any(fault.pointer == "/leader" for fault in error.faults):
            raise BadInput(f"{error.message}; --leader says who led", error.faults) from None
        if any(map(_of_a_card, error.faults)) and any(task.on_illegal == "reject" for task in tasks):
            raise BadInput(f"{error.message}; --on-illegal report tells of it and goes on", error.faults) from None
        raise
    assert isinstance(reviewed, (Review, GameReview))
    return reviewed


def _of_a_card(fault: Fault) -> bool:
    """Whether a fault lies in a card of the play: /play/3, or /deals/0/play/3 in a game."""
    return "play" in fault.pointer.split("/")[:-1]


def _with_hint(message: str, error: DealError, tasks: list[ReviewTask]) -> str:
    if any(map(_of_a_card, error.faults)) and any(task.on_illegal == "reject" for task in tasks):
        return f"{message}; --on-illegal report tells of it and goes on"
    return message


def _claim(text: str) -> Mapping[Side, int] | Side:
    """``NS`` or ``EW``; or ``NS=3``, also with both sides."""
    words = text.upper().replace(",", " ").split()
    if words in (["NS"], ["EW"]):
        return Side(words[0])
    parts = [re.fullmatch(r"(NS|EW)=(\d{1,2})", word) for word in words]
    if not parts or len(parts) > 2 or not all(parts):
        raise BadInput("--claim: say NS or EW for all the rest, or tricks as in NS=3 (R14)")
    return {Side(part[1]): int(part[2]) for part in parts if part}


def _as_text(reviewed: Review | GameReview, markdown: bool, symbols: bool) -> str:
    writes = writes_symbols()
    if isinstance(reviewed, GameReview):
        return game_as_markdown(reviewed, writes) if markdown else game_as_text(reviewed, symbols and writes)
    return review_as_markdown(reviewed, symbols=writes) if markdown else review_as_text(reviewed, symbols and writes)


def _page(reviewed: Review | GameReview, html: Path | None, show: bool) -> None:
    page = game_as_page(reviewed) if isinstance(reviewed, GameReview) else review_as_page(reviewed)
    if html is None:
        with tempfile.NamedTemporaryFile("w", prefix="review-", suffix=".html", delete=False, encoding="utf-8") as file:
            file.write(page)
        html = Path(file.name)
        echo(f"wrote {html}", err=True)
    else:
        write_page(page, html)
    if show and html != Path("-") and not webbrowser.open(html.resolve().as_uri()):
        echo(f"no browser here; open {html} in one", err=True)
