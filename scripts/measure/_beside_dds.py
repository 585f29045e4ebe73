"""Works that DDS can do too, under whist rules: ``Question``s to both, put deal by deal."""

from __future__ import annotations

import multiprocessing
import resource
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from _figures import spend
from _timing import Ask, Engines, Question, Times, run
from tqdm import tqdm

from solver.deal import Deal
from solver.dealing import deals
from solver.game.cards import Card, Seat, Side, Suit
from solver.search import Engine

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from bridge import CARDS_OF_A_PLAY, PEERS, STRAINS, WHIST, Dds, in_strain, read_pbn, read_plays

LEADERS = [(leader, ()) for leader in Seat]
HARD_DEALS = 19
HARD_SECONDS = 300.0
SIZES = range(1, 9)
DDS = "endplay"
SUITS_APART = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


# --- The same questions to both -----------------------------------------------------------------------------------


def whole_table(dds: Dds | None, deal: Deal) -> Question:
    """5 strains x 4 leaders; a new engine a strain, since strains have nothing to share."""

    def ours(make: Callable[[], Engine]) -> list[list[int]]:
        return [make().table(in_strain(deal, strain), LEADERS) for strain in STRAINS]

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

    def ours(make: Callable[[], Engine]) -> list[int]:
        return make().table(in_strain(deal, strain), LEADERS)

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
    start = deal.start(leader)
    if dds is None:
        return Question(lambda make: make().value(start))
    theirs = dds.deal(deal, leader)
    best = max if leader.side is Side.NS else min
    return Question(
        lambda make: make().value(start),
        lambda: dds.solve(theirs, best_only=True),
        lambda raw: best(dds.read_cards(raw, leader, deal.cards).values()),
    )


def every_card(dds: Dds | None, deal: Deal, leader: Seat) -> Question:
    """Every card of the first lead."""
    start = deal.start(leader)
    if dds is None:
        return Question(lambda make: make().card_values(start))
    theirs = dds.deal(deal, leader)
    return Question(
        lambda make: make().card_values(start),
        lambda: dds.solve(theirs),
        lambda raw: dds.read_cards(raw, leader, deal.cards),
    )


def played_hand(dds: Dds | None, deal: Deal, leader: Seat, play: tuple[Card, ...]) -> Question:
    """The 49 values of a play."""
    start, play = deal.start(leader), play[:CARDS_OF_A_PLAY]
    if dds is None:
        return Question(lambda make: make().played_values(start, play))
    theirs, their_play = dds.deal(deal, leader), list(map(dds.card, play))
    return Question(
        lambda make: make().played_values(start, play),
        lambda: dds.dds.analyse_play(theirs, their_play),
        lambda raw: dds.read_play(raw, leader, deal.cards),
    )


def by_boards(dds: Dds | None, deal: Deal) -> Question:
    """Four leaders as four of DDS's boards, which unlike its tables are right for small hands too."""

    def ours(make: Callable[[], Engine]) -> list[int]:
        return make().table(deal, LEADERS)

    if dds is None:
        return Question(ours)
    theirs = [dds.deal(deal, leader) for leader in Seat]

    def read(raw: list[Any]) -> list[int]:
        values = [dds.read_cards(each, leader, deal.cards).values() for leader, each in zip(Seat, raw, strict=True)]
        return [
            (max if leader.side is Side.NS else min)(ns_tricks) for leader, ns_tricks in zip(Seat, values, strict=True)
        ]

    return Question(ours, lambda: [dds.solve(each, best_only=True) for each in theirs], read)


# --- Works ---------------------------------------------------------------------------------------------------------


def bridge(dds: Dds | None, count: int) -> list[Times]:
    """Works a to e; strains and leaders go round, as they do in plays200.txt."""
    hands, plays = read_pbn(PEERS / "deals200.pbn")[:count], read_plays(PEERS / "plays200.txt")[:count]
    rows = [
        (deal, in_strain(deal, STRAINS[index % 5]), Seat.at(index), plays[index]) for index, deal in enumerate(hands)
    ]
    works: dict[str, Iterable[Question]] = {
        "a 5 strains x 4 leaders": (whole_table(dds, deal) for deal, *_ in rows),
        "b one strain, 4 leaders": (one_strain(dds, deal, wanted.trump) for deal, wanted, *_ in rows),
        "c one leader, one strain": (one_lead(dds, wanted, leader) for _, wanted, leader, _ in rows),
        "d every card of a position": (every_card(dds, wanted, leader) for _, wanted, leader, _ in rows),
        "e a played hand, 49 values": (played_hand(dds, wanted, leader, play) for _, wanted, leader, play in rows),
    }
    return [run(name, questions, len(rows), WHIST, DDS) for name, questions in works.items()]


def small(dds: Dds | None, count: int) -> Iterator[Times]:
    """One strain and four leaders of deals of 1 to 8 cards."""
    for cards in SIZES:
        dealt = deals(cards, count, "bench", WHIST)
        name = f"{cards} card{'s' * (cards > 1)}, whist, 4 leaders"
        yield run(name, (by_boards(dds, deal) for deal in dealt), count, WHIST, DDS, "us")


def hard(dds: Dds | None, count: int, seconds: float = HARD_SECONDS) -> list[Times]:
    """5 strains x 4 leaders, each deal in a process of its own, which is ended after ``seconds`` of wall clock.

    Who is ended counts with the whole time, and nothing is compared.
    """
    times = Times("hard.pbn, 5 strains x 4 leaders", DDS, "s")
    stopped = [0, 0]
    rss: list[list[float]] = [[], []]
    for deal in tqdm(read_pbn(PEERS / "hard.pbn")[: min(count, HARD_DEALS)], desc="hard", unit=" deals", disable=None):
        ours = apart(deal, True, seconds)
        theirs = None if dds is None else apart(deal, False, seconds)
        times.ours.append(ours["seconds"] if ours else seconds)
        stopped[0] += ours is None
        if ours:
            times.nodes.append(ours["nodes"])
            times.table_mb.append(ours["table_mb"])
            rss[0].append(ours["rss_mb"])
        if dds is not None:
            times.theirs.append(theirs["seconds"] if theirs else seconds)
            stopped[1] += theirs is None
        if theirs:
            rss[1].append(theirs["rss_mb"])
        if ours and theirs:
            times.compare(ours["values"], theirs["values"])
    notes = [f"in all {sum(times.ours):.1f} s to {sum(times.theirs):.1f} s"]
    notes += [f"{who} stopped at {seconds:.0f} s {n} times" for who, n in zip(("we", DDS), stopped, strict=True) if n]
    notes += [
        f"process of {who} {statistics.median(mb):.0f} MB in the median and {max(mb):.0f} at most"
        for who, mb in zip(("ours", DDS), rss, strict=True)
        if mb
    ]
    times.remark = "; ".join(notes)
    return [times]


def apart(deal: Deal, ours: bool, seconds: float) -> dict[str, Any] | None:
    """One table in a process of its own; None if it was not there in time."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_solve_apart, args=(there, deal, ours))
    process.start()
    there.close()
    try:
        return here.recv() if here.poll(seconds) else None
    finally:
        process.kill()
        process.join()


def _solve_apart(connection: Connection, deal: Deal, ours: bool) -> None:
    question = whole_table(None if ours else Dds(single=True), deal)
    engines = Engines(WHIST)
    spent: list[float] = []
    if ours:
        values = spend(spent, lambda: question.ours(engines.make))
    else:
        assert question.theirs is not None
        assert question.read is not None
        values = question.read(spend(spent, question.theirs))
    connection.send(
        {
            "seconds": spent[0] / 1000,
            "values": values,
            "nodes": engines.nodes,
            "table_mb": engines.most_mb,
            "rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }
    )


def layer_cost(dds: Dds) -> str:
    """What endplay and DDS spend on a deal that needs no search, in CPU ms."""
    theirs = dds.types.Deal(SUITS_APART)
    others = dds.strains_but(Suit.S)
    ways: dict[str, Ask] = {
        "calc_dd_table": lambda: dds.dds.calc_dd_table(theirs),
        "calc_all_tables of one strain": lambda: dds.dds.calc_all_tables([theirs], exclude=others),
        "solve_board": lambda: dds.solve(theirs),
    }
    costs: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(50):
        for name, way in ways.items():
            spend(costs[name], way)
    return ", ".join(f"{name} {statistics.median(spent):.3f} ms" for name, spent in costs.items())
