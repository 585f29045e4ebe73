#!/usr/bin/env python3
"""Measure what deals are like, and write docs/numbers.md with its charts and solver/data/par_margins.json from it.

    scripts/generate/deal_numbers.py [--run build/numbers] [--deals 1-9=20000,10=…] [--seed numbers] [--jobs 1]
    scripts/generate/deal_numbers.py --from docs/numbers.json [--check]      # only writes, or compares, what follows from it

Deals by the book under ``standard`` and ``bab_online``, from their seed, so that the same command gives the same
numbers.  The run's folder keeps every part that is done: stopped at any moment, the same command goes on, and
``--so-far`` writes what there is.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from _numbers_run import Run

ROOT = Path(__file__).resolve().parents[2]
DEALS = "1-9=20000,10=15000,11=7500,12=4000,13=2500"


def by_size(text: str) -> dict[int, int]:
    """``1-9=20000,13=500`` as deals by hand size; ValueError where it is none."""
    deals: dict[int, int] = {}
    for word in text.split(","):
        sizes, _, count = word.partition("=")
        first, _, last = sizes.partition("-")
        deals |= dict.fromkeys(range(int(first), int(last or first) + 1), int(count))
    if not all(1 <= size <= 13 and count > 0 for size, count in deals.items()):
        raise ValueError(text)
    return deals


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what deals are like, and write docs/numbers.md.")
    parser.add_argument("--run", type=Path, default=ROOT / "build" / "numbers", help="folder of the run")
    parser.add_argument("--deals", type=by_size, default=by_size(DEALS), metavar="SIZES=COUNT,…", help=f"[{DEALS}]")
    parser.add_argument("--seed", default="numbers")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--so-far", action="store_true", help="count no more: write what the run has")
    options = parser.parse_args()
    run = Run(options.run, options.seed, options.deals)
    if not options.so_far:
        run.work(options.jobs)
    summary = run.summary()
    print(json.dumps(summary, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
