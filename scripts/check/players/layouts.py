#!/usr/bin/env python3
"""Hold what a seat knows, the layouts that it may face, and their values against slower ways to the same.

    scripts/check/players/layouts.py counts [2000]    layouts with all fillings of the hidden hands, each replayed
    scripts/check/players/layouts.py draws [300]      draws of small cases with their list, by chi-square
    scripts/check/players/layouts.py truth [100000]   the true layout is possible at any moment, by chance and bots
    scripts/check/players/layouts.py values [400]     values of worlds with those of a search of each, asked in Python

Each takes --seed and --jobs, prints each difference and closes with their number; the exit status tells too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing import Pool
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests" / "oracles"))
from hidden_cards import Hands, likelihoods, moment, played_deal, small_case, upper_bound

from solver.deal import Deal, replay
from solver.dealing import deal_hands
from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS, Rules
from solver.players.bots.bot import Chair
from solver.players.bots.roster import Entry
from solver.players.knowledge import Holder, Knowledge
from solver.players.layouts import Layouts
from solver.players.worlds import Worlds
from solver.search import Engine, Limits
from solver.seen_deal import SeenDeal

CHUNK = 20
MOST = 1500
"""Fillings of the hidden hands in a case that is listed."""
DRAWS = 4000
ROUNDS = 999
"""Samples of the right law that a case's draws are ranked among."""
BOTS = ("greedy", "table", "table", "random")
"""Who plays, at random."""
Found = list[tuple[str, str]]
"""What a piece of work found: differences ("!", text), and other things to count ("…", what)."""


def count(seed: str) -> Found:
    """A case's layouts and their likelihoods with those of the slow list."""
    seen, deal = small_case(Random(seed), MOST)
    slow = likelihoods(seen)
    layouts = Layouts(seen)
    listed = layouts.enumerate(10**7)
    assert listed is not None
    fast: Counter[Hands] = Counter()
    for (n, e, s, w), weight in zip(listed.hands.tolist(), listed.weights.tolist(), strict=True):
        fast[n, e, s, w] += weight
    found = [("cases", ""), ("told", "")] if len(slow) < upper_bound(seen) else [("cases", "")]
    found += [(fact.rule, "") for fact in layouts.knowledge.facts]
    if seen.upcard is None:
        found.append(("no upcard seen", ""))
    if fast.keys() != slow.keys():
        found.append(("!", f"{seen}: {len(fast)} layouts and not {len(slow)}"))
    elif layouts.count != len(listed):
        found.append(("!", f"{seen}: {layouts.count} counted and {len(listed)} listed"))
    else:
        scale = sum(fast.values()) / float(sum(slow.values()))
        if any(abs(fast[hands] - float(slow[hands]) * scale) > 1e-9 * fast[hands] for hands in slow):
            found.append(("!", f"{seen}: the layouts are not as likely as dealing makes them"))
    if deal.hands not in fast:
        found.append(("!", f"{seen}: the true layout is missing"))
    return found


def draw(seed: str) -> Found:
    """Where the chi-square of a case's draws stands among those of samples of the right law."""
    rng = Random(seed)
    while True:
        layouts = Layouts(small_case(rng, MOST)[0])
        if 2 <= layouts.count <= 400:
            break
    listed = layouts.enumerate()
    assert listed is not None
    hands, place = np.unique(listed.hands, axis=0, return_inverse=True)
    chances = np.bincount(place.ravel(), listed.weights)
    chances /= chances.sum()
    drawn, times = np.unique(layouts.draw(DRAWS, seed).hands, axis=0, return_counts=True)
    known = {tuple(row): index for index, row in enumerate(hands.tolist())}
    observed = np.zeros(len(hands))
    for row, number in zip(drawn.tolist(), times.tolist(), strict=True):
        if tuple(row) not in known:
            return [("!", f"{layouts.knowledge.seen}: a layout is drawn that cannot be")]
        observed[known[tuple(row)]] = number
    expected = DRAWS * chances
    samples = np.random.default_rng(rng.getrandbits(64)).multinomial(DRAWS, chances, ROUNDS)
    above = ((samples - expected) ** 2 / expected).sum(1) >= ((observed - expected) ** 2 / expected).sum()
    share = (1 + above.sum()) / (ROUNDS + 1)
    return [("cases", "")] + [(f"rejected at {level:g}", "") for level in (0.01, 0.05, 0.5) if share <= level]


def truth(seed: str) -> Found:
    """Each moment of a deal, seen by one of the seats: is the true layout among the possible ones?"""
    rng = Random(seed)
    name = rng.choice(list(PRESETS))
    exchanged = None
    if rng.random() < 0.5:
        deal = played_by_bots(rng.randint(1, 13), PRESETS[name], rng, seed)
    else:
        deal, exchanged = played_deal(rng.randint(1, 13), PRESETS[name], rng)
    found = []
    for end in range(len(deal.play) + 1):
        seat = rng.choice(list(Seat))
        seen = moment(deal, exchanged, seat, end, rng.random() < 0.8)
        found.append((name, ""))
        found += [("!", f"{seen}: {text}") for text in impossible(seen, deal)]
    return found


def played_by_bots(cards: int, rules: Rules, rng: Random, seed: str) -> Deal:
    """A deal that quick bots have bid and played."""
    deal = deal_hands(cards, rules, rng)
    bots = {seat: Entry.parse(rng.choice(BOTS)).player().sit(Chair(seat, rules, seed)) for seat in Seat}
    while (turn := deal.seen_by(Seat.N).turn) is not None:
        seen = deal.seen_by(turn)
        if seen.bidding:
            deal = deal.with_bids((*deal.bids, bots[turn].bid(seen)))
        else:
            deal = deal.with_play((*deal.play, bots[turn].play(seen)))
    return deal


def impossible(seen: SeenDeal, deal: Deal) -> Iterator[str]:
    """Why the deal is not among the layouts that its seat may face."""
    knowledge = Knowledge.of(seen)
    if Layouts(knowledge).count < 1:
        yield "no layout"
    rest = knowledge.unseen
    for seat in knowledge.hidden:
        left = deal.hands[seat] & ~seen.played(seat)
        rest &= ~left
        if left & ~knowledge.may_hold[seat] or left.bit_count() != knowledge.left[seat]:
            yield f"{seat} holds what it may not"
    if knowledge.left[Holder.UPCARD]:
        assert deal.upcard is not None
        if not knowledge.may_hold[Holder.UPCARD] >> deal.upcard.index & 1:
            yield "the upcard may not be it"
        rest &= ~(1 << deal.upcard.index)
    if rest & ~knowledge.may_hold[Holder.STOCK] or rest.bit_count() != knowledge.left[Holder.STOCK]:
        yield "the stock holds what it may not"


def value(seed: str) -> Found:
    """Cards, contracts and tables of some layouts with a search of each from nothing."""
    rng = Random(seed)
    deal, exchanged = played_deal(rng.randint(1, 8), rng.choice(list(PRESETS.values())), rng)
    end = rng.randrange(4 * deal.cards) if deal.play else 0
    turn = replay(deal.with_play(deal.play[:end])).turn if deal.play else rng.choice(list(Seat))
    seen = moment(deal, exchanged, turn, end) if deal.play else deal.seen_by(turn, exchanged)
    limits = Limits(threads=rng.choice([1, 2]))
    worlds = Worlds(seen, Layouts(seen).draw(6, seed))
    found = [("worlds", "")] * len(worlds.sample)
    tables = worlds.tables(limits)
    play = (worlds.tricks(limits=limits).values, worlds.made(limits=limits).values) if deal.play else None
    for row, (n, e, s, w) in enumerate(worlds.sample.hands.tolist()):
        world = replace(deal, hands=(n, e, s, w), play=seen.play)
        engine = Engine(deal.rules)
        if play is not None:
            exact = engine.card_values(replay(world))
            if list(exact.values()) != play[0][row].tolist():
                found.append(("!", f"{world}: {play[0][row]} and not {exact}"))
            contracts = seen.auction.contracts()
            made = [
                [contracts[Side.NS].made(ns, deal.cards), contracts[Side.EW].made(deal.cards - ns, deal.cards)]
                for ns in exact.values()
            ]
            if made != play[1][row].tolist():
                found.append(("!", f"{world}: made {play[1][row]} and not {made}"))
        table = tables[row]
        leads = engine.table(world.with_play(()), [(seat, ()) for seat in Seat])
        if table is None or list(table.ns) != leads:
            found.append(("!", f"{world}: leads {table} and not {leads}"))
    return found


CHECKS: dict[str, tuple[Callable[[str], Found], int, str]] = {
    "counts": (count, 2000, "cases"),
    "draws": (draw, 300, "cases"),
    "truth": (truth, 100_000, "moments"),
    "values": (value, 400, "positions"),
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Hold layouts and worlds against slower ways to the same.")
    parser.add_argument("check", choices=CHECKS)
    parser.add_argument("number", nargs="?", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args()
    work, number, what = CHECKS[options.check]
    wanted = options.number or number
    began = time.perf_counter()
    met: Counter[str] = Counter()
    done = 0
    with Pool(options.jobs) as pool:
        seeds = (f"{options.seed}/{index}" for index in range(10**9 if what == "moments" else wanted))
        for found in pool.imap(work, seeds, CHUNK):
            for kind, text in found:
                if kind == "!":
                    print(text)
                met[kind] += 1
            done += sum(kind in PRESETS for kind, _ in found) if what == "moments" else 1
            if done >= wanted:
                break
        pool.terminate()
    faults = met.pop("!", 0)
    for kind, times in sorted(met.items()):
        print(f"{times:>8,} {kind}")
    print(f"{done:,} {what}, {faults} differences, {time.perf_counter() - began:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
