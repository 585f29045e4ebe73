#!/usr/bin/env python3
"""How play differs from double dummy: two bots alike play a fixed set of deals, and each card is held to best play.

    scripts/generate/play_numbers.py --bot table --rules bab_online --deals 100     measures, and writes both files
    scripts/generate/play_numbers.py --page                                         writes the page anew

What was measured of a bot under a preset replaces what is stored of them in ``solver/data/play_numbers.json``;
``docs/play_numbers.md`` follows from that file alone.  ``--deals`` are those of each size, 1 to 13 cards; a
measurement goes on in the folder ``--run`` where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from solver.batch.engines import start
from solver.game.cards import HAND_SIZES, Side
from solver.game.rules import PRESETS, Rules
from solver.players.bots.roster import Entry
from solver.tournament.counts.beside_open_cards import Beside
from solver.tournament.match import Match
from solver.tournament.run import open_run, play_match

ROOT = Path(__file__).parents[2]
STORED = ROOT / "solver" / "data" / "play_numbers.json"
PAGE = ROOT / "docs" / "play_numbers.md"
SEED = "play numbers"
INTRODUCTION = """\
# Play beside double dummy

Double dummy says what a deal is worth when all four see all cards. Players do not, and this page tells what that
costs. Bots alike sit at all four seats and play a fixed set of deals; each card is held to best play by all from there
on, with open cards. `scripts/generate/play_numbers.py` measures, `solver/data/play_numbers.json` has all numbers, also
trick by trick and contract by contract, and `backalley match A B --against-double-dummy` tells the same of two bots.

*Lost* are the tricks a deal that the cards of both sides cost, and in which tricks. The last four columns are the
tricks that a side takes more than with best play, on average over so many sides: of the side that leads first (the
other has as many fewer), and of sides that bid 0, a number, or board.
"""


def main() -> int:
    """Measures or writes; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="table")
    parser.add_argument("--rules", default="bab_online", choices=list(PRESETS))
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--run", type=Path)
    parser.add_argument("--page", action="store_true", help="write the page of what is stored")
    asked = parser.parse_args()
    measured = None
    if not asked.page:
        measured = measure(asked.bot, PRESETS[asked.rules], asked.deals, asked.jobs, asked.run)
    stored = json.loads(STORED.read_text()) if STORED.exists() else {}  # now, as another may have written meanwhile
    if measured is not None:
        stored.setdefault(asked.rules, {})[asked.bot] = measured
        STORED.write_text(shown(stored))
    PAGE.write_text("\n".join(page(stored)) + "\n", encoding="utf-8")
    return 0


def measure(bot: str, rules: Rules, deals: int, jobs: int = 1, folder: Path | None = None) -> dict[str, Any]:
    """What cards cost and how tricks differ, by size, as JSON; ``deals`` of each size."""
    entry = Entry.parse(bot)
    sizes = tuple(range(HAND_SIZES.low, HAND_SIZES.high + 1))
    match = Match(entry, entry, rules, sizes, deals * len(sizes), seed=SEED, open_cards=True)
    with ExitStack() as stack:
        engine = stack.enter_context(closing(start("processes", jobs))) if jobs > 1 else None
        run = None if folder is None else stack.enter_context(closing(open_run(match, folder)))
        played = play_match(match, engine, run)
    boards = [board for unit in played.units() for board in unit.boards]
    # A bot that uses no chance plays the second room as the first, which then tells nothing more.
    by_chance = any(one.lines != other.lines for one, other in (board.rooms for board in boards))
    beside = Beside()
    for board in boards:
        for room in board.rooms if by_chance else board.rooms[:1]:
            beside.add(board.cards, Side.NS, room)
    return {"deals": deals, "seed": SEED, **beside.result().to_dict()}


def shown(stored: dict[str, Any]) -> str:
    """The file: one line for each size and each difference."""
    blocks = []
    for rules, bots in sorted(stored.items()):
        for bot, measured in sorted(bots.items()):
            sizes = ",\n".join(f"   {json.dumps(c)}: {json.dumps(v)}" for c, v in measured["by_cards"].items())
            kinds = ",\n".join(f"   {json.dumps(each)}" for each in measured["differences"])
            head = json.dumps({"deals": measured["deals"], "seed": measured["seed"]})[:-1]
            blocks.append((rules, bot, f'{head},\n  "by_cards": {{\n{sizes}}},\n  "differences": [\n{kinds}]}}'))
    by_rules: dict[str, list[str]] = {}
    for rules, bot, text in blocks:
        by_rules.setdefault(rules, []).append(f"  {json.dumps(bot)}: {text}")
    joined = (f" {json.dumps(rules)}: {{\n" + ",\n".join(texts) + "}" for rules, texts in by_rules.items())
    return "{\n" + ",\n".join(joined) + "}\n"


def page(stored: dict[str, Any]) -> Iterator[str]:
    """The lines of the page."""
    yield from INTRODUCTION.splitlines()
    for rules, bots in sorted(stored.items()):
        for bot, measured in sorted(bots.items()):
            yield ""
            yield f"## `{bot}`, `{rules}`: {measured['deals']} deals a size"
            yield ""
            yield "| cards | rooms | lost | of that in trick 1, 2, 3, 4 … | leads | bid 0 | a number | board |"
            yield "|---|---|---|---|---|---|---|---|"
            for cards, losses in measured["by_cards"].items():
                kinds = [each for each in measured["differences"] if each["cards"] == int(cards)]
                yield "| " + " | ".join(_cells(cards, losses, kinds)) + " |"


def _cells(cards: str, losses: dict[str, Any], kinds: list[dict[str, Any]]) -> Iterator[str]:
    yield cards
    yield str(losses["rooms"])
    yield f"{sum(losses['lost']):.2f}"
    yield " ".join(f"{sum(pair):.2f}" for pair in losses["by_trick"][:-1]) or "-"
    yield _mean([each for each in kinds if each["leads"]])
    yield _mean([each for each in kinds if each["contract"] == 0])
    yield _mean([each for each in kinds if each["contract"] not in (0, "board")])
    yield _mean([each for each in kinds if each["contract"] == "board"])


def _mean(kinds: list[dict[str, Any]]) -> str:
    sides = sum(each["sides"] for each in kinds)
    total = round(sum(each["mean"] * each["sides"] for each in kinds), 3) + 0.0  # no minus zero
    return f"{total / sides:+.2f} ({sides})" if sides else "-"


if __name__ == "__main__":
    sys.exit(main())
