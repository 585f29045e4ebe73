#!/usr/bin/env python3
"""Build the core for any x86-64 and for this machine, and compare: the same values, the same nodes, the time ratio.

    scripts/measure/compare_builds.py [--deals 60] [--rounds 3] [--json FILE]

The builds are those of solver/core/CMakeLists.txt: as it ships, with BACKALLEY_NATIVE, and with that but without BMI2.
Each is compiled into a scratch folder (a minute each) and loaded by a process of its own in place of the installed
core; the processes take turns deal by deal on one core.  The questions are one strain and four leaders under whist
rules, and 4 + 15 cases of deals by the book, 13 cards each.  Status 1 if a value or a node count differs.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import multiprocessing
import os
import platform
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "measure"))
from _figures import geometric, pin, spend, summary, table

CORE = Path(__file__).resolve().parents[2] / "solver" / "core"
PLAIN = "plain"
NATIVE = ["-DBACKALLEY_NATIVE=ON"]
BUILDS = {PLAIN: ([], ""), "native": (NATIVE, "")}
if platform.machine() in ("x86_64", "AMD64"):
    BUILDS["native without BMI2"] = (NATIVE, "-mno-bmi2")
SETS = ("whist", "Back Alley")


@dataclass(slots=True)
class Measured:
    """What one build found, by set of deals: values and nodes a deal, and CPU ms a deal as the least of all rounds."""

    values: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in SETS})
    nodes: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in SETS})
    ms: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in SETS})


def build(name: str, folder: Path) -> Path:
    """The extension module of one build."""
    defines, flags = BUILDS[name]
    where = folder / name.replace(" ", "-")
    tools = Path(sys.executable).parent
    cmake, ninja = (str(tools / tool) if (tools / tool).exists() else tool for tool in ("cmake", "ninja"))
    configure = [cmake, "-S", str(CORE), "-B", str(where), "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"]
    configure += ["-DCMAKE_BUILD_TYPE=Release", "-DBACKALLEY_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"]
    configure += defines
    for command in (configure, [cmake, "--build", str(where)]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ | {"CXXFLAGS": flags})
    return next(where.rglob("_core*.so"))


def load(path: Path) -> None:
    """Make this file the core that ``solver`` will import."""
    assert "solver" not in sys.modules
    spec = importlib.util.spec_from_file_location("solver._core", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["solver._core"] = module
    spec.loader.exec_module(module)
    import solver

    solver._core = module


def answer(connection: Connection, path: Path, deals: int) -> None:
    """Answer the deals asked for by set and number until None comes."""
    load(path)
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
    from bridge import PEERS, STRAINS, in_strain, read_pbn

    from solver import _core
    from solver.dealing import deals as by_the_book
    from solver.game.cards import Seat
    from solver.search import Engine, trick_table

    assert _core.__file__ == str(path)
    hands = read_pbn(PEERS / "deals200.pbn")[:deals]
    sets = {
        "whist": [in_strain(deal, STRAINS[index % 5]) for index, deal in enumerate(hands)],
        "Back Alley": list(by_the_book(13, len(hands), "builds")),
    }
    connection.send(len(hands))
    while (question := connection.recv()) is not None:
        name, index = question
        deal = sets[name][index]
        engine = Engine(deal.rules)
        spent: list[float] = []
        values: list[int]
        if name == "whist":
            values = spend(spent, partial(engine.table, deal, [(leader, ()) for leader in Seat]))
        else:
            table = spend(spent, partial(trick_table, deal, engine=engine))
            values = [*table.ns, *table.boards]
        connection.send((values, engine.nodes, spent[0]))


def compare(paths: dict[str, Path], deals: int, rounds: int) -> dict[str, Measured]:
    context = multiprocessing.get_context("spawn")
    ends, builds = {}, {name: Measured() for name in paths}
    for name, path in paths.items():
        ends[name], there = context.Pipe()
        context.Process(target=answer, args=(there, path, deals), daemon=True).start()
    count = max(end.recv() for end in ends.values())
    order = list(ends)
    for index in tqdm(range(count), unit=" deals", disable=None):
        for which in SETS:
            for turn in range(rounds):
                first = (index + turn) % len(order)
                for name in order[first:] + order[:first]:
                    ends[name].send((which, index))
                    values, nodes, ms = ends[name].recv()
                    kept = builds[name]
                    if turn == 0:
                        kept.values[which].append(values)
                        kept.nodes[which].append(nodes)
                        kept.ms[which].append(ms)
                    kept.ms[which][-1] = min(kept.ms[which][-1], ms)
    for end in ends.values():
        end.send(None)
    return builds


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare builds of the core for any machine and for this one.")
    parser.add_argument("--deals", type=int, default=60, help="deals a set")
    parser.add_argument("--rounds", type=int, default=3, help="times each is asked; the least time counts")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every single figure there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: build(name, Path(folder)) for name in BUILDS}
        pin()
        builds = compare(paths, options.deals, options.rounds)
    base, rows, differ = builds[PLAIN], [], 0
    for which in SETS:
        for name, each in builds.items():
            unlike = sum(a != b for a, b in zip(each.values[which], base.values[which], strict=True))
            moved = sum(a != b for a, b in zip(each.nodes[which], base.nodes[which], strict=True))
            differ += unlike + moved
            ratio = f"{geometric(base.ms[which], each.ms[which]):.3f}; {sum(base.ms[which]) / sum(each.ms[which]):.3f}"
            rows.append([which, name, summary(each.ms[which]), ratio, str(unlike), str(moved)])
    head = ["deals", "build", "CPU ms: mean / median / p90 / p99 / max", "plain to it: geometric; mean"]
    print(table([*head, "values that differ", "node counts that differ"], rows))
    if options.json:
        options.json.write_text(json.dumps({n: {"nodes": e.nodes, "ms": e.ms} for n, e in builds.items()}) + "\n")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
