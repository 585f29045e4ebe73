#!/usr/bin/env python
"""A whole game to try: 25 deals bid and played by players who are good but not perfect, always the same from its seed.

    scripts/generate/played_game.py [--seed 25] [--check]

Writes fixtures/played/game.txt, a deal line a deal, and fixtures/played/hand.txt, one hand of it.  The players see all
four hands: most bids are the best one and most cards lose nothing, but now and then one slips, as people do.
--check only compares, with status 1 where they differ.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from solver import Bid, Card, Deal, Rules, Seat, deal_hands, optimal_bids, review, trick_table
from solver.search import Engine, Limits

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "played"
BID_SLIPS = 0.25
"""How often a bid is not the best one but a neighbour of it."""
CARD_SLIPS = 0.08
"""How often a card is any legal one."""
SHOWN = range(5, 10)
"""Hand sizes that are easy to follow: of these deals the one with the most costly moments is the hand to try."""


def bid_deal(deal: Deal, rng: Random) -> Deal:
    """The deal with four bids, each the best one after those before it, or at times a neighbour of that."""
    table = trick_table(deal)
    while deal.auction.next is not None:
        legal = deal.auction.legal()
        place = legal.index(Bid.parse(optimal_bids(deal, table=table).best))
        if rng.random() < BID_SLIPS:
            place = min(max(place + rng.choice((-1, 1)), 0), len(legal) - 1)
        deal = deal.with_bids((*deal.bids, legal[place]))
    return deal


def play_deal(deal: Deal, rng: Random) -> Deal:
    """The deal played to its end, most cards losing nothing."""
    auction = deal.auction
    if auction.leader is None:
        return deal
    engine = Engine(deal.rules)
    position = deal.start(auction.leader, auction.exempt)
    cards: list[Card] = []
    while not position.finished:
        values = engine.card_values(position, Limits())
        keep = (max if position.turn.side == "NS" else min)(values.values())
        good = [card for card, tricks in values.items() if tricks == keep]
        card = rng.choice(list(values) if rng.random() < CARD_SLIPS else good)
        cards.append(card)
        position = position.play(card)
    return deal.with_play(cards)


def game(seed: int) -> Iterator[Deal]:
    """The deals of a game under the printed rules, redeals included (R2, R9)."""
    rules = Rules()
    rng = Random(seed)
    dealer = Seat.at(rng.randrange(4))
    for cards in rules.hand_sizes:
        while True:
            deal = bid_deal(deal_hands(cards, rules, rng, dealer), rng)
            dealer = dealer.next
            yield play_deal(deal, rng)
            if not deal.auction.passed_out:
                break


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    deals = list(game(options.seed))
    made = f"made by scripts/generate/played_game.py from seed {options.seed}: play that is good but not perfect"
    shown = max((deal for deal in deals if deal.cards in SHOWN), key=lambda deal: len(review(deal).turning_points))
    texts = {
        "game.txt": "\n".join([f"# A whole game under the printed rules, {made}.", *map(str, deals)]) + "\n",
        "hand.txt": f"# A played hand, {made}.\n{shown}\n",
    }
    FOLDER.mkdir(exist_ok=True)
    differ = False
    for name, text in texts.items():
        file = FOLDER / name
        if options.check:
            differ |= not file.exists() or file.read_text(encoding="utf-8") != text
        else:
            file.write_text(text, encoding="utf-8")
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
