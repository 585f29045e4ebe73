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
    change_deal,
    deal_options,
    json_option,
    limit_options,
    print_json,
    read_source,
    source_argument,
)
from solver.cli.records import Records, keep_going_option, scan_tasks
from solver.errors import DealError
from solver.game.cards import Seat, Side, Suit
from solver.game.rules import Rules
from solver.requests.review import ON_ILLEGAL, GameReviewTask, ReviewTask
from solver.reviewing.game import GameReview
from solver.reviewing.markdown import game_as_markdown, review_as_markdown
from solver.reviewing.page import game_as_page, review_as_page
from solver.reviewing.result import Review
from solver.reviewing.text import game_as_text, review_as_text

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
@deal_options
@limit_options
@keep_going_option
@click.option("--markdown", is_flag=True, help="Markdown in place of plain text.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page to this file; - prints it.")
@click.option("--open", "show", is_flag=True, help="Show the page in the browser.")
@click.option("--symbols", is_flag=True, help="Suit symbols in the text.")
@json_option
def command(
    source: tuple[str, ...],
    leader: Seat | None,
    claim: str | None,
    on_illegal: str | None,
    rules: Rules | None,
    trump: Suit | str | None,
    dealer: Seat | None,
    time_limit: float | None,
    node_limit: int | None,
    memory_mb: int,
    keep_going: bool | None,
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
    records = Records(read_source(source), scan_tasks(ReviewTask, rules, trump), keep_going)
    tasks: list[ReviewTask] = []
    labels: list[str] = []
    place = ""
    for task in records:
        record = task.record
        if leader is not None:
            record = replace(record, leader=leader)
        if settled is not None:
            record = replace(record, claim=settled)
        place = records.place
        with records.going_on():
            asked = replace(
                task,
                deal=change_deal(task.deal, trump, dealer),
                record=record,
                on_illegal=on_illegal or task.on_illegal,
                time_limit=time_limit or task.time_limit,
                node_limit=node_limit or task.node_limit,
            )
            tasks.append(asked)
            labels.append(records.label)
    found: Review | GameReview | None = None
    if not records.many and tasks:
        with records.going_on():
            found = _run(tasks[0], memory_mb, place, tasks)
    elif tasks:
        refused: list[tuple[int, DealError]] = []
        note = (lambda index, error: refused.append((index, error))) if records.keep_going else None
        found = _run(GameReviewTask(tuple(tasks), time_limit, node_limit, note), memory_mb, "", tasks)
        for index, error in refused:
            records.refuse(labels[index], _with_hint(str(error), error, tasks))
        found = found if len(refused) < len(tasks) else None
    if found is not None:
        _show(found, html, show, markdown, symbols, as_json)
    records.finish()


def _show(
    found: Review | GameReview, html: Path | None, show: bool, markdown: bool, symbols: bool, as_json: bool
) -> None:
    if html is not None or show:
        _page(found, html, show)
    if as_json:
        print_json(found.to_dict())
    elif html is None and not show:
        click.echo(_as_text(found, markdown, symbols))


def _run(
    asked: ReviewTask | GameReviewTask, memory_mb: int, place: str, tasks: list[ReviewTask]
) -> Review | GameReview:
    try:
        found = answer(asked, memory_mb, place)
    except BadInput as error:
        if "play/" in error.message and any(task.on_illegal == "reject" for task in tasks):
            raise BadInput(f"{error.message}; --on-illegal report tells of it and goes on") from None
        raise
    assert isinstance(found, (Review, GameReview))
    return found


def _with_hint(message: str, error: DealError, tasks: list[ReviewTask]) -> str:
    if error.pointer.startswith("/play/") and any(task.on_illegal == "reject" for task in tasks):
        return f"{message}; --on-illegal report tells of it and goes on"
    return message


def _claim(text: str) -> Mapping[Side, int] | Side:
    """``NS`` or ``EW``; or ``NS=3``, also with both sides."""
    words = text.upper().replace(",", " ").split()
    if words in (["NS"], ["EW"]):
        return Side[words[0]]
    parts = [re.fullmatch(r"(NS|EW)=(\d{1,2})", word) for word in words]
    if not parts or len(parts) > 2 or not all(parts):
        raise BadInput("--claim: say NS or EW for all the rest, or tricks as in NS=3 (R14)")
    return {Side[part[1]]: int(part[2]) for part in parts if part}


def _as_text(found: Review | GameReview, markdown: bool, symbols: bool) -> str:
    if isinstance(found, GameReview):
        return game_as_markdown(found) if markdown else game_as_text(found, symbols)
    return review_as_markdown(found) if markdown else review_as_text(found, symbols)


def _page(found: Review | GameReview, html: Path | None, show: bool) -> None:
    page = game_as_page(found) if isinstance(found, GameReview) else review_as_page(found)
    if html == Path("-"):
        click.echo(page, nl=False)
        return
    if html is None:
        with tempfile.NamedTemporaryFile("w", prefix="review-", suffix=".html", delete=False, encoding="utf-8") as file:
            file.write(page)
        html = Path(file.name)
    else:
        try:
            html.write_text(page, encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{html}: {error.strerror}") from None
    click.echo(f"wrote {html}", err=True)
    if show and not webbrowser.open(html.resolve().as_uri()):
        click.echo(f"no browser here; open {html} in one", err=True)
