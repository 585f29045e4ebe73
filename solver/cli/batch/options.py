"""``backalley batch``: many deals at once, in runs that go on where they were stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from solver.batch.engines import ENGINES
from solver.batch.fields import to_text
from solver.batch.part import write_whole
from solver.batch.report import page, read_run
from solver.batch.tasks import AUCTION
from solver.bidding.forms import OBJECTIVES, Method
from solver.cli.batch.working import run_batch
from solver.cli.common import JSON_OR_NAME, SUIT, limit_options, print_json, rules_option
from solver.cli.output import echo, echo_page
from solver.game.cards import Seat

__all__ = ["command"]


@click.group("batch")
def command() -> None:
    """Many deals at once: an answer for each, a line of JSON in input order, or a row of a Parquet table.

    \b
      backalley batch solve deals.jsonl solved.jsonl
      backalley batch bids --generate 100000 --cards 5 --seed 7 bids.parquet --fields deal,margin,best
      backalley batch report solved.jsonl.run > report.html

    What is done is kept in OUTPUT.run, so that the same command again goes on where it was stopped.
    """  # noqa: D301  (click reads the \b)


def _sizes(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """Hand sizes: ``5``, ``3-8`` or ``1,3,13``."""
    if value is None:
        return None
    sizes: list[int] = []
    try:
        for word in value.split(","):
            low, dash, high = word.partition("-")
            sizes += range(_size(low), _size(high) + 1) if dash else [_size(low)]
    except ValueError:
        raise click.BadParameter("give hand sizes as 5, 3-8 or 1,3,13", ctx, param) from None
    if not sizes or not all(1 <= size <= 13 for size in sizes):
        raise click.BadParameter("a hand has 1 to 13 cards (R2)", ctx, param)
    return tuple(sizes)


def _size(word: str) -> int:
    """The size, or 0 for one that no hand has."""
    size = int(word)
    return size if 1 <= size <= 13 else 0


def _shared(function: Callable[..., None]) -> Callable[..., None]:
    """The options of every task."""
    options = [
        click.argument("files", nargs=-1, metavar="INPUT OUTPUT"),
        click.option("--generate", type=click.IntRange(1, 10**12), metavar="COUNT", help="Deal so many, for INPUT."),
        click.option("--cards", callback=_sizes, help="Cards a hand of dealt ones: 5, or 3-8 or 1,3,13 in turn.  [13]"),
        click.option("--seed", help="The same seed, the same deals; one is drawn and told otherwise."),
        rules_option,
        click.option("--trump", type=SUIT, help="The trump suit, or none, of deals that tell none."),
        click.option("--run", "folder", type=click.Path(path_type=Path), help="Folder of the run.  [OUTPUT.run]"),
        click.option("--restart", is_flag=True, help="Forget what the folder holds, and begin again."),
        click.option("--engine", type=click.Choice(ENGINES), default="threads", show_default=True, help="Who works."),
        click.option("--address", help="Scheduler of a Dask cluster, tcp://…; a local one is begun otherwise."),
        click.option(
            "--shared", is_flag=True, help="The cluster's workers see the folder of the run, and write into it."
        ),
        click.option("--jobs", type=click.IntRange(1, 1024), help="Deals worked on side by side.  [cores]"),
        click.option(
            "--fields",
            "names",
            help="Members to keep: line,tricks,max_tricks.NS …; line is the record's number, result.line that of a"
            " result.  [all]",
        ),
        click.option("--strict", is_flag=True, help="Stop at the first record with an error."),
        click.option("--chunk", type=click.IntRange(1, 10**6), help="Records that go to a worker at a time."),
        limit_options,
        click.option("--quiet", is_flag=True, help="No progress and no summary."),
        click.option("--json", "as_json", is_flag=True, help="The summary as JSON, on standard output."),
    ]
    for option in reversed(options):
        function = option(function)
    return function


@command.command("solve")
@click.option("--cases", help="Only these first leaders and lone board claimants: N,E,board:S.  [all]")
@click.option("--leader", help=f"Value every card of this leader: N, E, S, W, or {AUCTION} for the deal's own bids'.")
@click.option("--as-dealt", is_flag=True, help="Forget the cards played: each deal as it was dealt.")
@_shared
def solve_command(cases: str | None, leader: str | None, as_dealt: bool, **options: Any) -> None:
    """Exact tricks of each deal: by first leader, or of every card that may be played."""
    wanted = tuple(dict.fromkeys(name.strip() for name in (cases or "").split(",") if name.strip()))
    first = leader if leader is None or leader == AUCTION else str(Seat.parse(leader))
    run_batch("solve", options, cases=wanted, leader=first, as_dealt=as_dealt)


@command.command("bids")
@click.option("--objective", type=JSON_OR_NAME, metavar="NAME", help=f"{', '.join(OBJECTIVES)} or JSON.")
@click.option(
    "--by",
    type=click.Choice([str(method) for method in Method]),
    help="What works them out; the records are the same.  [induction where --fields keep no plan, grid, explanations]",
)
@_shared
def bids_command(objective: Any, by: str | None, **options: Any) -> None:
    """Best bids of each deal, after those that it holds."""
    run_batch("bids", options, objective=objective, by=None if by is None else Method(by))


@command.command("review")
@_shared
def review_command(**options: Any) -> None:
    """What each bid and each card of a played hand cost."""
    run_batch("review", options)


@command.command("score")
@_shared
def score_command(**options: Any) -> None:
    """Points of each deal, each by itself."""
    run_batch("score", options)


@command.command("report")
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("output", default="-", type=click.Path(path_type=Path))
@click.option("--text", "as_text", is_flag=True, help="In words.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def report_command(run: Path, output: Path, as_text: bool, as_json: bool) -> None:
    """The folder RUN as one HTML page of charts, at any time, also while the run goes on."""
    manifest, summary = read_run(run)
    if str(output) != "-":
        text = summary.text() if as_text else to_text(summary.to_dict()) if as_json else page(manifest, summary)
        write_whole(output, text.rstrip("\n").encode() + b"\n")
    elif as_json:
        print_json(summary.to_dict())
    elif as_text:
        echo(summary.text())
    else:
        echo_page(page(manifest, summary))
