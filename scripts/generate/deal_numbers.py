#!/usr/bin/env python3
"""Measure what deals are like, and write docs/numbers.md with its charts and solver/data/par_margins.json from it.

    scripts/generate/deal_numbers.py [--run build/numbers] [--deals 1-9=20000,10=9600,…] [--seed numbers] [--jobs 1]
    scripts/generate/deal_numbers.py --so-far              # counts no more, and writes what the run has
    scripts/generate/deal_numbers.py --stored [--check]    # writes, or compares, what follows from the stored counts

Deals by the book under ``standard`` and ``bab_online``, from their seed, so that the same command gives the same
numbers.  The run's folder keeps every part that is done: stopped at any moment, the same command goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from _numbers_page import Numbers, charts, page
from _numbers_run import Run

from solver.errors import DealError

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
COUNTS = DOCS / "numbers" / "counts.json"
MARGINS = ROOT / "solver" / "data" / "par_margins.json"
DEALS = "1-9=20000,10=9600,11=4750,12=2550,13=1575"


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


def files_of(summary: dict[str, Any]) -> dict[Path, str]:
    """What follows from the counts: their file, the document, its charts and the measured margins."""
    numbers = Numbers(summary)
    charted = {DOCS / "numbers" / name: text for name, text in charts(numbers).items()}
    margins = numbers.par_margins()
    presets = (f"  {json.dumps(preset)}: {{\n{_rows(sizes)}\n  }}" for preset, sizes in margins.items())
    return {
        COUNTS: json.dumps(summary, separators=(",", ":")).replace('},"', '},\n"') + "\n",
        DOCS / "numbers.md": page(numbers),
        **charted,
        MARGINS: "{\n" + ",\n".join(presets) + "\n}\n",
    }


def _rows(sizes: dict[str, dict[str, Any]]) -> str:
    return ",\n".join(f"    {json.dumps(cards)}: {json.dumps(deals)}" for cards, deals in sizes.items())


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what deals are like, and write docs/numbers.md.")
    parser.add_argument("--run", type=Path, default=ROOT / "build" / "numbers", help="folder of the run")
    parser.add_argument("--deals", type=by_size, default=by_size(DEALS), metavar="SIZES=COUNT,…", help=f"[{DEALS}]")
    parser.add_argument("--seed", default="numbers")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--so-far", action="store_true", help="count no more: write what the run has")
    parser.add_argument(
        "--stored", action="store_true", help="no run: write what follows from docs/numbers/counts.json"
    )
    parser.add_argument("--check", action="store_true", help="with --stored: only compare")
    options = parser.parse_args()
    if options.stored or options.check:
        summary = json.loads(COUNTS.read_text(encoding="utf-8"))
    else:
        try:
            run = Run(options.run, options.seed, options.deals)
        except DealError as error:
            print(error, file=sys.stderr)
            return 2
        if not options.so_far:
            run.work(options.jobs)
        summary = run.summary()
    files = files_of(summary)
    if options.check:
        other = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
        print("not what follows from the counts: " + ", ".join(map(str, other)) if other else "all is up to date")
        return bool(other)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
