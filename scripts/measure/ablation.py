#!/usr/bin/env python3
"""What each technique of the search is worth: nodes and CPU time without it, as ratios to those with everything on.

    scripts/measure/ablation.py [--deals 30] [--seconds 20] [--json FILE]

Two sets of 13-card deals: one strain and four leaders of fixtures/peers/deals200.pbn under whist rules, and all
4 + 15 cases of deals by the book.  Deal by deal, on one core, the ways take turns.  A deal that takes longer than
``--seconds`` without a technique counts with what it took until then, so the ratio is a lower limit, marked with >.
Values must not change.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from _figures import geometric, pin, spend, table
from bridge import PEERS, STRAINS, in_strain, read_pbn
from techniques import BOUNDS, TECHNIQUES, engine_without

from solver.deal import Deal
from solver.dealing import deals
from solver.errors import LimitError
from solver.game.cards import Seat
from solver.game.rules import STANDARD
from solver.search import Engine, Limits, trick_table

LEADERS = [(leader, ()) for leader in Seat]
ALL_ON = "everything on"
Ask = Callable[[Deal, Engine, Limits], Any]


@dataclass(slots=True)
class Way:
    """The search with some techniques off, deal by deal; ``stopped`` counts deals that took too long."""

    name: str
    off: tuple[str, ...]
    ms: list[float] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    stopped: int = 0

    def solve(self, ask: Ask, deal: Deal, seconds: float) -> Any:
        """The answer, or None if it took too long."""
        engine = engine_without(deal.rules, *self.off)

        def within() -> Any:
            try:
                return ask(deal, engine, Limits(seconds))
            except LimitError:
                return None

        answer = spend(self.ms, within)
        self.nodes.append(max(1, engine.nodes))
        self.stopped += answer is None
        return answer


def ablate(name: str, dealt: list[Deal], ask: Ask, seconds: float) -> list[Way]:
    """Every way over the same deals; whoever begins changes from deal to deal."""
    ways = [Way(ALL_ON, ()), *(Way(technique, (technique,)) for technique in TECHNIQUES)]
    ways.append(Way("all bounds", BOUNDS))
    for number, deal in enumerate(tqdm(dealt, desc=name, unit=" deals", disable=None)):
        first = number % len(ways)
        answers = [way.solve(ask, deal, seconds) for way in ways[first:] + ways[:first]]
        if len({str(answer) for answer in answers if answer is not None}) != 1:
            raise SystemExit(f"values differ without a technique: {deal}")
    return ways


def plain(deal: Deal, engine: Engine, limits: Limits) -> list[int]:
    return engine.table(deal, LEADERS, limits)


def every_case(deal: Deal, engine: Engine, limits: Limits) -> tuple[Any, ...]:
    table = trick_table(deal, limits, engine)
    return table.ns, table.boards


def rows(sets: dict[str, list[Way]]) -> list[list[str]]:
    """One row a technique: nodes and time without it to those with it, for each set."""
    rows = []
    for step in range(1, len(TECHNIQUES) + 2):
        row = [next(iter(sets.values()))[step].name]
        for ways in sets.values():
            base, way = ways[0], ways[step]
            more = "> " if way.stopped else ""
            for now, then in ((way.nodes, base.nodes), (way.ms, base.ms)):
                row.append(f"{more}{geometric(now, then):.2f}; {more}{sum(now) / sum(then):.2f}")
            row.append(f"{way.stopped} of {len(way.ms)}" if way.stopped else "-")
        rows.append(row)
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the search without each of its techniques.")
    parser.add_argument("--deals", type=int, default=30, help="deals a set")
    parser.add_argument("--seconds", type=float, default=20.0, help="wall clock for a deal without a technique")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every single time there")
    options = parser.parse_args()
    pin()
    hands = read_pbn(PEERS / "deals200.pbn")[: options.deals]
    bridge = [in_strain(deal, STRAINS[index % 5]) for index, deal in enumerate(hands)]
    book = list(deals(13, options.deals, "ablation", STANDARD))
    sets = {
        "whist": ablate("whist", bridge, plain, options.seconds),
        "Back Alley": ablate("Back Alley", book, every_case, options.seconds),
    }
    head = ["without"]
    for name in sets:
        head += [f"{name}: nodes, geometric; sum", f"{name}: time, geometric; sum", f"{name}: stopped"]
    print(table(head, rows(sets)))
    for name, ways in sets.items():
        base = ways[0]
        print(f"{name}, {ALL_ON}: {sum(base.nodes) / len(base.nodes):,.0f} nodes,", end=" ")
        print(f"{sum(base.ms) / len(base.ms):.1f} ms in the mean of {len(base.ms)} deals")
    if options.json:
        sets_told = {name: [asdict(way) for way in ways] for name, ways in sets.items()}
        options.json.write_text(json.dumps(sets_told) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
