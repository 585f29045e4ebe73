#!/usr/bin/env python3
"""Measure how deals end when all bid and play their best: solver/data/par_margins.json, by rules and hand size.

    scripts/generate/par_margins.py [--rules standard] [--sizes 1-13] [--deals 400] [--seed par] [--jobs 1]
                                    [--file FILE]

Deals by the book, from their seed.  Of each hand size it keeps the number of deals, how many are passed out
(R9), how many have a board in the best auction, and how often each margin occurs: points of the dealer's
side less the others', passed-out deals left out.  Sizes asked for replace those in the file, others stay.
13 cards take about a second a deal.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from tqdm import tqdm

from solver import Deal, Rules, deals, optimal_bids
from solver.game.cards import Side

DATA = Path(__file__).resolve().parents[2] / "solver" / "data" / "par_margins.json"


def par(line: str, rules: Rules) -> tuple[int | None, bool]:
    """The dealer's side's margin, None if passed out, and whether somebody claims board."""
    deal = Deal.parse(line, rules)
    bids = optimal_bids(deal)
    if bids.leader is None:
        return None, False
    assert deal.dealer is not None
    sign = 1 if deal.dealer.side is Side.NS else -1
    return sign * bids.margin, "board" in bids.line.values()


def measure(cards: int, options: argparse.Namespace, rules: Rules) -> dict[str, object]:
    lines = [str(deal) for deal in deals(cards, options.deals, f"{options.seed}/{cards}", rules)]
    with Pool(options.jobs) as pool:
        work = pool.imap(partial(par, rules=rules), lines)
        ends = list(tqdm(work, total=len(lines), desc=f"{cards} cards", unit=" deals", disable=None))
    margins = Counter(margin for margin, _ in ends if margin is not None)
    return {
        "deals": len(ends),
        "passed_out": sum(margin is None for margin, _ in ends),
        "boards": sum(board for _, board in ends),
        "margins": {str(margin): margins[margin] for margin in sorted(margins)},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how deals end when all bid and play their best.")
    parser.add_argument("--rules", default="standard", help="a preset")
    parser.add_argument("--sizes", default="1-13", help="a hand size or a range")
    parser.add_argument("--deals", type=int, default=400, help="of each size")
    parser.add_argument("--seed", default="par")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--file", type=Path, default=DATA)
    options = parser.parse_args()
    rules = Rules.preset(options.rules)
    first, _, last = options.sizes.partition("-")
    for cards in range(int(first), int(last or first) + 1):
        entry = measure(cards, options, rules)
        known = json.loads(options.file.read_text(encoding="utf-8")) if options.file.exists() else {}
        known.setdefault(options.rules, {})[str(cards)] = entry
        known[options.rules] = dict(sorted(known[options.rules].items(), key=lambda item: int(item[0])))
        presets = [
            f"  {json.dumps(name)}: {{\n"
            + ",\n".join(f"    {json.dumps(size)}: {json.dumps(deals)}" for size, deals in sizes.items())
            + "\n  }"
            for name, sizes in known.items()
        ]
        options.file.parent.mkdir(exist_ok=True)
        options.file.write_text("{\n" + ",\n".join(presets) + "\n}\n", encoding="utf-8")
        print(
            f"{cards} cards: {entry['deals']} deals, {entry['passed_out']} passed out, {entry['boards']} with a board"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
