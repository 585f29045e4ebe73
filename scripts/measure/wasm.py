#!/usr/bin/env python3
"""Time the page's solver, the core as WebAssembly under node, beside the native core on the same deals.

    scripts/measure/wasm.py [--deals 100] [--cards 13] [--starts 20]

A table a deal, with lone boards, each from a cold search; CPU time, both on one core, who begins alternates.  Answers
and nodes are compared.  Then node is started anew for each of ``--starts`` deals: wall clock from nothing to the first
answer.  Needs node, and the page built: scripts/web.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from _figures import geometric, percentile, pin, spend, summary, table

from solver import Deal, Rules, solve
from solver.dealing import deal_hands

WEB = Path(__file__).resolve().parents[2] / "web"


class Node:
    """The core in a process of node that answers a line with a line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    @classmethod
    @contextmanager
    def started(cls) -> Iterator[Node]:
        node = shutil.which("node")
        if node is None:
            raise SystemExit("wasm.py: node is not on PATH")
        script = WEB / "build" / "scripts" / "measure" / "wasm.mjs"
        process = subprocess.Popen([node, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            yield cls(process)
        finally:
            _pipe(process.stdin).close()
            process.wait()

    def table(self, deal: Deal) -> dict[str, Any]:
        """Tricks and boards, nodes, CPU and start-up milliseconds, megabytes."""
        line = json.dumps(deal.to_dict())
        _pipe(self._process.stdin).write(line + "\n")
        _pipe(self._process.stdin).flush()
        answer = _pipe(self._process.stdout).readline()
        if not answer:
            raise SystemExit("wasm.py: node ended; its words are above")
        row: dict[str, Any] = json.loads(answer)
        return row


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def beside(deals: list[Deal]) -> str:
    """The table of both, deal by deal."""
    native: list[float] = []
    wasm: list[float] = []
    megabytes: list[float] = []
    differences = 0
    with Node.started() as node:
        for index, deal in enumerate(deals):

            def in_node(deal: Deal = deal) -> dict[str, Any]:
                row = node.table(deal)
                wasm.append(row["cpu_ms"])
                megabytes.append(row["mb"])
                return row

            row = in_node() if index % 2 else None
            ours = spend(native, lambda deal=deal: solve(deal)).to_dict()  # type: ignore[misc]
            row = row or in_node()
            differences += any(ours[member] != row[member] for member in ("tricks", "board", "nodes"))
    ratios = [other / our for other, our in zip(wasm, native, strict=True)]
    head = (
        "deals",
        "native ms: mean / median / p90 / p99 / max",
        "wasm ms, the same",
        "wasm to native: median; geometric",
    )
    return table(
        (*head, "differences", "table MB, most"),
        [
            (
                str(len(deals)),
                summary(native),
                summary(wasm),
                f"{statistics.median(ratios):.2f}; {geometric(wasm, native):.2f}",
                str(differences),
                f"{max(megabytes):.0f}",
            )
        ],
    )


def cold(deals: list[Deal]) -> str:
    """Wall clock of a start and of the first answer, each in a node of its own."""
    rows = []
    for deal in deals:
        with Node.started() as node:
            rows.append(node.table(deal))
    starts, firsts = ([row[name] for row in rows] for name in ("start_ms", "first_ms"))
    return (
        f"{len(rows)} cold starts: the core ready after {statistics.median(starts):.1f} ms in the median,"
        f" the first table after {statistics.median(firsts):.0f} ms (p95 {percentile(firsts, 0.95):.0f})"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--cards", type=int, default=13)
    parser.add_argument("--starts", type=int, default=20)
    options = parser.parse_args()
    node = shutil.which("node")
    if node is None:
        raise SystemExit("wasm.py: node is not on PATH")
    subprocess.run([node, WEB / "build.mjs", "--script", "tests/measure/wasm.ts"], check=True)
    pin()
    deals = [deal_hands(options.cards, Rules(), seed) for seed in range(options.deals)]
    print(beside(deals))
    print(cold(deals[: options.starts]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
