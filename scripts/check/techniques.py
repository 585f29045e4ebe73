#!/usr/bin/env python3
"""Prove each technique of the search on small hands under every knob that touches play.

    scripts/check/techniques.py [alone] [redeals] [switches] [bounds] [--count N] [--cards 3 5] [--seed S] [--jobs 2]

    alone      each technique with no other, at every start of a trick that play can reach from random deals
    redeals    an engine kept over redeals with the same suit lengths, so that table patterns meet hands they fit
    switches   values and cards with each technique left out
    bounds     every assertion of a bound, at its own position and at redeals that keep the ranks it rests on;
               1,000 random positions for each deal of the others

``--count`` is of random deals (all four are done where none is named), ``--cards`` their fewest and most cards a
hand.  Truth is solver/core/tests/referee.cpp, and plain play in solver/core/tests/prove_bounds.cpp, both compiled here;
tests/oracles/techniques.py says how.  Prints each difference and closes with what was compared.
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
from agreement import NativeReferee
from techniques import (
    alone_differences,
    build_prover,
    expansion,
    false_assertions,
    redeal_differences,
    switch_differences,
    tricks_to_lead,
)

CHECKS = ("alone", "redeals", "switches", "bounds")
CHUNK = 36  # every way to limit leads and forced plays once
REDEALS = 30
POSITIONS = 1000  # for each deal: an assertion is quickly held against play


def check_chunk(first: int, *, check: str, seed: str, cards: tuple[int, int], native: Path) -> tuple[int, list[str]]:
    """How many positions, or assertions of bounds, were compared in one chunk of deals, and the differences."""
    if check == "bounds":
        number = Random(f"{check}/{seed}/{first}").getrandbits(60)
        made, faults = false_assertions(build_prover(native), number, CHUNK * POSITIONS, cards)
        return sum(made.values()), faults
    compared = 0
    faults = []
    with NativeReferee(native) as referee:
        for number, puzzle in enumerate(tricks_to_lead(f"{check}/{seed}/{first}", CHUNK, cards[1], cards[0])):
            if check == "alone":
                known = expansion(referee, puzzle)
                compared += len(known)
                faults += alone_differences(puzzle, known)
            elif check == "redeals":
                compared += REDEALS
                faults += redeal_differences(referee, puzzle, Random(f"{seed}/{first}/{number}"), REDEALS)
            else:
                compared += 1
                faults += switch_differences(puzzle)
    return compared, faults


def main() -> int:
    parser = argparse.ArgumentParser(description="Prove each technique of the search on small hands.")
    parser.add_argument("checks", nargs="*", choices=[*CHECKS, []], metavar="CHECK", help=f"of {', '.join(CHECKS)}")
    parser.add_argument("--count", type=int, default=3600, help="random deals a check")
    parser.add_argument("--cards", type=int, nargs=2, default=(3, 5), metavar=("FEWEST", "MOST"))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, Pool(options.jobs) as pool:
        NativeReferee(Path(folder)).__exit__()
        checks = options.checks or CHECKS
        if "bounds" in checks:
            build_prover(Path(folder))
        for check in checks:
            began = time.perf_counter()
            wanted = {"check": check, "seed": options.seed, "cards": tuple(options.cards), "native": Path(folder)}
            chunks = range(0, options.count, CHUNK)
            compared = differences = 0
            results = pool.imap_unordered(partial(check_chunk, **wanted), chunks)
            for positions, faults in tqdm(results, total=len(chunks), desc=check, disable=None):
                compared += positions
                differences += len(faults)
                for text in faults:
                    tqdm.write(text)
            seconds = time.perf_counter() - began
            deals = len(chunks) * CHUNK
            what = (
                f"assertions of bounds at {deals * POSITIONS:,} positions"
                if check == "bounds"
                else f"positions of {deals:,} deals"
            )
            print(f"{check}: {compared:,} {what}, ", end="")
            print(f"{differences} differences ({seconds:.0f} s)", flush=True)
            failed += differences
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
