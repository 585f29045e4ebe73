#!/usr/bin/env python3
"""Solves a file of deals into JSON lines: one record a deal, in input order, on all cores.

    scripts/batch_solve.py deals.jsonl solved.jsonl
    backalley deal --count 100 --lines | scripts/batch_solve.py - - --ask bids

The input is JSON lines (each a request of /v1/solve or /v1/bids), deal lines, a JSON list, PBN or LIN, in any encoding
that ``backalley batch`` reads, and also packed as .gz or .zst.  A record is {"line", "deal", "result"}, or
{"line", "error"} for a deal that is wrong or took too long; then the exit status is 1.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from tqdm import tqdm

from solver.batch.records import records
from solver.errors import DealError
from solver.formats.encodings import lines_of
from solver.formats.files import LINES, sort_of
from solver.requests.bids import BidsTask
from solver.requests.solve import SolveTask
from solver.requests.task import Task, read_tasks
from solver.search.limits import cores

KINDS: dict[str, type[Task]] = {"solve": SolveTask, "bids": BidsTask}


def main(arguments: list[str] | None = None) -> int:
    """Runs the script; the exit status."""
    asked = _parser().parse_args(arguments)
    if sys.stderr is None:  # closed
        sys.stderr = io.StringIO()
    try:
        return _run(asked)
    except BrokenPipeError:  # the reader has what it wanted
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"batch_solve: {error.filename or asked.output}: {error.strerror}", file=sys.stderr)
    except DealError as error:  # no text that is read here
        print(f"batch_solve: {asked.input}: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print("batch_solve: stopped; the output holds what was done", file=sys.stderr)
        return 130
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", help="file of deals, or - for standard input")
    parser.add_argument("output", nargs="?", default="-", help="file of JSON lines; standard output by default")
    parser.add_argument("--ask", choices=KINDS, default="solve", help="tricks or best bids (default: solve)")
    parser.add_argument("--jobs", type=_within(int, 1024), default=cores(), help="solves at a time (default: cores)")
    parser.add_argument("--time-limit", type=_within(float, 1e6), help="seconds for one deal")
    parser.add_argument("--memory", type=_within(int, 1 << 20), default=256, help="most table memory of one solve, MB")
    return parser


def _within(kind: type, most: float) -> Any:
    def read(text: str) -> Any:
        value = kind(text)
        if not 0 < value <= most:
            raise argparse.ArgumentTypeError(f"{text} is not more than 0 and at most {most:,.0f}")
        return value

    read.__name__ = "number"  # argparse calls what it cannot read by this name
    return read


def _run(asked: argparse.Namespace) -> int:
    for path, stream, name in ((asked.input, sys.stdin, "input"), (asked.output, sys.stdout, "output")):
        if path == "-" and stream is None:
            print(f"batch_solve: standard {name} is closed", file=sys.stderr)
            return 2
    if _same_file(asked.input, asked.output):
        print("batch_solve: input and output are the same file", file=sys.stderr)
        return 2
    total = _count(asked.input)
    with _source(asked.input) as source, _target(asked.output) as out:
        tasks = read_tasks(lines_of(source), KINDS[asked.ask])
        with closing(records(tasks, asked.jobs, time_limit=asked.time_limit, memory_mb=asked.memory)) as answered:
            return _write(answered, out, total)


def _same_file(source: str, target: str) -> bool:
    """Whether opening the output would empty the input, links and redirections included."""
    if target == "-" or not Path(target).is_file():
        return False
    try:
        return os.path.samestat(os.fstat(0) if source == "-" else Path(source).stat(), Path(target).stat())
    except OSError:
        return False  # an input that is not there is told when it is opened


def _source(path: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb")


def _target(path: str) -> AbstractContextManager[TextIO]:
    if path == "-":
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        return nullcontext(sys.stdout)
    return Path(path).open("w", encoding="utf-8")


def _count(path: str) -> int | None:
    """How many deals the file has if it is one of lines that can be read twice, else None."""
    if not Path(path).is_file():
        return None
    with Path(path).open("rb") as data:
        sort, numbered = sort_of(lines_of(data))
        used = (text for _, line in numbered if (text := line.strip()) and not text.startswith("#"))
        return sum(1 for _ in used) if sort == LINES else None


def _write(answered: Iterator[dict[str, Any]], out: TextIO, total: int | None) -> int:
    began = time.monotonic()
    done = wrong = 0
    # disable=None: no bar where standard error is no terminal, only the line at the end.
    for record in tqdm(answered, total=total, unit=" deals", disable=None):
        out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
        done += 1
        wrong += "error" in record
    out.flush()
    seconds = time.monotonic() - began
    print(f"{done:,} deals in {seconds:,.1f} s, {wrong:,} of them with an error", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
