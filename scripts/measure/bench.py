#!/usr/bin/env python3
"""Time the search beside DDS (through endplay) on the same deals, on Back Alley deals, and beside itself.

    scripts/measure/bench.py [WORK ...]      # all but hard where none is named

    bridge    works a to e under whist rules on fixtures/peers/deals200.pbn, beside endplay
    hard      5 strains x 4 leaders of the first 19 deals of fixtures/peers/hard.pbn, beside endplay, with a time-out
    alley     13-card deals by the book: 4 + 15 cases beside their 4 plain ones
    sizes     1 to 8 cards: 4 + 15 cases beside 4 plain ones, and one strain with four leaders beside endplay
    latency   small hands in the core alone, beside the same calls through solver.search.engine
    kept      one engine over many deals beside a fresh one a deal
    threads   work a on two threads beside one
    limits    how late time limits and cancels come

One process on one core and CPU time, but for threads and limits; DDS has one thread.  The two take turns deal by
deal, and who begins alternates.  Neither keeps anything from one deal to the next, unless it says so: each of our
answers comes from a new Engine, and DDS is never asked about the same deal twice in a row.  Both are called from
Python as a user would call them; what endplay's own layer costs is measured on a deal that needs no search.
docs/performance.md has the figures and says how to read them.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from _beside_dds import HARD_DEALS, HARD_SECONDS, bridge, hard, layer_cost, small
from _by_ourselves import alley, kept, latency, limits, small_alley, threads
from _figures import pin
from _timing import Times, report
from bridge import Dds

USUAL = {
    "bridge": 200,
    "hard": HARD_DEALS,
    "alley": 100,
    "sizes": 1000,
    "latency": 10_000,
    "kept": 100,
    "threads": 200,
    "limits": 20,
}


def measure(work: str, dds: Dds | None, count: int, seconds: float) -> list[Times]:
    """The rows of one work."""
    if work == "sizes":
        return [each for pair in zip(small_alley(count), small(dds, count), strict=True) for each in pair]
    if work == "bridge":
        return bridge(dds, count)
    if work == "hard":
        return hard(dds, count, seconds)
    ours = {"alley": alley, "latency": latency, "kept": kept, "threads": threads, "limits": limits}
    return ours[work](count)


def main() -> int:
    parser = argparse.ArgumentParser(description="Time the search beside DDS and beside itself.")
    parser.add_argument("works", nargs="*", choices=[*USUAL, []], metavar="WORK", help=f"of {', '.join(USUAL)}")
    parser.add_argument("--deals", type=int, help=f"deals a work, by default {USUAL}")
    parser.add_argument("--seconds", type=float, default=HARD_SECONDS, help="wall clock for each hard deal")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)), help="the core to stay on")
    parser.add_argument("--alone", action="store_true", help="leave endplay out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every single time there")
    options = parser.parse_args()
    pin(options.core)
    if find_spec("endplay") is None and not options.alone:
        print("endplay is not installed, so it is left out: pip install endplay", file=sys.stderr)
        options.alone = True
    dds = None if options.alone else Dds(single=True)
    results = []
    for work in options.works or (work for work in USUAL if work != "hard"):
        results += measure(work, dds, options.deals or USUAL[work], options.seconds)
    print(report(results))
    if dds is not None:
        print(f"\nendplay without any search: {layer_cost(dds)}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this process{'' if dds is None else ', endplay included'}: {peak:.0f} MB")
    if options.json:
        options.json.write_text(json.dumps([asdict(times) for times in results]) + "\n", encoding="utf-8")
    return 1 if any(times.differences for times in results) else 0


if __name__ == "__main__":
    sys.exit(main())
