#!/usr/bin/env python3
"""Time the page in Chromium from a cold start: from asking for it to what every card is worth.

    scripts/measure/page_start.py [--deals 40] [--cards 13] [--slower 1] [--alone]

Each deal has a browser context of its own, with nothing kept, and is served from this machine.  Told are milliseconds
of wall clock: the page's first paint with a hand in its address, every card of the first leader valued, and the
longest task of the page's own thread until a second later, and of those after the first paint.  With ``--alone`` it is
a page that holds the solver and nothing else (web/tests/browser): its start, the tricks of all leaders and lone
claimants, and every card of the first lead after them.  ``--slower 4`` slows the processor's pace for the page by that
factor.  Needs scripts/setup full, node and a Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from _figures import percentile, table
from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from hand_page import HandPage
from hosted import hosted
from playwright.sync_api import Browser, Page, sync_playwright

from solver import Deal, Rules
from solver.dealing import deal_hands

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
# Notes when the first card is valued, and the longest task; a hand's address is followed by the page's own script.
WATCH = """
window.seen = { valued: null, tasks: [] };
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) seen.tasks.push([task.startTime, task.duration]);
}).observe({ type: "longtask", buffered: true });
new MutationObserver(() => {
  if (seen.valued === null && document.querySelector(".hand.turn .worth")) seen.valued = performance.now();
}).observe(document, { childList: true, subtree: true });
"""
TOLD = """async () => {
  await new Promise((later) => setTimeout(later, 1000));
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const longest = (from) => Math.max(0, ...seen.tasks.filter(([start]) => start >= from).map(([, took]) => took));
  return { paint: paint.startTime, valued: seen.valued, longest: longest(0), solving: longest(paint.startTime) };
}"""
START = """async ([files, deal]) => {
  const chosen = await backAlley.choose(files, navigator.hardwareConcurrency || 2);
  if (chosen.kind !== "here") throw new Error(chosen.why);
  const ready = backAlley.now();
  await backAlley.table(deal);
  const first = backAlley.now();
  await backAlley.cards(deal);
  return { ready, first, cards: backAlley.now(), longest: backAlley.longest_task() };
}"""


WHOLE = {
    "paint": "first paint",
    "valued": "every card of the first leader valued",
    "longest": "longest task of the page's thread",
    "solving": "longest of those after the first paint, 0 if none took 50",
}
ALONE = {
    "ready": "the solver is ready",
    "first": "tricks of all leaders and claimants",
    "cards": "every card of the first lead too",
    "longest": "longest task of the page's thread",
}


def site(folder: Path) -> dict[str, str]:
    """Builds the page and the one that is spoken to into the folder; the files that the solver needs."""
    subprocess.run([ROOT / "scripts" / "web", "--quiet", "--out", folder], check=True)
    subprocess.run(["node", "build.mjs", "--script", "tests/browser/solver.ts"], cwd=WEB, check=True)
    shutil.copy(WEB / "build" / "scripts" / "browser" / "solver.mjs", folder)
    shutil.copy(WEB / "tests" / "browser" / "index.html", folder / "solver.html")
    (wasm,) = (folder / "assets").glob("*.wasm")
    (worker,) = (folder / "assets").glob("worker-*")
    return {"wasm": f"assets/{wasm.name}", "worker": f"assets/{worker.name}", "service": "."}


@contextmanager
def cold(browser: Browser, slower: float) -> Iterator[Page]:
    """A page of a context with nothing kept."""
    context = browser.new_context()
    page = context.new_page()
    if slower != 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield page
    context.close()


def start_alone(browser: Browser, address: str, asked: list[Any], slower: float) -> dict[str, float]:
    with cold(browser, slower) as page:
        page.goto(f"{address}solver.html")
        row: dict[str, float] = page.evaluate(START, asked)
    return row


def fragment(browser: Browser, address: str, deal: Deal) -> str:
    """The hand as its address has it, where the first in the bidding order leads."""
    with cold(browser, 1) as page:
        hand = HandPage(page, address).open().paste(str(deal).replace(" up=", " 1 0 0 0 up="))
        hand.wait_for_values()
        page.wait_for_function("location.hash.length > 20")  # the address follows a little later
        return hand.fragment()


def start(browser: Browser, address: str, deal: Deal, slower: float) -> dict[str, float]:
    hand = fragment(browser, address, deal)
    with cold(browser, slower) as page:
        page.add_init_script(WATCH)
        page.goto(f"{address}#{hand}")
        page.wait_for_function("seen.valued !== null", timeout=60_000)
        row: dict[str, float] = page.evaluate(TOLD)
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--cards", type=int, default=13)
    parser.add_argument("--slower", type=float, default=1)
    parser.add_argument("--alone", action="store_true", help="the solver alone, on a page that holds nothing else")
    options = parser.parse_args()
    deals: list[Deal] = [deal_hands(options.cards, Rules(), seed) for seed in range(options.deals)]
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        files = site(Path(name))
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with hosted(Path(name)) as address:
            each = tqdm(deals, unit=" deals", disable=None)
            if options.alone:
                rows = [start_alone(browser, address, [files, deal.to_dict()], options.slower) for deal in each]
            else:
                rows = [start(browser, address, deal, options.slower) for deal in each]
        browser.close()
    lines = []
    for member, called in (ALONE if options.alone else WHOLE).items():
        values = [row[member] for row in rows]
        figures = (statistics.median(values), percentile(values, 0.95), max(values))
        lines.append((called, *(f"{value:.0f}" for value in figures)))
    print(table((f"{len(rows)} cold starts, {options.cards} cards: ms", "median", "p95", "max"), lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
