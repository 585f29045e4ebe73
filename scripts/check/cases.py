#!/usr/bin/env python3
"""Compare the search with the exhaustively solved cases: fixtures/cases/tricks.jsonl and the tricks in bids.jsonl.

    scripts/check/cases.py [FOLDER]
    scripts/check/cases.py --referee 6    # instead the referee in C++ (solver/core/tests/referee.cpp), up to 6 cards

Prints each difference and closes with their number; exit status 1 if there is one.  The referee takes half a
minute up to 6 cards, some minutes up to 7, the better part of an hour up to 8.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from agreement import NativeReferee, best_of
from cases import CASES, case_puzzle, read_cases, table_differences, tricks_differences
from tqdm import tqdm


def check_search(folder: Path) -> int:
    tricks, bids = read_cases(folder / "tricks.jsonl"), read_cases(folder / "bids.jsonl")
    differences = [*tricks_differences(tricks), *table_differences(bids)]
    for difference in differences:
        print(difference)
    print(f"{len(tricks)} positions and {len(bids)} tables: {len(differences)} differences")
    return len(differences)


def check_referee(folder: Path, largest: int) -> int:
    cases = [case for case in read_cases(folder / "tricks.jsonl") if len(case["hands"]["N"]) <= largest]
    failed = 0
    with tempfile.TemporaryDirectory() as built, NativeReferee(Path(built)) as referee:
        for case in tqdm(cases, disable=None):
            puzzle = case_puzzle(case)
            tricks = best_of(puzzle, referee.card_values(puzzle))
            if tricks != case["tricks"]["NS"]:
                failed += 1
                tqdm.write(f"the referee finds {tricks}: {case}")
    print(f"{len(cases)} positions of up to {largest} cards, the referee: {failed} differences")
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the search with exhaustively solved cases.")
    parser.add_argument("folder", nargs="?", type=Path, default=CASES, help="holds tricks.jsonl and bids.jsonl")
    parser.add_argument("--referee", type=int, metavar="CARDS", help="check the referee itself up to this hand size")
    options = parser.parse_args()
    if options.referee:
        return min(1, check_referee(options.folder, options.referee))
    return min(1, check_search(options.folder))


if __name__ == "__main__":
    sys.exit(main())
