"""The command line of ``backalley match``."""

from __future__ import annotations

import math
import secrets
from pathlib import Path
from typing import Any

import click

from solver.batch.run import read_manifest
from solver.cli.common import BadInput, Failed, print_json, rules_option
from solver.cli.match.failures import never_played
from solver.cli.match.text import match_text, robin_text
from solver.cli.match.working import Asked, play_matches
from solver.cli.output import echo
from solver.game.rules import STANDARD, Rules
from solver.players.bots.roster import BOTS, Entry, UnknownBotError
from solver.tournament.match import Match
from solver.tournament.robin import FIRST_FOLDER, RobinResult, pairings

__all__ = ["command"]


class _Positive(click.ParamType[float]):
    """A number above 0 that is not infinite."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            self.fail(f"'{value}' is no number", param, ctx)
        if not (math.isfinite(number) and number > 0):
            self.fail("give a number above 0", param, ctx)
        return number


def _sizes(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Hand sizes: ``game`` (), ``5``, ``3-8`` or ``1,3,13``."""
    if value is None or value.strip().lower() == "game":
        return ()
    sizes: list[int] = []
    for word in value.split(","):
        low, dash, high = word.strip().partition("-")
        ends = [int(end) if end.isascii() and end.isdigit() and len(end) < 3 else 0 for end in (low, high or low)]
        if (dash and not high) or not 1 <= ends[0] <= ends[1] <= 13:
            raise click.BadParameter("give hand sizes from 1 to 13 as 5, 3-8 or 1,3,13, or game (R2)", ctx, param)
        sizes += range(ends[0], ends[1] + 1)
    return tuple(sizes)


@click.command("match")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT…")
@rules_option
@click.option(
    "--deals", type=click.IntRange(1, 10**7), help="Deals, each played twice with the sides exchanged.  [100]"
)
@click.option("--cards", callback=_sizes, help="Cards a hand: 5, 3-8 or 1,3,13 in turn, or game for those of a game.")
@click.option("--games", type=click.IntRange(1, 10**6), help="Whole games, each played twice, in place of deals.")
@click.option("--seed", help="The same seed, the same match; one is drawn and told otherwise.")
@click.option(
    "--jobs", type=click.IntRange(1, 1024), default=1, show_default=True, help="Processes that play side by side."
)
@click.option("--until", type=_Positive(), help="Stop once the 95 % interval is mean ± so many points.")
@click.option("--time", "seconds", type=_Positive(), help="Seconds of a decision.  [10 for commands, else no limit]")
@click.option(
    "--run",
    "folder",
    type=click.Path(path_type=Path),
    help="Keeps results in this folder, so that a stopped match goes on.",
)
@click.option("--restart", is_flag=True, help="Forget what the folder holds, and begin again.")
@click.option("--records", type=click.Path(path_type=Path), help="Write all deals with bids and play to this file.")
@click.option("--against-double-dummy", is_flag=True, help="Compare every card with best play, all cards seen.")
@click.option("--robin", is_flag=True, help="Every pair of bots, and a rating, as with more than two.")
@click.option("--times", is_flag=True, help="Times of decisions in the answer too, which then is not repeatable.")
@click.option("--quiet", is_flag=True, help="No progress and no times on standard error.")
@click.option("--json", "as_json", is_flag=True, help="The result as one line of JSON.")
def command(bots: tuple[str, ...], rules: Rules | None, **options: Any) -> None:
    """Bots against each other: points a deal of the first over the second, with a 95 % interval.

    Every deal is played twice, in two rooms as it were: the same cards and dealer, the sides exchanged, so that luck
    of the cards falls on both.  BOT is random, greedy, table, engine or seer, with options after a colon, or a command
    in quotes: a program that reads questions and writes answers, a line of JSON each (docs/bots.md).  Of more than two
    bots every pair meets, a round robin.  A bot that loses every deal by an error makes the exit status 1.

    \b
      backalley match table greedy --rules bab_online --deals 2000 --jobs 2
      backalley match engine:cards=20 table --cards 8 --until 1 --run engine.run
      backalley match random greedy table seer --games 20
      backalley match "python3 my_bot.py" table
    """  # noqa: D301  (click reads the \b)
    match, entries = _match(bots, rules or STANDARD, options)
    robin = options["robin"] or len(entries) > 2
    asked = Asked(options["jobs"], options["folder"], options["restart"], options["records"], options["quiet"])
    if robin:
        results = play_matches(pairings(entries, match), asked, times=options["times"], many=True)
        answer = RobinResult.of(entries, results)
        print_json(answer.to_dict()) if options["as_json"] else echo(robin_text(answer))
    else:
        results = play_matches([("", match)], asked, times=options["times"], many=False)
        print_json(results[0].to_dict()) if options["as_json"] else echo(match_text(results[0]))
    if failed := never_played(results):
        raise Failed("; ".join(failed))


def _begun_with(options: dict[str, Any]) -> str | None:
    """The seed that a run in this folder, or its first match, has drawn; None where there is none."""
    folder: Path | None = options["folder"]
    if folder is None or options["restart"] or not folder.is_dir():
        return None
    for place in (folder, folder / FIRST_FOLDER):
        manifest = read_manifest(place)
        match = manifest.get("match") if manifest is not None else None
        if isinstance(match, dict) and isinstance(match.get("seed"), str):
            return str(match["seed"])
    return None


def _match(bots: tuple[str, ...], rules: Rules, options: dict[str, Any]) -> tuple[Match, list[Entry]]:
    """The match of the first two, and all who play."""
    if len(bots) < 2:
        raise click.UsageError(f"a match has two bots or more: {', '.join(BOTS)}, or commands")
    if options["games"] is not None and (options["deals"] is not None or options["cards"]):
        raise click.UsageError("--games are whole games: leave out --deals and --cards")
    try:
        entries = [Entry.parse(bot) for bot in bots]
        for entry in entries:
            entry.check()
    except UnknownBotError as error:
        raise BadInput(str(error)) from None
    if len({str(entry) for entry in entries}) < len(entries) and (options["robin"] or len(entries) > 2):
        raise click.UsageError("name each bot of a round robin once")
    seed = options["seed"] or _begun_with(options)
    if seed is None:
        seed = str(secrets.randbits(128))  # who finds out a seed of a few digits can deal all hands
        echo(f"seed {seed}", err=True)
    match = Match(
        entries[0],
        entries[1],
        rules,
        options["cards"],
        options["games"] or options["deals"] or 100,
        options["games"] is not None,
        seed,
        options["seconds"],
        options["until"],
        options["against_double_dummy"],
    )
    return match, entries
