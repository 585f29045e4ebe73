"""Works of Back Alley, and what no other solver is asked: small hands, a kept engine, threads, limits."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

from _beside_dds import LEADERS, SIZES
from _figures import spend
from _timing import Ask, Question, Times, run
from bridge import PEERS, STRAINS, WHIST, in_strain, read_pbn
from tqdm import tqdm

from solver import _core
from solver.deal import Deal
from solver.dealing import deals
from solver.errors import LimitError
from solver.game.cards import Seat, to_mask
from solver.game.play import Position
from solver.game.rules import STANDARD, Rules
from solver.search import Cancel, Engine, Limits, trick_table, value

BLOCK = 100
SEED = "bench"


def all_cases(rules: Rules, cards: int, count: int, unit: str = "ms") -> Times:
    """4 + 15 cases of deals by the book beside their four plain cases."""

    def question(deal: Deal) -> Question:
        return Question(
            lambda make: trick_table(deal, engine=make()),
            lambda: Engine(deal.rules).table(deal, LEADERS),
        )

    dealt = deals(cards, count, SEED, rules)
    name = f"{cards} card{'s' * (cards > 1)} by the book, 4 + 15 cases"
    return run(name, map(question, dealt), count, rules, "4 plain cases", unit)


def alley(count: int) -> list[Times]:
    return [all_cases(STANDARD, 13, count)]


def small_alley(count: int) -> Iterator[Times]:
    for cards in SIZES:
        yield all_cases(STANDARD, cards, count, "us")


# --- Small hands ---------------------------------------------------------------------------------------------------


def latency(count: int) -> list[Times]:
    """Calls of the core itself beside the same through solver.search.engine, on engines kept over all deals."""
    five, one = list(deals(5, count, SEED)), list(deals(1, count, SEED))
    starts = [deal.start(Seat.at(index)) for index, deal in enumerate(five)]
    limits = _core.Limits()
    core, engine = Engine(STANDARD)._solver, Engine(STANDARD)

    def one_card(which: Sequence[Deal], cases: list[tuple[Seat, int]]) -> tuple[list[Ask], list[Ask]]:
        plain = [(int(leader), exempt) for leader, exempt in cases]
        asked = [as_core(Position(deal.hands, deal.trump, Seat.N, rules=deal.rules)) for deal in which]
        return (
            [partial(core.table, each, limits, plain) for each in asked],
            [partial(engine.table, deal, cases) for deal in which],
        )

    works: dict[str, tuple[list[Ask], list[Ask]]] = {
        "5 cards, a value": (
            [partial(core.value, as_core(start), limits, -1) for start in starts],
            [partial(engine.value, start) for start in starts],
        ),
        "1 card, 4 leaders": one_card(one, LEADERS),
        "1 card, 4 leaders and 4 lone claimants": one_card(one, LEADERS + [(seat, 1 << seat) for seat in Seat]),
    }
    times = [in_blocks(f"{name}, kept engine", *both) for name, both in works.items()]
    fresh = [partial(value_from_nothing, as_core(start), limits) for start in starts]
    layered = [partial(value, start) for start in starts]
    return [*times, in_blocks("5 cards, a value, engine made for it", fresh, layered)]


def value_from_nothing(position: Any, limits: Any) -> int:
    tricks: int = Engine(STANDARD)._solver.value(position, limits, -1)
    return tricks


def as_core(position: Position) -> Any:
    """The position in the core's words, which solver.search.engine makes anew for each question."""
    return _core.Position(
        position.hands,
        -1 if position.trump is None else int(position.trump),
        int(position.leader),
        [],
        position.broken,
        sum(1 << seat for seat in position.exempt),
    )


def in_blocks(name: str, core: Sequence[Ask], layered: Sequence[Ask]) -> Times:
    """Microseconds a call, each figure the mean of a block of calls one after another."""
    times = Times(f"{name}, core alone", "through solver.search.engine", "us", remark=f"in blocks of {BLOCK}")
    for start in range(0, len(core), BLOCK):
        for spent, calls in ((times.ours, core), (times.theirs, layered)):
            block = calls[start : start + BLOCK]
            began = time.process_time_ns()
            for call in block:
                call()
            spent.append((time.process_time_ns() - began) / 1e3 / len(block))
    return times


# --- A kept engine -------------------------------------------------------------------------------------------------


def kept(count: int) -> list[Times]:
    """One engine over all deals beside a fresh one a deal."""
    times = []
    for cards, share in ((5, 10), (8, 2), (13, 0.5)):
        dealt = list(deals(cards, max(1, round(count * share)), SEED))
        times.append(kept_over(f"{cards} cards by the book, 4 + 15 cases", dealt, tricks_of))
    layouts = around(13, max(1, count // 2))
    times.append(kept_over("13 cards, layouts around two hands, a value", layouts, lambda deal: value_of(deal, Seat.S)))
    return times


def tricks_of(deal: Deal) -> Callable[[Engine], Any]:
    def ask(engine: Engine) -> tuple[Any, ...]:
        table = trick_table(deal, engine=engine)
        return table.ns, table.boards

    return ask


def value_of(deal: Deal, leader: Seat) -> Callable[[Engine], Any]:
    return lambda engine: engine.value(deal.start(leader))


def around(cards: int, count: int) -> list[Deal]:
    """Deals that share the hands of North and South."""
    first = next(deals(cards, 1, SEED))
    others, rng, layouts = [*first.hand(Seat.E), *first.hand(Seat.W)], Random(SEED), []
    for _ in range(count):
        rng.shuffle(others)
        hands = (first.hands[Seat.N], to_mask(others[:cards]), first.hands[Seat.S], to_mask(others[cards:]))
        layouts.append(Deal(hands, first.trump, rules=first.rules))
    return layouts


def kept_over(name: str, dealt: Sequence[Deal], ask: Callable[[Deal], Callable[[Engine], Any]]) -> Times:
    """One engine kept over the deals beside fresh ones; the remark is what its last quarter took."""
    times = Times(f"{name}, kept engine", "fresh engines")
    engine = Engine(dealt[0].rules)
    for index, deal in enumerate(tqdm(dealt, desc=times.name, unit=" deals", disable=None)):
        before = engine.nodes
        fresh = Engine(deal.rules)
        turns = [(times.ours, engine), (times.theirs, fresh)]
        answers = {}
        for spent, each in turns if index % 2 == 0 else reversed(turns):
            answers[id(spent)] = spend(spent, partial(ask(deal), each))
        times.compare(answers[id(times.ours)], answers[id(times.theirs)])
        times.nodes.append(engine.nodes - before)
    times.table_mb.append(engine.bytes / 2**20)
    late = slice(3 * len(dealt) // 4, None)
    times.remark = f"the last quarter {sum(times.ours[late]) / sum(times.theirs[late]):.2f} of fresh"
    return times


# --- Threads -------------------------------------------------------------------------------------------------------


def threads(count: int) -> list[Times]:
    """Work a on two threads beside one, by wall clock: the only work that is not pinned to one core."""
    hands = read_pbn(PEERS / "deals200.pbn")[:count]
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        if len(os.sched_getaffinity(0)) < 2:
            return []
        with ThreadPoolExecutor(2) as pool:
            by_strain = partial(strains_on, pool.map), partial(strains_on, map)
            return [
                by_wall("a, its strains on two threads", hands, *by_strain),
                by_wall("a, strains of 100 deals on two threads", batches(hands, 100), *batch_ways(pool)),
                by_wall("a, Engine(threads=2)", hands, partial(strains_with, 2), partial(strains_with, 1)),
            ]
    finally:
        os.sched_setaffinity(0, allowed)


def strain_table(wanted: Deal) -> list[int]:
    return Engine(WHIST).table(wanted, LEADERS)


def strains_on(mapped: Callable[..., Any], deal: Deal) -> list[list[int]]:
    return list(mapped(strain_table, [in_strain(deal, strain) for strain in STRAINS]))


def strains_with(count: int, deal: Deal) -> list[list[int]]:
    return [Engine(WHIST, threads=count).table(in_strain(deal, strain), LEADERS) for strain in STRAINS]


def batches(hands: Sequence[Deal], size: int) -> list[list[Deal]]:
    return [list(hands[start : start + size]) for start in range(0, len(hands), size)]


def batch_ways(pool: ThreadPoolExecutor) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    def on(mapped: Callable[..., Any], batch: list[Deal]) -> list[list[int]]:
        return list(mapped(strain_table, [in_strain(deal, strain) for deal in batch for strain in STRAINS]))

    return partial(on, pool.map), partial(on, map)


def by_wall(name: str, items: Sequence[Any], two: Callable[[Any], Any], one: Callable[[Any], Any]) -> Times:
    """Two ways to the same answers, by wall clock."""
    times = Times(name, "one thread", "wall ms")
    for index, item in enumerate(tqdm(items, desc=name, disable=None)):
        answers = {}
        turns = [(times.ours, two), (times.theirs, one)]
        for spent, way in turns if index % 2 == 0 else reversed(turns):
            began = time.perf_counter_ns()
            answers[id(spent)] = way(item)
            spent.append((time.perf_counter_ns() - began) / 1e6)
        times.compare(answers[id(times.ours)], answers[id(times.theirs)])
    times.remark = f"speed-up {sum(times.theirs) / sum(times.ours):.2f}"
    return times


# --- Limits --------------------------------------------------------------------------------------------------------


def limits(count: int) -> list[Times]:
    """How late a time limit and a cancel come on a search of many seconds, by wall clock."""
    deal = read_pbn(PEERS / "hard.pbn")[3]
    start = deal.start(Seat.N)
    times = Times("a time limit of 0.1 to 1 s, late by", "a cancel, late by", "wall ms")
    for index in range(count):
        seconds = 0.1 + 0.9 * index / count
        began = time.perf_counter()
        try:
            Engine(deal.rules).value(start, Limits(seconds))
        except LimitError:
            times.ours.append((time.perf_counter() - began - seconds) * 1000)
        cancel = Cancel()
        was_set: list[float] = []

        def stop(cancel: Cancel = cancel, was_set: list[float] = was_set) -> None:
            was_set.append(time.perf_counter())
            cancel.set()

        timer = threading.Timer(0.1, stop)
        timer.start()
        try:
            Engine(deal.rules).value(start, Limits(cancel=cancel))
        except LimitError:
            times.theirs.append((time.perf_counter() - was_set[0]) * 1000)
        timer.join()
    return [times]
