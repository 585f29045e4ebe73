#!/usr/bin/env python3
"""Tune the weights of the move ordering: move them while that takes nodes off the search of random deals.

    scripts/generate/tune_ordering.py KIND [--deals 200] [--cards 10] [--minutes 30] [--seed 1] [--install]

    KIND      no-trump, trumps, or general (live bloopers or limited leads, with all 4 + 15 cases of a deal)

Weights decide the order in which cards are tried, never a value.  The result is printed as the path of a weights.hpp;
--install puts it into solver/core.  Then rebuild, look at deals that were not tuned on (scripts/measure/bench.py), and
accept the new node counts (scripts/generate/solve_fixtures.py).
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from compiling import CORE, compile_core

KINDS = ("no-trump", "trumps", "general")


def main() -> int:
    parser = argparse.ArgumentParser(description="Tune the weights of the move ordering.")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--cards", type=int, default=10, help="cards a hand of the deals tuned on")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--install", action="store_true", help="put the weights into solver/core")
    options = parser.parse_args()
    weights = Path(tempfile.gettempdir()) / f"weights-{options.kind}.hpp"
    weights.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as name:
        program = compile_core(Path(__file__).with_suffix(".cpp"), Path(name) / "tune_ordering", "-O3")
        asked = [KINDS.index(options.kind), options.deals, options.cards, options.seed, round(options.minutes * 60)]
        subprocess.run([program, *map(str, asked), weights], check=True)
    if not weights.exists():
        print("no better weights were found")
        return 1
    if options.install:
        shutil.copy(weights, CORE / "weights.hpp")
    print(CORE / "weights.hpp" if options.install else weights)
    return 0


if __name__ == "__main__":
    sys.exit(main())
