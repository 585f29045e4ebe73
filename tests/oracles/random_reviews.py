"""Reviews of every sort, for checks of what is said of them."""

from __future__ import annotations

from random import Random

from review_cases import random_hand, random_play, random_rules

from solver import Seat, review
from solver.dealing import deal_hands
from solver.game.rules import PRESETS
from solver.reviewing.result import Review

KINDS = ("whole", "part", "claim", "no bids", "bidding", "bids only", "fault")


def random_review(number: int, seed: str, largest: int = 7) -> Review:
    """One of every kind in turn, under every preset in turn and under random knobs."""
    rng = Random(f"{seed}/{number}")
    kind = KINDS[number % len(KINDS)]
    tables = [*PRESETS.values(), None]
    rules = tables[number // len(KINDS) % len(tables)] or random_rules(rng)
    size = 1 + rng.randrange(largest)
    if kind == "no bids":
        deal = deal_hands(size, rules, rng.getrandbits(48))
        return review(deal, play=random_play(deal.start(Seat.N), rng, rng.randint(1, 4 * size)))
    deal = random_hand(rng, size, rules, whole=1 if kind in ("whole", "fault") else 0)
    if kind == "bidding":
        return review(deal.with_play(()).with_bids(deal.bids[: rng.randint(1, 3)]))
    if kind == "bids only" or deal.auction.leader is None:
        return review(deal.with_play(()))
    if kind == "claim":
        left = size - len(deal.play) // 4
        return review(deal, claim={"NS": rng.randint(0, left)})
    if kind == "fault":
        play = [card.name for card in deal.play]
        first = rng.randrange(len(play))
        second = rng.randrange(len(play))
        play[first], play[second] = play[second], play[first]
        return review(deal.with_play(()), play=play, on_illegal="report")
    return review(deal)
