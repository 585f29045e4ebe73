#!/usr/bin/env python3
"""What a seat's worlds cost: draws of layouts a second, and milliseconds a hundred worlds by hand size.

    scripts/measure/worlds.py [--cards 13,11,9,7,5] [--worlds 100] [--deals 3] [--rounds 3]

Standard rules; the own hand is fixed and layouts are drawn.  *Leads* are the 8 cases of first leaders and lone
boards, *cards* the tricks after each card of the own first lead, *contract* whether a side that bid half of the
tricks, rounded up, has them after each card, *trick 4* and *trick 8* the cards of the fourth and of the eighth lead
of a hand that best play began.  Each is one call of the core, with one thread and with two; beside them stands the
same through Python: an engine that is kept, asked once a world.  The works take turns; one thread and Python are CPU
time, two threads wall time; figures are medians over rounds of the mean over deals.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from _figures import short, table

from solver.deal import Deal
from solver.dealing import deals
from solver.game.auction import Bid
from solver.game.cards import Card, Seat
from solver.game.play import Position
from solver.game.rules import STANDARD
from solver.players.layouts import Layouts, Sample
from solver.players.worlds import Worlds
from solver.search import Engine, Limits
from solver.search.many import table_cases
from solver.seen_deal import SeenDeal

SEED = "worlds"
SEAT = Seat.S
TWO = Limits(threads=2)
Ask = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Work:
    """One figure of one deal: the call with limits, and the same through Python, where that is shown."""

    name: str
    call: Callable[[Limits], Any]
    python: Ask | None = None


def seen_after(deal: Deal, tricks: int) -> SeenDeal | None:
    """What the leader of the next trick sees after so many of best play that SEAT begins; None where it is over."""
    half = Bid.of(min((deal.cards + 1) // 2, STANDARD.top_bid(deal.cards)))
    bids = [half if seat is SEAT else Bid.PASS for seat in deal.auction.order]
    deal = deal.with_bids(bids)
    if tricks >= deal.cards:
        return None
    now, play = deal.start(SEAT, deal.auction.exempt), list[Card]()
    if tricks:
        for card in Engine(deal.rules).best_line(now)[: 4 * tricks]:
            play.append(card)
            now = now.after(card)
    return deal.with_play(play).seen_by(now.turn)


def worlds_of(seen: SeenDeal, number: int, seed: int) -> Worlds:
    return Worlds(seen, Layouts(seen).draw(number, seed))


def works(deal: Deal, number: int, seed: int) -> Iterator[Work]:
    """All figures of one deal."""
    before = worlds_of(deal.seen_by(SEAT), number, seed)
    cases = [
        (Seat.at(leader), [seat for seat in Seat if free >> seat & 1])
        for leader, free in table_cases(deal.rules).values()
    ]
    engine = Engine(deal.rules)

    def tables() -> None:
        for n, e, s, w in before.sample.hands.tolist():
            engine.table(replace(deal, hands=(n, e, s, w)), cases)

    yield Work("leads", before.leads, tables)
    for name, tricks in (("cards", 0), ("trick 4", 3), ("trick 8", 7)):
        seen = seen_after(deal, tricks)
        if seen is None or seen.position is None:
            continue
        worlds = worlds_of(seen, number, seed)
        yield Work(name, cards_of(worlds), one_by_one(engine, seen.position, worlds))
        if not tricks:
            yield Work("contract", contract_of(worlds))


def cards_of(worlds: Worlds) -> Callable[[Limits], Any]:
    return lambda limits: worlds.tricks(limits=limits)


def contract_of(worlds: Worlds) -> Callable[[Limits], Any]:
    return lambda limits: worlds.made(limits=limits)


def one_by_one(engine: Engine, moment: Position, worlds: Worlds) -> Ask:
    def ask() -> None:
        for n, e, s, w in worlds.left.tolist():
            engine.card_values(replace(moment, hands=(n, e, s, w)))

    return ask


def milliseconds(work: Ask, clock: Callable[[], int]) -> float:
    began = clock()
    work()
    return (clock() - began) / 1e6


def measured(cards: int, number: int, count: int) -> dict[str, list[float]]:
    """The mean over deals of each work: one thread, two threads, Python."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    dealt = [deal for deal in deals(cards, 3 * count, SEED) if deal.trump is not None][:count]
    for index, deal in enumerate(dealt):
        for work in works(deal, number, index):
            one, two, python = sums[work.name], TWO, work.python
            one[0] += milliseconds(lambda work=work: work.call(Limits()), time.process_time_ns) / len(dealt)
            one[1] += milliseconds(lambda work=work, two=two: work.call(two), time.perf_counter_ns) / len(dealt)
            if python is not None:
                one[2] += milliseconds(python, time.process_time_ns) / len(dealt)
    return sums


def draws(number: int) -> float:
    """Layouts of 13 cards drawn in a second of CPU time, so many at a time."""
    deal = next(deal for deal in deals(13, 20, SEED) if deal.trump is not None)
    layouts = Layouts(deal.seen_by(SEAT))
    times = 1 + 100_000 // number

    def work() -> list[Sample]:
        return [layouts.draw(number, seed) for seed in range(times)]

    return times * number / milliseconds(work, time.process_time_ns) * 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description="Time draws of layouts and the values of worlds.")
    parser.add_argument("--cards", default="13,11,9,7,5")
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    rates = [f"{draws(number):,.0f} ({number:,} at a time)" for number in (100, 1000, 100_000)]
    print(f"Draws a second at 13 cards: {', '.join(rates)}\n")
    rows = []
    for cards in map(int, options.cards.split(",")):
        rounds = [measured(cards, options.worlds, options.deals) for _ in range(options.rounds)]
        for name in rounds[0]:
            one, two, python = (statistics.median(each[name][place] for each in rounds) for place in range(3))
            rows.append([str(cards), name, short(one), short(two), short(python) if python else ""])
    print(table(["cards", f"{options.worlds} worlds", "one thread, ms", "two threads, ms", "Python, ms"], rows))


if __name__ == "__main__":
    main()
