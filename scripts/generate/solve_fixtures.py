#!/usr/bin/env python3
"""Solve fixtures/deals.jsonl into fixtures/answers.jsonl and fixtures/signature.json (nodes a deal and in all).

    scripts/generate/solve_fixtures.py            # writes both, and names what has changed
    scripts/generate/solve_fixtures.py --check    # only compares; status 1 if answers or node counts differ or rose
    scripts/generate/solve_fixtures.py --accept   # writes both, and takes these node counts as the baseline

An answer must never change, unless the fixture itself or its rules were wrong; node counts change with the search,
and the change is printed as the geometric mean of new to old.  Nodes per answer may be at most 2 % above those of
fixtures/baseline.json.  Where both means have sunk the baseline follows by itself; only ``--accept`` raises it.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from answers import (
    ANSWERS,
    BASELINE,
    SIGNATURE,
    nodes_per_answer,
    read_answers,
    read_baseline,
    read_fixtures,
    read_signature,
    rise,
    solve_fixture,
    write,
    write_baseline,
)


def main() -> int:
    parser = argparse.ArgumentParser(description="Solve the shipped deals, or check their stored answers.")
    parser.add_argument("--check", action="store_true", help="compare with the stored answers and write nothing")
    parser.add_argument("--accept", action="store_true", help="take the node counts as the new baseline")
    options = parser.parse_args()
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
    answers = {name: each.answer for name, each in solved.items()}
    mean, geometric = nodes_per_answer(nodes, answers)
    print(f"nodes per answer: {mean:,.1f} in the mean, {geometric:,.1f} in the geometric mean over deals")
    baseline = read_baseline() if BASELINE.exists() else {}
    risen = rise(nodes, baseline, answers) if baseline and not options.accept else None
    if risen:
        print(risen)
    if options.check:
        return 1 if changed or unknown or moved or risen else 0
    write(solved.values(), nodes)
    write_baseline(nodes if options.accept else followed(nodes, baseline, answers))
    return 1 if risen else 0


def followed(nodes: dict[str, int], baseline: dict[str, int], answers: dict[str, dict[str, Any]]) -> dict[str, int]:
    """The baseline, with deals that are new or gone, or these nodes where both means have sunk."""
    kept = {name: baseline.get(name, count) for name, count in nodes.items()}
    now, then = nodes_per_answer(nodes, answers), nodes_per_answer(kept, answers)
    return nodes if now[0] < then[0] and now[1] < then[1] else kept


if __name__ == "__main__":
    sys.exit(main())
