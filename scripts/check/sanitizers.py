#!/usr/bin/env python3
"""Run the search core under a compiler's sanitizers, on random positions over all knobs and on deals of 13 cards.

    scripts/check/sanitizers.py [address] [thread] [--count 1000] [--deals 2] [--seed S]

    address   ASan and UBSan: values, cards, lines, plays and tables against the plain referee, with a table of 1 MB and
              one of 256 MB kept from position to position
    thread    TSan: solvers side by side, one solver's threads on a shared table, many deals and worlds in one call,
              stops and intruders from outside

The core and solver/core/tests/stress.cpp are built into a scratch folder with CXX or c++; nothing of the checkout is
touched.  Any report of a sanitizer, and any answer that differs, is printed and ends with status 1.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from solver.dealing import deals
from solver.game.cards import Card, Seat
from solver.game.play import Position
from solver.game.rules import PRESETS
from solver.search.engine import play_rules

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from agreement import NativeReferee
from compiling import CORE_TESTS, compile_core
from random_positions import puzzles, to_position

DRIVER = CORE_TESTS / "stress.cpp"
FLAGS = {
    "address": ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    "thread": ["-fsanitize=thread"],
}
WAYS = {
    "address": ["in_turn", "stopped", "shared", "many", "worlds"],
    "thread": ["side_by_side", "shared", "many", "worlds", "stopped"],
}


def build(kind: str, folder: Path) -> Path:
    """The driver with the core, with debug information and as much optimisation as keeps reports readable."""
    return compile_core(DRIVER, folder / kind, "-O1", "-g", "-fno-omit-frame-pointer", *FLAGS[kind])


def line(position: Position, truth: dict[str, int]) -> str:
    """The position as the driver reads it."""
    rules = position.rules
    cards = sorted(((Card.parse(name).index, tricks) for name, tricks in truth.items()), reverse=True)
    numbers = [
        *play_rules(rules),
        *(-1 if position.trump is None else int(position.trump), int(position.leader), int(position.broken)),
        sum(1 << seat for seat in position.exempt),
        *(len(position.trick), *(card.index for card in position.trick)),
        *position.hands,
        *(len(cards), *(number for pair in cards for number in pair)),
    ]
    return " ".join(map(str, numbers))


def questions(count: int, whole_deals: int, seed: str, folder: Path) -> Iterator[str]:
    """Small positions with the referee's answers, then deals of 9 and 13 cards without."""
    with NativeReferee(folder) as referee:
        for puzzle in puzzles(seed, count):
            yield line(to_position(puzzle), referee.card_values(puzzle))
    for rules in PRESETS.values():
        for cards in (9, 13):
            for number, deal in enumerate(deals(cards, whole_deals, seed, rules)):
                yield line(deal.start(Seat.at(number)), {})


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the search core under sanitizers.")
    parser.add_argument("kinds", nargs="*", choices=[*FLAGS, []], metavar="KIND", help=f"of {', '.join(FLAGS)}")
    parser.add_argument("--count", type=int, default=1000, help="random positions of 1 to 5 cards")
    parser.add_argument("--deals", type=int, default=2, help="deals of 9 and of 13 cards for each preset")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asked = list(questions(options.count, options.deals, options.seed, folder))
        for kind in options.kinds or FLAGS:
            program = build(kind, folder)
            for way in WAYS[kind]:
                began = time.perf_counter()
                ran = subprocess.run([program, way], input="\n".join(asked) + "\n", capture_output=True, text=True)
                clean = ran.returncode == 0 and not ran.stdout and not ran.stderr
                print(ran.stdout + ran.stderr, end="")
                seconds = time.perf_counter() - began
                print(f"{kind}, {way}: {len(asked)} positions, {'clean' if clean else 'FAILED'} ({seconds:.0f} s)")
                failed += not clean
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
