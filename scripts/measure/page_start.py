#!/usr/bin/env python3
"""Time the page's solver in Chromium from a cold start: from asking for the page to the first answer.

    scripts/measure/page_start.py [--deals 40] [--cards 13] [--slower 1]

Each deal has a browser context of its own, with nothing kept, and a page that holds the solver alone
(web/tests/browser), served from this machine.  Told are milliseconds of wall clock to the tricks of all leaders and
lone claimants, and on to every card of the first lead, on a page where these are asked after one another; and the
longest task of the page's own thread meanwhile.  ``--slower 4`` slows the processor's pace for the page by that
factor.  Needs scripts/setup full, node and a Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from _figures import percentile, table
from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from hosted import hosted
from playwright.sync_api import Browser, sync_playwright

from solver import Deal, Rules
from solver.dealing import deal_hands

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
START = """async ([files, deal]) => {
  const chosen = await backAlley.choose(files, navigator.hardwareConcurrency || 2);
  if (chosen.kind !== "here") throw new Error(chosen.why);
  const ready = backAlley.now();
  await backAlley.table(deal);
  const first = backAlley.now();
  await backAlley.cards(deal);
  return { ready, first, cards: backAlley.now(), longest: backAlley.longest_task() };
}"""


def site(folder: Path) -> dict[str, str]:
    """Builds the page and the one that is spoken to into the folder; the files that the solver needs."""
    subprocess.run([ROOT / "scripts" / "web", "--quiet", "--out", folder], check=True)
    subprocess.run(["node", "build.mjs", "--script", "tests/browser/solver.ts"], cwd=WEB, check=True)
    shutil.copy(WEB / "build" / "scripts" / "browser" / "solver.mjs", folder)
    shutil.copy(WEB / "tests" / "browser" / "index.html", folder / "solver.html")
    (wasm,) = (folder / "assets").glob("*.wasm")
    (worker,) = (folder / "assets").glob("worker-*")
    return {"wasm": f"assets/{wasm.name}", "worker": f"assets/{worker.name}", "service": "."}


def start(browser: Browser, address: str, asked: list[Any], slower: float) -> dict[str, float]:
    context = browser.new_context()
    page = context.new_page()
    if slower != 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(f"{address}solver.html")
    row: dict[str, float] = page.evaluate(START, asked)
    context.close()
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--cards", type=int, default=13)
    parser.add_argument("--slower", type=float, default=1)
    options = parser.parse_args()
    deals: list[Deal] = [deal_hands(options.cards, Rules(), seed) for seed in range(options.deals)]
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        files = site(Path(name))
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with hosted(Path(name)) as address:
            asked = tqdm(deals, unit=" deals", disable=None)
            rows = [start(browser, address, [files, deal.to_dict()], options.slower) for deal in asked]
        browser.close()
    lines = []
    for member, called in (
        ("ready", "the solver is ready"),
        ("first", "tricks of all leaders and claimants"),
        ("cards", "every card of the first lead too"),
        ("longest", "longest task of the page's thread"),
    ):
        values = [row[member] for row in rows]
        figures = (statistics.median(values), percentile(values, 0.95), max(values))
        lines.append((called, *(f"{value:.0f}" for value in figures)))
    print(table((f"{len(rows)} cold starts, {options.cards} cards: ms", "median", "p95", "max"), lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
