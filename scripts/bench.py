#!/usr/bin/env python3
"""Time the search beside DDS (through endplay) on the same deals, and on Back Alley deals.

    scripts/bench.py [bridge] [hard] [alley] [sizes]    # bridge and alley where none is named

    bridge   works a to e under whist rules on fixtures/peers/deals200.pbn
    hard     5 strains x 4 leaders of the first 19 deals of fixtures/peers/hard.pbn
    alley    random 13-card deals by the book, all 4 + 15 cases, beside DDS on as many bridge deals (one strain)
    sizes    random deals of 1 to 8 cards, all cases, beside DDS on as many bridge deals of that size (one strain)

One process on one core, CPU time, DDS limited to one thread.  The two take turns deal by deal, and who begins
alternates.  Neither keeps anything from one deal to the next: each of our answers comes from a new Engine, and DDS
is never asked about the same deal twice in a row.  Both are called from Python as a user would call them; what
endplay's own layer costs is measured on a deal that needs no search, and printed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tqdm import tqdm

from solver.cards import Card, Seat, Side, Suit
from solver.deal import Deal
from solver.dealing import deals
from solver.play import Position
from solver.rules import STANDARD, Rules
from solver.search import Engine, trick_table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from bridge import PEERS, STRAINS, WHIST, Dds, in_strain, play_values, read_pbn, read_plays

LEADERS = [(leader, 0) for leader in Seat]
HARD_DEALS = 19
SIZES = range(1, 9)
WORKS = ("bridge", "hard", "alley", "sizes")
SUITS_APART = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"

Ask = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Question:
    """One deal's share of a work: how we answer it, how DDS does, and DDS's answer in our words."""

    ours: Callable[[Engine], Any]
    theirs: Ask | None = None
    read: Callable[[Any], Any] | None = None


@dataclass(slots=True)
class Times:
    """CPU milliseconds of one work, deal by deal; ``theirs`` is empty without DDS.

    ``compared`` counts the answers of DDS held against ours, ``differences`` those that were not equal.
    """

    name: str
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    table_mb: list[float] = field(default_factory=list)
    compared: int = 0
    differences: int = 0

    def ask(self, question: Question, rules: Rules) -> None:
        """Time one question."""
        engine = Engine(rules)
        turns: list[Callable[[], None]] = [lambda: answers.append(spend(self.ours, partial(question.ours, engine)))]
        answers: list[Any] = []
        raw: list[Any] = []
        if question.theirs is not None:
            theirs = question.theirs
            turns.append(lambda: raw.append(spend(self.theirs, theirs)))
        for turn in turns if len(self.nodes) % 2 == 0 else reversed(turns):
            turn()
        self.nodes.append(engine.nodes)
        self.table_mb.append(engine.bytes / 2**20)
        if raw and question.read is not None:
            self.compared += 1
            self.differences += answers[0] != question.read(raw[0])


def spend(times: list[float], work: Ask) -> Any:
    """Do the work and note its CPU milliseconds."""
    began = time.process_time_ns()
    found = work()
    times.append((time.process_time_ns() - began) / 1e6)
    return found


def run(name: str, questions: Sequence[Question] | Iterable[Question], total: int, rules: Rules = WHIST) -> Times:
    times = Times(name)
    for question in tqdm(questions, total=total, desc=name, unit=" deals", disable=None):
        times.ask(question, rules)
    return times


# --- The same questions to both -----------------------------------------------------------------------------------


def whole_table(dds: Dds | None, deal: Deal) -> Question:
    """5 strains x 4 leaders."""

    def ours(engine: Engine) -> list[list[int]]:
        return [engine.table(in_strain(deal, strain), LEADERS) for strain in STRAINS]

    if dds is None:
        return Question(ours)
    theirs = dds.deal(deal)
    return Question(
        ours,
        lambda: dds.dds.calc_dd_table(theirs),
        lambda raw: [dds.read_table(raw, strain) for strain in STRAINS],
    )


def one_strain(dds: Dds | None, deal: Deal, strain: Suit | None) -> Question:
    """One strain, four leaders."""

    def ours(engine: Engine) -> list[int]:
        return engine.table(in_strain(deal, strain), LEADERS)

    if dds is None:
        return Question(ours)
    theirs, others = dds.deal(deal), dds.strains_but(strain)
    return Question(
        ours,
        lambda: dds.dds.calc_all_tables([theirs], exclude=others)[0],
        lambda raw: dds.read_table(raw, strain),
    )


def one_lead(dds: Dds | None, deal: Deal, leader: Seat) -> Question:
    """One leader, one strain."""
    start = Position.start(deal, leader)
    if dds is None:
        return Question(lambda engine: engine.value(start))
    theirs = dds.deal(deal, leader)
    best = max if leader.side is Side.NS else min
    return Question(
        lambda engine: engine.value(start),
        lambda: dds.solve(theirs, best_only=True),
        lambda raw: best(dds.read_cards(raw, leader, deal.cards).values()),
    )


def every_card(dds: Dds | None, deal: Deal, leader: Seat) -> Question:
    """Every card of the first lead."""
    start = Position.start(deal, leader)
    if dds is None:
        return Question(lambda engine: engine.card_values(start))
    theirs = dds.deal(deal, leader)
    return Question(
        lambda engine: engine.card_values(start),
        lambda: dds.solve(theirs),
        lambda raw: dds.read_cards(raw, leader, deal.cards),
    )


def played_hand(dds: Dds | None, deal: Deal, leader: Seat, play: tuple[Card, ...]) -> Question:
    """The 49 values of a play."""
    if dds is None:
        return Question(partial(play_values, deal, leader, play))
    theirs, their_play = dds.deal(deal, leader), [dds.card(card) for card in play[:48]]
    return Question(
        partial(play_values, deal, leader, play),
        lambda: dds.dds.analyse_play(theirs, their_play),
        lambda raw: dds.read_play(raw, leader, deal.cards),
    )


def by_boards(dds: Dds, deal: Deal) -> Ask:
    """DDS's four leaders as four boards, which unlike its tables are right for small hands too."""
    theirs = [dds.deal(deal, leader) for leader in Seat]
    return lambda: [dds.solve(each, best_only=True) for each in theirs]


# --- Works ---------------------------------------------------------------------------------------------------------


def bridge(dds: Dds | None, count: int) -> list[Times]:
    """Works a to e; strains and leaders go round, as they do in plays200.txt."""
    hands, plays = read_pbn(PEERS / "deals200.pbn")[:count], read_plays(PEERS / "plays200.txt")[:count]
    rows = [(deal, in_strain(deal, STRAINS[at % 5]), Seat(at % 4), plays[at]) for at, deal in enumerate(hands)]
    works: dict[str, Iterable[Question]] = {
        "a 5 strains x 4 leaders": (whole_table(dds, deal) for deal, *_ in rows),
        "b one strain, 4 leaders": (one_strain(dds, deal, wanted.trump) for deal, wanted, *_ in rows),
        "c one leader, one strain": (one_lead(dds, wanted, leader) for _, wanted, leader, _ in rows),
        "d every card of a position": (every_card(dds, wanted, leader) for _, wanted, leader, _ in rows),
        "e a played hand, 49 values": (played_hand(dds, wanted, leader, play) for _, wanted, leader, play in rows),
    }
    return [run(name, questions, len(rows)) for name, questions in works.items()]


def hard(dds: Dds | None, count: int) -> list[Times]:
    hands = read_pbn(PEERS / "hard.pbn")[: min(count, HARD_DEALS)]
    return [run("hard deals, 5 strains x 4 leaders", (whole_table(dds, deal) for deal in hands), len(hands))]


def alley(dds: Dds | None, count: int, cards: int = 13) -> list[Times]:
    """All cases of deals by the book, their four plain cases alone, and one strain of as many bridge deals."""
    book = list(deals(cards, count, "bench", STANDARD))
    bridge_deals = list(deals(cards, count, "bench", WHIST))

    def all_cases(deal: Deal) -> Question:
        return Question(lambda engine: trick_table(deal, engine=engine))

    def plain_cases(deal: Deal) -> Question:
        return Question(lambda engine: engine.table(deal, LEADERS))

    def like_bridge(deal: Deal) -> Question:
        if cards == 13:
            return one_strain(dds, deal, deal.trump)
        return Question(lambda engine: engine.table(deal, LEADERS), None if dds is None else by_boards(dds, deal))

    return [
        run(f"{cards} cards by the book, 4 + 15 cases", map(all_cases, book), count, STANDARD),
        run(f"{cards} cards by the book, 4 plain cases", map(plain_cases, book), count, STANDARD),
        run(f"{cards} cards as bridge, one strain, 4 leaders", map(like_bridge, bridge_deals), count),
    ]


def sizes(dds: Dds | None, count: int) -> list[Times]:
    return [times for cards in SIZES for times in alley(dds, count, cards)]


def layer_cost(dds: Dds) -> str:
    """What endplay and DDS spend on a deal that needs no search, in CPU ms."""
    theirs = dds.types.Deal(SUITS_APART)
    others = dds.strains_but(Suit.S)
    costs: dict[str, list[float]] = {"calc_dd_table": [], "calc_all_tables of one strain": [], "solve_board": []}
    for _ in range(50):
        spend(costs["calc_dd_table"], lambda: dds.dds.calc_dd_table(theirs))
        spend(costs["calc_all_tables of one strain"], lambda: dds.dds.calc_all_tables([theirs], exclude=others))
        spend(costs["solve_board"], lambda: dds.solve(theirs))
    return ", ".join(f"{name} {statistics.median(spent):.3f} ms" for name, spent in costs.items())


# --- Report --------------------------------------------------------------------------------------------------------


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least ``share`` of all do not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def summary(values: Sequence[float]) -> str:
    """Mean / median / p90 / p99 / max, to three figures."""
    found = (statistics.mean(values), *(percentile(values, share) for share in (0.5, 0.9, 0.99)), max(values))
    return " / ".join(f"{value:.3g}" if value < 100 else f"{value:.0f}" for value in found)


def ratios(times: Times) -> str:
    """Ours to theirs: geometric mean over the deals, then mean to mean."""
    logs = [math.log(our / their) for our, their in zip(times.ours, times.theirs, strict=True)]
    geometric, mean = math.exp(statistics.mean(logs)), sum(times.ours) / sum(times.theirs)
    return f"{geometric:.3f}; {mean:.3f}"


def report(results: Iterable[Times]) -> None:
    """One Markdown table."""
    print("| work | deals | ours, CPU ms: mean / median / p90 / p99 / max | DDS, the same |", end="")
    print(" ratio: geometric; mean | differences | nodes: mean | table MB: p99 / max |")
    print("|" + "---|" * 8)
    for times in results:
        theirs = summary(times.theirs) if times.theirs else "-"
        ratio = ratios(times) if times.theirs else "-"
        differences = f"{times.differences} of {times.compared}" if times.compared else "-"
        table = f"{percentile(times.table_mb, 0.99):.1f} / {max(times.table_mb):.1f}"
        print(f"| {times.name} | {len(times.ours)} | {summary(times.ours)} | {theirs} | {ratio} |", end="")
        print(f" {differences} | {statistics.mean(times.nodes):,.0f} | {table} |")


def main() -> int:
    parser = argparse.ArgumentParser(description="Time the search beside DDS.")
    parser.add_argument("works", nargs="*", choices=[*WORKS, []], metavar="WORK", help=f"of {', '.join(WORKS)}")
    parser.add_argument("--deals", type=int, help="deals a work: 200 for bridge, 100 for alley, 1000 a size")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)), help="the core to stay on")
    parser.add_argument("--alone", action="store_true", help="leave DDS out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every single time there")
    options = parser.parse_args()
    os.sched_setaffinity(0, {options.core})
    if find_spec("endplay") is None and not options.alone:
        print("endplay is not installed, so DDS is left out: pip install endplay", file=sys.stderr)
        options.alone = True
    dds = None if options.alone else Dds(single=True)
    kinds = {"bridge": (bridge, 200), "hard": (hard, HARD_DEALS), "alley": (alley, 100), "sizes": (sizes, 1000)}
    results = []
    for work in options.works or ("bridge", "alley"):
        measure, usual = kinds[work]
        results += measure(dds, options.deals or usual)
    report(results)
    if dds is not None:
        print(f"\nendplay without any search: {layer_cost(dds)}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this process, DDS's tables included: {peak:.0f} MB")
    if options.json:
        options.json.write_text(json.dumps([asdict(times) for times in results]) + "\n", encoding="utf-8")
    return 1 if any(times.differences for times in results) else 0


if __name__ == "__main__":
    sys.exit(main())
