#!/usr/bin/env python3
"""Compare the search with a plain exhaustive referee on random positions over all rules that touch play.

    scripts/check/reference.py [COUNT] [--seed S] [--smallest 1] [--largest 5] [--jobs 2] [--native]

Value, every card's value, and that the line given is legal and takes as many tricks.  The referee is
tests/oracles/reference.py, or with --native the same in C++ (solver/core/tests/referee.cpp, compiled here),
ten to twenty times as fast and able to do 6 and 7 cards.  Prints each difference and closes with their number.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from agreement import NativeReferee, difference, differences
from random_positions import puzzle

CHUNK = 100


def check_chunk(first: int, *, count: int, seed: str, largest: int, smallest: int, native: Path | None) -> list[str]:
    """The differences in puzzles ``first`` … ``first + CHUNK - 1`` of the seed's sequence."""
    numbers = range(first, min(first + CHUNK, count))
    puzzles = (puzzle(Random(f"{seed}/{number}"), largest, smallest) for number in numbers)
    if native is None:
        faults = list(differences(puzzles))
    else:
        with NativeReferee(native) as referee:
            faults = [difference(each, referee.card_values(each)) for each in puzzles]
    return [f"{seed}/{number}: {text}" for number, text in zip(numbers, faults, strict=True) if text]


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the search with a plain referee on random positions.")
    parser.add_argument("count", nargs="?", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--smallest", type=int, default=1, help="cards the leader holds at least")
    parser.add_argument("--largest", type=int, default=5, help="cards the leader holds at most")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--native", action="store_true", help="compile and use the referee in C++")
    options = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        native = Path(folder) if options.native else None
        if native:
            NativeReferee(native).__exit__()
        wanted = {"count": options.count, "seed": options.seed, "native": native}
        sizes = {"largest": options.largest, "smallest": options.smallest}
        failed = 0
        with Pool(options.jobs) as pool:
            chunks = range(0, options.count, CHUNK)
            results = pool.imap_unordered(partial(check_chunk, **wanted, **sizes), chunks)
            for faults in tqdm(results, total=len(chunks), unit=" hundred", disable=None):
                failed += len(faults)
                for text in faults:
                    tqdm.write(text)
    seconds = time.perf_counter() - began
    print(f"{options.count} random positions of {options.smallest} to {options.largest} cards: ", end="")
    print(f"{failed} differences ({seconds:.0f} s)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
