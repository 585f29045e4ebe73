#!/usr/bin/env python3
"""Check the bid optimiser against plain backward induction, and measure it.

    scripts/check/bids.py compare 2000 [--real 500] [--large 0.2]   # value, options, line, score; random knobs
    scripts/check/bids.py constraints 500    # random constraints on 1 to 5 cards against brute force
    scripts/check/bids.py plans 200          # deals: follow the plan against every bid of the opponents
    scripts/check/bids.py same 100           # one request so often, in 4 threads and in 2 processes
    scripts/check/bids.py time 200           # CP-SAT, build and solve, 13 cards, nothing bid, one worker
    scripts/check/bids.py worlds 200         # so many worlds of 13 cards, tables given
    scripts/check/bids.py leak 1000          # memory before and after so many solves

The oracle is tests/oracles/bidding_oracle.py; it takes a second or so for 13 cards and nothing bid.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import median

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from bidding_cases import Case, differences, plan_differences, random_case, random_table
from bidding_constraints import constrained_differences

from solver.bidding.best_bids import best_bidding
from solver.bidding.model import Deadline
from solver.bidding.objectives import read_objective
from solver.bidding.worlds import World, bids_over_worlds
from solver.dealing import deal_hands
from solver.game.cards import Seat
from solver.game.rules import Rules

Task = tuple[int, bool]


def compared(task: Task, seed: str, large: float) -> list[str]:
    index, real = task
    rng = Random(f"{seed}/{'real' if real else 'random'}/{index}")
    if real:
        case = random_case(rng, rng.randint(1, 9), real=True)
    else:
        case = random_case(rng, 13 if rng.random() < large else rng.randint(1, 13))
    return [f"{seed}/{index}: {case.objective}, {case.deal}, {case.table}: {text}" for text in differences(case)]


def constrained(task: Task, seed: str) -> list[str]:
    rng = Random(f"{seed}/constraints/{task[0]}")
    return [f"{seed}/{task[0]}: {text}" for text in constrained_differences(rng, rng.randint(1, 5))]


def planned(task: Task, seed: str) -> list[str]:
    rng = Random(f"{seed}/plan/{task[0]}")
    case = random_case(rng, rng.randint(1, 9), most_bids=2, real=True)
    return [f"{seed}/{task[0]}: {text}" for text in plan_differences(replace(case, objective="margin"))]


def run(check: Callable[[Task], list[str]], tasks: list[Task], jobs: int, what: str) -> int:
    """The differences over all tasks, printed; the exit status."""
    began = time.perf_counter()
    failed = 0
    with Pool(jobs) as pool:
        for differing in tqdm(pool.imap_unordered(check, tasks, 4), total=len(tasks), disable=None):
            failed += len(differing)
            for text in differing:
                tqdm.write(text)
    print(f"{len(tasks)} {what}: {failed} differences ({time.perf_counter() - began:.0f} s)")
    return min(1, failed)


def solve(case: Case) -> tuple[float, float]:
    """Milliseconds of building and solving on the clock, and of the processor with the payoff arrays."""
    auction = case.deal.auction
    objective = read_objective(case.objective, auction)
    began = time.process_time()
    bidding = best_bidding(auction, case.table, case.deal.rainbows(), objective, Deadline())
    return 1000 * bidding.seconds, 1000 * (time.process_time() - began)


def large_cases(seed: str, count: int) -> Iterable[Case]:
    return (random_case(Random(f"{seed}/{index}"), 13, most_bids=0) for index in range(count))


def show_times(count: int, seed: str) -> int:
    solve(next(iter(large_cases("first", 1))))  # pays for the imports
    taken: dict[str, list[float]] = {}
    for case in large_cases(seed, count):
        wall, processor = solve(case)
        for name in ("all", case.objective):
            taken.setdefault(name, []).append(wall)
        taken.setdefault("all, processor", []).append(processor)
    for name, times in sorted(taken.items()):
        times.sort()
        high = times[int(0.99 * len(times))]
        print(f"{name:15s} {len(times):5d}: median {median(times):.1f} ms, p99 {high:.1f} ms, max {times[-1]:.1f} ms")
    return 0


def show_worlds(count: int, seed: str) -> int:
    rng = Random(seed)
    deals = [replace(deal_hands(13, Rules(), f"{seed}/{index}"), dealer=Seat.N) for index in range(count)]
    worlds = [World(deal, 1.0, random_table(rng, deal)) for deal in deals]
    times, processor = [], []
    for _ in range(11):
        began, worked = time.perf_counter(), time.process_time()
        bids_over_worlds(worlds)
        times.append(1000 * (time.perf_counter() - began))
        processor.append(1000 * (time.process_time() - worked))
    print(
        f"{count} worlds of 13 cards: median {median(times[1:]):.0f} ms, max {max(times[1:]):.0f} ms,"
        f" of the processor {median(processor[1:]):.0f} ms"
    )
    return 0


def show_memory(count: int, seed: str) -> int:
    """As many solves to warm up, then ``count``: the peak must not move by more than the allocator's noise."""
    cases = list(large_cases(seed, 20))
    peaks = []
    for index in range(2 * count):
        solve(cases[index % len(cases)])
        if (index + 1) % count == 0:
            peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    print(f"peak memory after {count} solves {peaks[0]:.1f} MB, after {2 * count} {peaks[1]:.1f} MB")
    return 0 if peaks[1] - peaks[0] < 2 else 1


def digest(case: Case) -> str:
    return hashlib.sha256(json.dumps(case.answer().to_dict()).encode()).hexdigest()


def show_same(count: int, seed: str) -> int:
    case = next(iter(large_cases(seed, 1)))
    digests = {digest(case) for _ in range(count)}
    with ThreadPoolExecutor(4) as threads:
        digests |= set(threads.map(digest, [case] * count))
    with ProcessPoolExecutor(2) as processes:
        digests |= set(processes.map(digest, [case] * count))
    print(f"{3 * count} answers, alone, in 4 threads and in 2 processes: {len(digests)} different")
    return min(1, len(digests) - 1)


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the bid optimiser and measure it.")
    parser.add_argument("what", choices=("compare", "constraints", "plans", "same", "time", "worlds", "leak"))
    parser.add_argument("count", nargs="?", type=int, default=200)
    parser.add_argument(
        "--real", type=int, default=0, help="compare: auctions over tables of dealt cards, 1 to 9 a hand"
    )
    parser.add_argument("--large", type=float, default=0.0, help="compare: share of random tables that have 13 cards")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args()
    count, seed = options.count, options.seed
    tasks = [(index, False) for index in range(count)]
    match options.what:
        case "compare":
            tasks += [(index, True) for index in range(options.real)]
            return run(partial(compared, seed=seed, large=options.large), tasks, options.jobs, "auctions")
        case "constraints":
            return run(partial(constrained, seed=seed), tasks, options.jobs, "constrained auctions")
        case "plans":
            return run(partial(planned, seed=seed), tasks, options.jobs, "plans")
        case "same":
            return show_same(count, seed)
        case "time":
            return show_times(count, seed)
        case "worlds":
            return show_worlds(count, seed)
    return show_memory(count, seed)


if __name__ == "__main__":
    sys.exit(main())
