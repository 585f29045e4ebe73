#!/usr/bin/env python3
"""Long checks of matches, on real processes.

    scripts/check/players/match.py kills --kills 12    kill -9 again and again, 1 and 2 workers: byte-identical
    scripts/check/players/match.py mad                 bots that do each wrong thing on every move, and by chance

Each prints what it saw, and ends with status 1 where something is not as it must be.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "tests" / "oracles"))
from odd_bots import MAD
from odd_bots import command as as_command

COMMAND = [sys.executable, "-c", "from solver.cli import main; main()", "match"]
KINDS = ("garbage", "no bid or card", "illegal", "exit", "silence", "100,000 brackets", "another answer")


def main() -> int:
    """Runs one check; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("check", choices=["kills", "mad"])
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        right = {"kills": _kills, "mad": _mad}[asked.check](Path(folder), asked)
    print("right" if right else "WRONG")
    return 0 if right else 1


def _match(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, check=True)


def _kills(folder: Path, asked: argparse.Namespace) -> bool:
    deals = ["table", "greedy", "--rules", "bab_online", "--deals", asked.deals, "--seed", asked.seed, "--json"]
    began = time.monotonic()
    alone = _match(*deals, "--records", folder / "alone.txt", "--run", folder / "alone")
    whole = time.monotonic() - began
    beside = _match(*deals, "--jobs", 2, "--records", folder / "beside.txt", "--run", folder / "beside")
    rng = random.Random(asked.seed)
    again = [*deals, "--records", folder / "killed.txt", "--run", folder / "killed"]
    kills = 0
    while kills < asked.kills:
        process = subprocess.Popen(
            [*COMMAND, *map(str, again), "--jobs", str(1 + kills % 2)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            process.wait(rng.uniform(0.5, 1.5 + 1.5 * whole / asked.kills))
            break
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            kills += 1
    last = _match(*again)
    same = alone.stdout == beside.stdout == last.stdout
    for name in ("{}.txt", "{}/output"):
        first, *others = [(folder / name.format(run)).read_bytes() for run in ("alone", "beside", "killed")]
        same = same and all(other == first for other in others)
    verdict = "the same bytes" if same else "OTHER BYTES"
    print(f"{asked.deals:,} deals: {whole:.1f} s with one worker; two workers and {kills} kills: {verdict}")
    return same and kills > 0


def _mad(folder: Path, asked: argparse.Namespace) -> bool:
    right = True
    for what, name in enumerate(KINDS):
        for when in ("told", 'told["type"] == "card"'):
            source = MAD.replace("what = rng.randrange(WIDTH)", f"what = {what} if {when} else 99")
            bot = as_command(folder, source, f"mad{what}{len(when)}.py")
            place = "on every move" if when == "told" else "on every card"
            right &= _mad_match(bot, f"{name} {place}", asked, deals=10, all_of_them=True)
    bot = as_command(folder, MAD.replace("WIDTH", "25"), "mad.py")
    return _mad_match(bot, "all by chance", asked, deals=60, all_of_them=False) and right


def _mad_match(bot: str, name: str, asked: argparse.Namespace, *, deals: int, all_of_them: bool) -> bool:
    done = _match(
        bot, "greedy", "--cards", "1-5", "--deals", deals, "--seed", asked.seed, "--time", 0.5, "--jobs", 2, "--json"
    )
    result = json.loads(done.stdout)
    mad, greedy = result["bots"]
    reasons = Counter(error["reason"][:60] for error in result["errors"])
    told = "; ".join(f"{reason} × {count}" for reason, count in reasons.most_common(4))
    print(f"{name}: {mad['errors']} of {2 * deals} rooms lost, {result['mean']:+.1f} points a deal; {told}")
    enough = mad["errors"] == 2 * deals if all_of_them else mad["errors"] > 0
    return bool(result["deals"] == deals and greedy["errors"] == 0 and enough and result["mean"] < 0)


if __name__ == "__main__":
    sys.exit(main())
