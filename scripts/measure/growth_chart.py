#!/usr/bin/env python3
"""Draw how the time of a deal grows with its cards: docs/growth.svg.

    scripts/measure/growth_chart.py [--deals 200] [--out docs/growth.svg] [--from FILE] [--json FILE]

For 1 to 13 cards a hand, CPU time on one core with a new engine a deal: one strain and four leaders under whist rules,
and all 4 + 15 cases of deals by the book.  Mean and median, on a logarithmic axis.  ``--json`` keeps the times, and
``--from`` draws such a file again.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from _figures import pin, spend
from bridge import WHIST

from solver.deal import Deal
from solver.dealing import deals
from solver.game.cards import Seat
from solver.game.rules import STANDARD, Rules
from solver.search import Engine, trick_table

OUT = Path(__file__).resolve().parents[2] / "docs" / "growth.svg"
SIZES = range(1, 14)
LEADERS = [(leader, ()) for leader in Seat]
WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 50
UNITS = {0.001: "1 µs", 0.01: "10 µs", 0.1: "100 µs", 1: "1 ms", 10: "10 ms", 100: "100 ms", 1000: "1 s"}
Times = dict[str, list[list[float]]]
"""For each series the CPU milliseconds of every deal, by size from 1 card on."""


def plain(deal: Deal) -> Any:
    return Engine(deal.rules).table(deal, LEADERS)


SERIES: dict[str, tuple[Rules, Callable[[Deal], Any], str]] = {
    "whist: one strain, 4 leaders": (WHIST, plain, "#1f6fb4"),
    "Back Alley: all 4 + 15 cases": (STANDARD, trick_table, "#c2571a"),
}


def measure(count: int) -> Times:
    """Both series, deal by deal in turn."""
    times: Times = {name: [[] for _ in SIZES] for name in SERIES}
    for cards in tqdm(SIZES, desc="cards", disable=None):
        dealt = {name: deals(cards, count, "growth", rules) for name, (rules, *_) in SERIES.items()}
        for _ in range(count):
            for name, (_, solve, _) in SERIES.items():
                deal = next(dealt[name])
                spend(times[name][cards - 1], lambda solve=solve, deal=deal: solve(deal))  # type: ignore[misc]
    return times


def draw(times: Times) -> str:
    """The chart as SVG."""
    means = {name: [statistics.mean(each) for each in sizes] for name, sizes in times.items()}
    medians = {name: [statistics.median(each) for each in sizes] for name, sizes in times.items()}
    everything = [value for lines in (means, medians) for line in lines.values() for value in line]
    lowest, highest = (math.log10(end(everything)) for end in (min, max))
    bottom, top = math.floor(lowest), math.ceil(highest)

    def x(cards: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (cards - 1) / (len(SIZES) - 1)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (math.log10(value) - bottom) / (top - bottom)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="13">',
        "<title>CPU time of a deal by cards a hand</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for value, label in UNITS.items():
        if bottom <= round(math.log10(value)) <= top:
            parts.append(
                f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>'
                f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end" fill="#333">{label}</text>'
            )
    parts += [
        f'<text x="{x(cards):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#333">{cards}</text>'
        for cards in SIZES
    ]
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle" fill="#333">cards a hand</text>')
    for index, (name, (_, _, colour)) in enumerate(SERIES.items()):
        for line, dashes in ((means[name], ""), (medians[name], ' stroke-dasharray="5 4"')):
            points = " ".join(f"{x(cards):.1f},{y(value):.1f}" for cards, value in zip(SIZES, line, strict=True))
            parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        parts += [
            f'<circle cx="{x(cards):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}"/>'
            for cards, value in zip(SIZES, means[name], strict=True)
        ]
        parts.append(f'<text x="{LEFT + 12}" y="{TOP + 6 + 20 * index}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{LEFT + 12}" y="{TOP + 46}" fill="#333">solid: mean, dashed: median</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw how the time of a deal grows with its cards.")
    parser.add_argument("--deals", type=int, default=200, help="deals a size")
    parser.add_argument("--out", type=Path, default=OUT, metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the times there")
    parser.add_argument("--from", dest="kept", type=Path, metavar="FILE", help="draw kept times, measure nothing")
    options = parser.parse_args()
    if options.kept:
        times: Times = json.loads(options.kept.read_text(encoding="utf-8"))
    else:
        pin()
        times = measure(options.deals)
    if options.json:
        options.json.write_text(json.dumps(times) + "\n", encoding="utf-8")
    options.out.write_text(draw(times), encoding="utf-8")
    for name, sizes in times.items():
        seven, thirteen = statistics.mean(sizes[6]), statistics.mean(sizes[12])
        print(f"{name}: 7 cards {seven:.3g} ms, 13 cards {thirteen:.3g} ms, ", end="")
        print(f"so x {(thirteen / seven) ** (1 / 6):.2f} a card")
    return 0


if __name__ == "__main__":
    sys.exit(main())
