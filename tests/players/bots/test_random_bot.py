"""``random``: legal, by its seed alone, and all choices as likely."""

from __future__ import annotations

from collections import Counter

from solver.dealing import deal_hands
from solver.game.auction import Bid
from solver.game.cards import Seat
from solver.players.bots.bot import Chair
from solver.players.bots.random_bot import RandomBot


def test_its_choices_are_even_and_follow_from_the_seed() -> None:
    deal = deal_hands(3, seed=1, dealer=Seat.W)
    seen = deal.seen_by(Seat.N)
    bids = [RandomBot(Chair(Seat.N, deal.rules, str(seed))).bid(seen) for seed in range(400)]
    assert bids == [RandomBot(Chair(Seat.N, deal.rules, str(seed))).bid(seen) for seed in range(400)]
    counts = Counter(bids)
    assert set(counts) == {Bid.of(0), Bid.of(1), Bid.of(2), Bid.BOARD}
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 16.3  # chi-square, 3 degrees, 0.1 %


def test_its_cards_are_legal() -> None:
    deal = deal_hands(5, seed=3, dealer=Seat.W).with_bids(map(Bid.of, (1, 0, 0, 0)))
    seen = deal.seen_by(Seat.N)
    cards = {RandomBot(Chair(Seat.N, deal.rules, str(seed))).play(seen) for seed in range(200)}
    assert cards == set(seen.legal_cards)
