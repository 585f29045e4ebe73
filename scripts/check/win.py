#!/usr/bin/env python3
"""Check the chance to win against simulated games, and show what it makes of one deal.

    scripts/check/win.py games [GAMES] [--left 1,2,3,4] [--rules standard]   # fresh deals, all bid and play their best
    scripts/check/win.py table [DEAL] [--left 0]    # best bid by lead for the seat to bid on a deal line

Simulated games have other seeds than the measured deals behind the outlook.  The table bids one hand over many
worlds: with all hands open the chance only rises with the margin, so that nothing but four passes, which are dealt
again, can make the best bid depend on the lead.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from math import sqrt
from random import Random

from tqdm import tqdm

from solver import Deal, Rules, deals, optimal_bids, trick_table
from solver.bidding.par_margins import measured_for
from solver.bidding.winning import outlooks
from solver.bidding.worlds import World, bids_over_worlds
from solver.game.cards import PACK, Seat, Side, to_mask

LEADS = (-120, -60, -30, -10, 0, 10, 30, 60, 120)


def swing(left: list[int], rules: Rules, seed: str) -> int:
    """NS's points less EW's over one game of these deals, North dealing first."""
    rng = Random(seed)
    dealer, total = Seat.N, 0
    for cards in left:
        while True:
            deal = next(deals(cards, 1, rng.randrange(2**32), rules))
            deal = Deal(deal.hands, deal.trump, deal.upcard, dealer, rules=rules)
            best = optimal_bids(deal)
            dealer = dealer.next
            if best.leader is not None:
                break
        total += best.margin
    return total


def simulate(games: int, left: list[int], rules: Rules) -> int:
    swings = [swing(left, rules, f"games/{game}") for game in tqdm(range(games), unit=" games", disable=None)]
    outlook = outlooks(left, rules)[Side.NS]
    print(f"{games} games of {left} cards, rules measured under {measured_for(rules).preset}, NS deal first")
    print("  lead  predicted  simulated")
    off = 0
    for lead in LEADS:
        predicted = float(outlook.chance(lead))
        won = sum(1.0 if lead + total > 0 else 0.5 if lead + total == 0 else 0.0 for total in swings) / games
        error = sqrt(max(won * (1 - won), 1 / games) / games)
        off += abs(predicted - won) > 3.5 * error + 0.02
        print(f"{lead:+6d}  {predicted:9.3f}  {won:9.3f} ± {1.96 * error:.3f}")
    print(f"{off} of {len(LEADS)} leads disagree")
    return min(1, off)


def worlds_of(deal: Deal, seat: Seat, count: int) -> list[World]:
    """Deals in which ``seat`` holds what it does and the rest of the pack lies anywhere."""
    bloopers = deal.trump is not None and deal.rules.bloopers
    out = {*deal.hand(seat), deal.upcard}
    cards = [card for card in PACK if card not in out and (bloopers or not card.is_blooper)]
    worlds = []
    for index in range(count):
        rest = Random(f"worlds/{index}").sample(cards, 3 * deal.cards)
        parts = iter(rest[first : first + deal.cards] for first in range(0, len(rest), deal.cards))
        n, e, s, w = (deal.hands[each] if each is seat else to_mask(next(parts)) for each in Seat)
        worlds.append(World(replace(deal, hands=(n, e, s, w))))
    return [replace(world, table=trick_table(world.deal)) for world in worlds]


def show(line: str | None, left: int, rules: Rules, count: int) -> int:
    """What one hand should bid by the lead, over worlds, and what it would with all hands open."""
    deal = Deal.parse(line or "W H N:AT.Q.8.7 K9.5.3.Q Q8.9.A.9 76.K.T.J up=4H", rules)
    seat = deal.auction.next
    if seat is None:
        print("all four seats have bid", file=sys.stderr)
        return 2
    worlds, table = worlds_of(deal, seat, count), trick_table(deal)
    print(f"{deal.diagram()}\n\n{seat.full_name} to bid, {left} deals left after this one; {count} worlds")
    print(
        f"best for the margin: {bids_over_worlds(worlds).best}, with open hands {optimal_bids(deal, table=table).best}"
    )
    for lead in (30, 10, 0, -10, -30, -60):
        own = lead if seat.side is Side.NS else -lead
        asked = {"name": "win", "score": {"NS": own, "EW": 0}, "left": left}
        bidding = bids_over_worlds(worlds, objective=asked)
        chances = "  ".join(f"{option.bid} {option.value:.1%}" for option in bidding.options)
        opened = optimal_bids(deal, table=table, objective=asked).best
        print(f"lead {lead:+4d}: {bidding.best!s:5} (open hands {opened})   {chances}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the chance to win against simulated games.")
    parser.add_argument("what", choices=("games", "table"))
    parser.add_argument("given", nargs="?", help="the number of games, or a deal line")
    parser.add_argument("--left", default=None, help="hand sizes to come; for a table how many deals")
    parser.add_argument("--worlds", type=int, default=200, help="table: ways in which the other hands may lie")
    parser.add_argument("--rules", default="standard", help="a preset")
    options = parser.parse_args()
    rules = Rules.preset(options.rules)
    if options.what == "table":
        return show(options.given, int(options.left or 0), rules, options.worlds)
    left = [int(size) for size in (options.left or "1,2,3,4").split(",")]
    return simulate(int(options.given or 1000), left, rules)


if __name__ == "__main__":
    sys.exit(main())
