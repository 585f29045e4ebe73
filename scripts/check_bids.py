#!/usr/bin/env python3
"""Compare best bids with plain backward induction, or time the optimiser.

    scripts/check_bids.py [COUNT] [--real COUNT] [--seed S] [--jobs 2] [--large SHARE]
    scripts/check_bids.py --time COUNT

The first compares COUNT auctions over random tables and ``--real`` ones over tables that the search finds of
deals of 1 to 9 cards, with random knobs, bids made, and objectives: value and every option, line and score.
The oracle is tests/bidding_oracle.py, a second or so for 13 cards and nothing bid.  The second times building and
solving of the models for 13 cards, nothing bid, on one worker, in milliseconds.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import median

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from bidding_cases import Case, differences, random_case

from solver.bidding.asking import read_objective
from solver.bidding.cpsat import Deadline
from solver.bidding.solved import solve_auction


def a_case(seed: str, large: float, real: bool) -> Case:
    rng = Random(seed)
    if real:
        return random_case(rng, rng.randint(1, 9), real=True)
    return random_case(rng, 13 if rng.random() < large else rng.randint(1, 13))


def check(task: tuple[int, bool], *, seed: str, large: float) -> list[str]:
    """The differences in one auction."""
    at, real = task
    case = a_case(f"{seed}/{'real' if real else 'random'}/{at}", large, real)
    return [f"{seed}/{at}: {case.objective}, {case.deal}, {case.table}: {text}" for text in differences(case)]


def compare(options: argparse.Namespace) -> int:
    began = time.perf_counter()
    tasks = [(at, True) for at in range(options.real)] + [(at, False) for at in range(options.count)]
    failed = 0
    with Pool(options.jobs) as pool:
        work = pool.imap_unordered(partial(check, seed=options.seed, large=options.large), tasks, 4)
        for found in tqdm(work, total=len(tasks), unit=" auctions", disable=None):
            failed += len(found)
            for text in found:
                tqdm.write(text)
    print(f"{options.count} auctions over random tables, {options.real} over real ones: ", end="")
    print(f"{failed} differences ({time.perf_counter() - began:.0f} s)")
    return 1 if failed else 0


def measure(count: int, seed: str) -> int:
    taken: dict[str, list[float]] = {}
    for at in range(-1, count):  # the first pays for the imports
        case = random_case(Random(f"{seed}/{at}"), 13, most_bids=0)
        auction = case.deal.auction
        objective = read_objective(case.objective, auction)
        solved = solve_auction(auction, case.table, case.deal.rainbows(), objective, Deadline())
        if at >= 0:
            taken.setdefault("all", []).append(1000 * solved.seconds)
            taken.setdefault(case.objective, []).append(1000 * solved.seconds)
    for name, times in sorted(taken.items()):
        times.sort()
        print(
            f"{name:7s} {len(times):5d} auctions of 13 cards: median {median(times):.1f} ms,"
            f" p99 {times[int(0.99 * len(times))]:.1f} ms, max {times[-1]:.1f} ms"
        )
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare best bids with plain backward induction.")
    parser.add_argument("count", nargs="?", type=int, default=500, help="auctions over random tables")
    parser.add_argument("--real", type=int, default=200, help="auctions over tables of dealt cards")
    parser.add_argument("--large", type=float, default=0.0, help="share of the random ones that have 13 cards")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--time", type=int, metavar="COUNT", help="time so many auctions instead")
    options = parser.parse_args()
    return measure(options.time, options.seed) if options.time else compare(options)


if __name__ == "__main__":
    sys.exit(main())
