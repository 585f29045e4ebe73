#!/usr/bin/env python3
"""Solve fixtures/deals.jsonl into fixtures/answers.jsonl and fixtures/signature.json (nodes a deal and in all).

    scripts/solve_fixtures.py           # writes both, and names what has changed
    scripts/solve_fixtures.py --check   # only compares; status 1 if an answer or a node count differs

An answer must never change, unless the fixture itself or its rules were wrong; node counts change with the search,
and the change is printed as the geometric mean of new to old.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from answers import ANSWERS, SIGNATURE, read_answers, read_fixtures, read_signature, solve_fixture, write


def main() -> int:
    parser = argparse.ArgumentParser(description="Solve the shipped deals, or check their stored answers.")
    parser.add_argument("--check", action="store_true", help="compare with the stored answers and write nothing")
    check = parser.parse_args().check
    fixtures = read_fixtures()
    solved = {each.name: solve_fixture(each) for each in tqdm(fixtures, unit=" deals", disable=None)}
    nodes = {name: each.nodes for name, each in solved.items()}
    old_answers = read_answers() if ANSWERS.exists() else {}
    old_nodes = read_signature()["deals"] if SIGNATURE.exists() else {}
    changed = [name for name, each in solved.items() if old_answers.get(name, each.answer) != each.answer]
    unknown = sorted(solved.keys() ^ old_answers.keys())
    for name in changed:
        print(f"{name}: the answer was {old_answers[name]}\n{name}: the answer is  {solved[name].answer}")
    for name in unknown:
        print(f"{name}: {'new' if name in solved else 'no longer there'}")
    both = [name for name in nodes if name in old_nodes]
    moved = sum(nodes[name] != old_nodes[name] for name in both)
    ratio = math.exp(sum(math.log((nodes[name] + 1) / (old_nodes[name] + 1)) for name in both) / max(1, len(both)))
    print(f"{len(solved)} deals: {len(changed)} answers changed; {sum(nodes.values())} nodes,", end=" ")
    print(f"{moved} counts changed, new to old {ratio:.4f} in the geometric mean")
    if not check:
        write(solved.values(), nodes)
        return 0
    return 1 if changed or unknown or moved else 0


if __name__ == "__main__":
    sys.exit(main())
