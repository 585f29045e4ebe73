#!/usr/bin/env python3
"""Compare the search under ``whist`` rules with DDS, the bridge solver, through endplay.

    scripts/check/dds.py [--deals 100] [--seed 1]

On random 52-card deals: the tricks of 5 strains x 4 leaders; every card's value at five random points of each
deal's play; the 49 values of a random play.  Prints each difference and closes with their number.  Where endplay
is missing it says so and ends with status 0.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random

from tqdm import tqdm

from solver.deal import Deal
from solver.dealing import deals
from solver.game.cards import Seat

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from bridge import (
    CARDS_OF_A_PLAY,
    STRAINS,
    WHIST,
    Dds,
    card_differences,
    in_strain,
    play_differences,
    random_play,
    table_differences,
)

POINTS = 5


def tables(dds: Dds, deal: Deal, _: Random) -> Iterator[str]:
    return table_differences(dds, deal)


def cards(dds: Dds, deal: Deal, rng: Random) -> Iterator[str]:
    for _ in range(POINTS):
        wanted, leader = in_strain(deal, rng.choice(STRAINS)), rng.choice(list(Seat))
        yield from card_differences(dds, wanted, leader, random_play(wanted, leader, rng, rng.randint(0, 51)))


def plays(dds: Dds, deal: Deal, rng: Random) -> Iterator[str]:
    wanted, leader = in_strain(deal, rng.choice(STRAINS)), rng.choice(list(Seat))
    return play_differences(dds, wanted, leader, random_play(wanted, leader, rng, CARDS_OF_A_PLAY))


CHECKS: dict[str, tuple[str, Callable[[Dds, Deal, Random], Iterator[str]]]] = {
    "tables": ("5 strains x 4 leaders each", tables),
    "cards": (f"every card at {POINTS} points of the play each", cards),
    "plays": (f"a play of {CARDS_OF_A_PLAY + 1} values each", plays),
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the search under whist rules with DDS.")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    if find_spec("endplay") is None:
        print("endplay is not installed, so nothing was compared: pip install endplay")
        return 0
    dds, failed = Dds(), 0
    for name, (what, check) in CHECKS.items():
        differences = 0
        rng = Random(f"{name}/{options.seed}")
        for deal in tqdm(deals(13, options.deals, options.seed, WHIST), total=options.deals, desc=name, disable=None):
            for difference in check(dds, deal, rng):
                differences += 1
                tqdm.write(difference)
        print(f"{options.deals} deals, {what}: {differences} differences")
        failed += differences
    return min(1, failed)


if __name__ == "__main__":
    sys.exit(main())
