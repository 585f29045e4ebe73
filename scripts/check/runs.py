#!/usr/bin/env python3
"""Long checks of batches: what a night's run may meet, on real processes.

    scripts/check/runs.py kills --kills 20     kill -9 at random moments, byte-identical in the end
    scripts/check/runs.py bad                  10,000 records, 500 of them wrong in every way there is
    scripts/check/runs.py memory               10,000 and 100,000 deals: peak memory within 10 %
    scripts/check/runs.py dask                 a scheduler, 3 worker processes, one killed every few seconds

Each prints what it saw, and ends with status 1 where something is not as it must be.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "oracles"))
from runs import COMMAND, backalley, killed, mixed, records_of

_PEAK = """
import resource, sys
from solver.cli import main
try:
    main()
finally:
    peaks = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print("peak", *peaks, file=sys.stderr)
"""


def main() -> int:
    """Runs one check; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("check", choices=["kills", "bad", "memory", "dask"])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--engine", default="threads", choices=["threads", "processes"])
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        right = {"kills": _kills, "bad": _bad, "memory": _memory, "dask": _dask}[asked.check](Path(folder), asked)
    print("right" if right else "WRONG")
    return 0 if right else 1


def _kills(folder: Path, asked: argparse.Namespace) -> bool:
    arguments = ["solve", "--generate", asked.deals, "--cards", "2-7", "--seed", asked.seed, "--chunk", 200]
    arguments += ["--engine", asked.engine, "--jobs", 2]
    began = time.monotonic()
    backalley(*arguments, folder / "whole.jsonl", check=True)
    whole = time.monotonic() - began
    # So that the kills are spread over the run, however often it must begin.
    status, kills = killed(
        [*arguments, folder / "killed.jsonl"], asked.kills, (0.4, 1.0 + 1.5 * whole / asked.kills), asked.seed
    )
    same = (folder / "whole.jsonl").read_bytes() == (folder / "killed.jsonl").read_bytes()
    print(f"{asked.deals:,} deals, {asked.engine}: {whole:.1f} s undisturbed; {kills} kills, {_verdict(same)}")
    return status == 0 and same and kills > 0


def _verdict(same: bool) -> str:
    return f"the output {'is the same' if same else 'IS ANOTHER'}"


def _bad(folder: Path, asked: argparse.Namespace) -> bool:
    file = mixed(10_000, 500, asked.seed)
    (folder / "deals").write_text(file.text)
    backalley("solve", folder / "deals", folder / "out", "--engine", asked.engine, check=True)
    records = records_of(folder / "out")
    wrong = 0
    for line, record in enumerate(records, 1):
        fault = record["error"]["errors"][0] if "error" in record else None
        right = record["line"] == line and (fault is None) == (line not in file.wrong)
        if right and fault is not None:
            pointer, rule = file.wrong[line]
            right = record["error"]["detail"].startswith(f"line {line}: ")
            right = right and (pointer is None or (fault["pointer"], fault.get("rule")) == (pointer, rule))
        if not right:
            wrong += 1
            print(f"line {line}: {json.dumps(record)[:200]}")
    errors = sum("error" in record for record in records)
    print(f"{len(records):,} records, {errors} with an error, {wrong} not as they must be")
    return len(records) == 10_000 and not wrong


def _memory(folder: Path, asked: argparse.Namespace) -> bool:
    peaks = []
    for count in (10_000, 100_000):
        arguments = ["batch", "solve", "--generate", count, "--cards", "1-6", "--seed", asked.seed]
        arguments += ["--engine", asked.engine, "--jobs", 2, "--quiet", folder / f"{count}.jsonl"]
        done = subprocess.run(
            [sys.executable, "-c", _PEAK, *map(str, arguments)], stderr=subprocess.PIPE, text=True, check=True
        )
        told = re.search(r"peak (\d+) (\d+)", done.stderr)
        assert told is not None
        peaks.append(max(map(int, told.groups())) / 1024)
        size = (folder / f"{count}.jsonl").stat().st_size / count
        print(f"{count:,} deals: {peaks[-1]:.1f} MB at most, {size:.0f} bytes a deal")
    return peaks[1] <= 1.1 * peaks[0]


def _dask(folder: Path, asked: argparse.Namespace) -> bool:
    arguments = ["solve", "--generate", asked.deals, "--cards", "2-7", "--seed", asked.seed, "--chunk", 200]
    backalley(*arguments, folder / "whole.jsonl", check=True)
    bin_folder = Path(sys.executable).parent
    rng = random.Random(asked.seed)
    with ExitStack() as stack:

        def begin(*command: object) -> subprocess.Popen[bytes]:
            process = subprocess.Popen([*map(str, command)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        scheduler = folder / "scheduler.json"
        begin(bin_folder / "dask", "scheduler", "--scheduler-file", scheduler, "--port", 0, "--no-dashboard")
        worker = [bin_folder / "dask", "worker", "--scheduler-file", scheduler, "--nthreads", 1, "--no-nanny"]
        worker += ["--local-directory", folder, "--no-dashboard"]
        while not scheduler.exists():
            time.sleep(0.1)
        address = json.loads(scheduler.read_text())["address"]
        workers = [begin(*worker) for _ in range(3)]
        time.sleep(4)
        command = [*COMMAND, "batch", *map(str, arguments), "--engine", "dask", "--address", address]
        run = subprocess.Popen([*command, str(folder / "dask.jsonl")], stderr=subprocess.DEVNULL)
        stack.callback(run.kill)
        kills = 0
        while True:
            try:
                status = run.wait(3)
                break
            except subprocess.TimeoutExpired:
                place = rng.randrange(3)
                os.kill(workers[place].pid, signal.SIGKILL)
                workers[place] = begin(*worker)
                kills += 1
    same = (folder / "whole.jsonl").read_bytes() == (folder / "dask.jsonl").read_bytes()
    print(f"{asked.deals:,} deals, 3 workers, {kills} of them killed, {_verdict(same)}")
    return status == 0 and same


if __name__ == "__main__":
    sys.exit(main())
