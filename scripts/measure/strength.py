#!/usr/bin/env python3
"""How strong the bots are: the matches behind the figures of docs/matches.md, as its tables.

    scripts/measure/strength.py FOLDER --jobs 2                       all of it: three hours of two cores
    scripts/measure/strength.py FOLDER --only robin --deals 200       a quick look

Matches are kept in FOLDER and go on there.  ``robin`` are random, greedy, table and seer, 2,000 deals a pair over
the sizes of a game; ``engine`` is that against each of them, 400 deals; ``sizes`` is engine against table at 1, 2, 4,
6, 8 and 10 cards, 1,000 deals each; ``once`` is table with bloopers counted once against table, 2,000 deals of 3 and 4.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import combinations
from pathlib import Path

from solver.batch.engines import Engine, start
from solver.game.rules import PRESETS
from solver.players.bots.roster import Entry
from solver.tournament.counts.rating import ratings
from solver.tournament.counts.result import MatchResult
from solver.tournament.match import Match
from solver.tournament.run import open_run, play_match

FIELD = ("random", "greedy", "table", "seer")
SIZES = (1, 2, 4, 6, 8, 10)
PARTS = ("robin", "engine", "sizes", "once")


def main() -> int:
    """Plays and prints; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--deals", type=int, help="in place of the deals of every match")
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--rules", choices=list(PRESETS), action="append")
    parser.add_argument("--engine", default="engine", help="the engine with its options")
    parser.add_argument("--seed", default="14")
    asked = parser.parse_args()
    with ExitStack() as stack:
        engine = stack.enter_context(closing(start("processes", asked.jobs))) if asked.jobs > 1 else None
        for rules in asked.rules or ("bab_online", "standard"):
            for part in asked.only or PARTS:
                for line in _part(part, rules, asked, engine):
                    print(line, flush=True)
    return 0


def _part(part: str, rules: str, asked: argparse.Namespace, engine: Engine | None) -> Iterator[str]:
    yield f"\n{part}, {rules}\n"

    def met(one: str, other: str, deals: int, sizes: tuple[int, ...] = ()) -> MatchResult:
        match = Match(
            Entry.parse(one), Entry.parse(other), PRESETS[rules], sizes, asked.deals or deals, seed=asked.seed
        )
        name = "-".join([part, rules, one, other, *map(str, sizes)]).replace(":", "_")
        with closing(open_run(match, asked.folder / name)) as run:
            return play_match(match, engine, run).result()

    if part == "robin":
        yield from _robin({(one, other): met(one, other, 2000) for one, other in combinations(FIELD, 2)})
    elif part == "engine":
        for other in FIELD:
            yield f"| {asked.engine} over {other} | {_points(met(asked.engine, other, 400))} |"
    elif part == "sizes":
        for cards in SIZES:
            yield f"| {cards} | {_points(met(asked.engine, 'table', 1000, (cards,)))} |"
    else:
        yield f"| table:once over table | {_points(met('table:once', 'table', 2000, (3, 4)))} |"


def _robin(matches: dict[tuple[str, str], MatchResult]) -> Iterator[str]:
    for (one, other), result in matches.items():
        yield f"| {one} over {other} | {_points(result)} |"
    places = [(FIELD.index(one), FIELD.index(other), result) for (one, other), result in matches.items()]
    for rating in ratings(FIELD, places):
        yield f"| {rating.bot} | {rating.rating:+.2f} ({rating.interval[0]:+.2f} … {rating.interval[1]:+.2f}) |"
    for (one, other), result in matches.items():
        if "table" in (one, other):
            bot = result.bots[0] if one == "table" else result.bots[1]
            against = other if one == "table" else one
            made = f"{bot.made / max(1, bot.contracts):.1%} of {bot.contracts}"
            boards = f"{bot.boards_made / max(1, bot.boards):.1%} of {bot.boards}"
            yield f"| table against {against} | makes {made} contracts of {bot.bid:.2f} tricks, {boards} boards |"


def _points(result: MatchResult) -> str:
    half = 0.0 if result.interval is None else (result.interval[1] - result.interval[0]) / 2
    phases = ", ".join(f"{name} {mean.mean:+.2f}" for name, mean in result.phases.items() if name != "errors")
    return f"{result.mean:+.2f} ± {half:.2f} | {phases} | {result.deals}"


if __name__ == "__main__":
    sys.exit(main())
