#!/usr/bin/env python3
"""What a batch takes beside the search: user CPU a record by hand size, and deals a second on one worker and on two.

    scripts/measure/batch_overhead.py [--cards 1,3,5,8,13] [--rounds 5] [--seconds 1] [--no-speed] [--no-bids]

The search alone is ``solve_arrays`` on one thread: all eight cases of every deal, no records.  Beside it, records of
the same deals: generated ones in full as JSON lines; deal lines in, JSON lines out; generated ones with ``--fields
line,tricks,max_tricks.NS`` as Parquet.  Best bids (``bids``) stand beside the search of their 19 cases.  The works take
turns, and each figure is the median of the rounds; in brackets what is beyond the search of the same run, at 8 cards
and more also as a share of it.  Deals a second are wall time, with workers that were warmed up.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from array import array
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import patch

from _figures import short, table

from solver import deals, optimal_bids, solve_many, trick_table
from solver.batch import tables
from solver.batch.chunk import Recipe, answer
from solver.batch.engines import Engine, start
from solver.batch.fields import Fields
from solver.batch.job import Job
from solver.batch.part import encode_part
from solver.batch.sink import Form
from solver.batch.source import Dealt, DealtRecords, Lines
from solver.batch.tasks import Question
from solver.game.rules import STANDARD
from solver.search import Limits
from solver.search.many import ManyTables, solve_arrays, table_cases

SEED = "overhead"
SECONDS = {1: 2e-5, 3: 6e-5, 5: 1e-4, 8: 5e-4, 13: 4e-2}
"""Roughly what a record takes, by which their number is chosen."""
BIDS_SECONDS = 0.05
MOST = 20_000
Work = Callable[[], Any]


def user_seconds(work: Work) -> float:
    """User CPU of this process for the work."""
    began = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    work()
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - began


class Inside:
    """``solve_arrays``, with the user CPU that it took summed up."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self, *arguments: Any, **named: Any) -> ManyTables:
        found: list[ManyTables] = []
        self.seconds += user_seconds(lambda: found.append(solve_arrays(*arguments, **named)))
        return found[0]


def medians(works: dict[str, Work], rounds: int, measure: Callable[[Work], float] = user_seconds) -> dict[str, float]:
    """Each work's median seconds; they take turns, and the first round only warms up."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(rounds + 1):
        for name, work in works.items():
            seconds = measure(work)
            if turn:
                found[name].append(seconds)
    return {name: statistics.median(times) for name, times in found.items()}


def number_of(cards: int, seconds: float, each: float | None = None) -> int:
    """How many deals take about so long."""
    if each is None:
        each = SECONDS[min(SECONDS, key=lambda size: abs(size - cards))]
    return max(8, min(MOST, int(seconds / each)))


def records_row(cards: int, options: argparse.Namespace) -> list[str]:
    """µs a record of ``solve``."""
    number = number_of(cards, options.seconds)
    dealt = list(deals(cards, number, SEED))
    hands = array("Q", [hand for deal in dealt for hand in deal.hands])
    trumps = array("b", [-1 if deal.trump is None else int(deal.trump) for deal in dealt])
    cases, limits = table_cases(STANDARD), Limits()
    question = Question()
    kept = Fields.parse("line,tricks,max_tricks.NS", question)
    generated = DealtRecords(Dealt(number, (cards,), SEED, STANDARD), 0, number)
    lines = Lines(tuple((index, str(deal)) for index, deal in enumerate(dealt, 1)))

    def batch(recipe: Recipe, form: Form, records: DealtRecords | Lines) -> Work:
        return lambda: encode_part(recipe, form, 0, answer(recipe, records), None)

    works: dict[str, Work] = {
        "core": lambda: solve_arrays(hands, trumps, STANDARD, cases, limits),
        "json": batch(Recipe(question), Form(), generated),
        "lines": batch(Recipe(question), Form(), lines),
        "parquet": batch(Recipe(question, kept, columns=True), Form("parquet"), generated),
    }
    beyond: dict[str, list[float]] = {name: [] for name in works}

    def measure(name: str) -> float:
        inside = Inside()
        with patch.object(tables, "solve_arrays", inside):
            whole = user_seconds(works[name])
        beyond[name].append(whole - inside.seconds)
        return whole

    found = medians({name: partial(measure, name) for name in works}, options.rounds, lambda work: work())
    micros = {name: (found[name] / number * 1e6, statistics.median(beyond[name]) / number * 1e6) for name in works}
    core, _ = micros.pop("core")
    return [str(cards), str(number), short(core), *(beside(whole, rest, cards) for whole, rest in micros.values())]


def bids_row(cards: int, options: argparse.Namespace) -> list[str]:
    """µs a record of ``bids``."""
    number = number_of(cards, 2 * options.seconds, BIDS_SECONDS)
    dealt = list(deals(cards, number, SEED))
    recipe = Recipe(Question("bids"))
    records = DealtRecords(Dealt(number, (cards,), SEED, STANDARD), 0, number)
    found = medians(
        {
            "core": lambda: [trick_table(deal) for deal in dealt],
            "bids": lambda: [optimal_bids(deal) for deal in dealt],
            "batch": lambda: encode_part(recipe, Form(), 0, answer(recipe, records), None),
        },
        min(options.rounds, 3),
    )
    core, bids, batch = (found[name] / number * 1e6 for name in ("core", "bids", "batch"))
    return [str(cards), str(number), short(core), short(bids), beside(batch, batch - bids, cards)]


def beside(whole: float, beyond: float, cards: int) -> str:
    share = f", {beyond / (whole - beyond):+.2%}" if cards >= 8 else ""
    return f"{short(whole)} ({beyond:+.0f}{share})"


def output(job: Job, engine: Engine) -> int:
    """Bytes of the job's output."""
    return sum(map(len, job.stream(engine)))


def speed_row(cards: int, options: argparse.Namespace) -> list[str]:
    """Deals a second with one worker and with two."""
    number = number_of(cards, 2 * options.seconds)
    dealt = list(deals(cards, number, SEED))
    question = Question()
    kept = Fields.parse("line,tricks,max_tricks.NS", question)
    job = Job(Dealt(number, (cards,), SEED, STANDARD), question, kept, Form("parquet"), chunk=-(-number // 8))

    def wall(work: Work) -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    cells = [str(cards)]
    engines = [(name, jobs) for name in ("threads", "processes") for jobs in (1, 2)]
    running = {key: start(*key) for key in engines}
    works: dict[str, Work] = {f"many {threads}": partial(solve_many, dealt, threads=threads) for threads in (1, 2)}
    for name, jobs in engines:
        works[f"{name} {jobs}"] = partial(output, job, running[name, jobs])
    try:
        found = medians(works, options.rounds, wall)
    finally:
        for engine in running.values():
            engine.close()
    for name in ("many", "threads", "processes"):
        one, two = number / found[f"{name} 1"], number / found[f"{name} 2"]
        cells.append(f"{one:,.0f} / {two:,.0f} ({two / one:.2f})")
    return cells


def main() -> None:
    parser = argparse.ArgumentParser(description="What a batch takes beside the search.")
    parser.add_argument("--cards", default="1,3,5,8,13", help="hand sizes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one work in one round, roughly")
    parser.add_argument("--no-speed", action="store_true", help="leave out the deals a second")
    parser.add_argument("--no-bids", action="store_true", help="leave out the best bids")
    options = parser.parse_args()
    sizes = [int(size) for size in options.cards.split(",")]
    print("User CPU of `solve`, µs a record (beyond the search)\n")
    head = ["cards", "deals", "search alone", "generated, JSON lines", "deal lines, JSON lines"]
    print(table([*head, "generated, fields, Parquet"], (records_row(cards, options) for cards in sizes)))
    if not options.no_bids:
        print("\nUser CPU of `bids`, µs a record (beyond optimal_bids)\n")
        head = ["cards", "deals", "search alone", "optimal_bids", "generated, JSON lines"]
        print(table(head, (bids_row(cards, options) for cards in sizes)))
    if not options.no_speed:
        print("\nDeals a second with one worker / two (ratio)\n")
        head = ["cards", "solve_many", "batch, threads, Parquet", "batch, processes, Parquet"]
        print(table(head, (speed_row(cards, options) for cards in sizes)))


if __name__ == "__main__":
    main()
