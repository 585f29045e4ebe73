"""``greedy`` on positions that tell its rules apart."""

from __future__ import annotations

import pytest

from solver.formats.holding import hand_from_holding
from solver.game.auction import Auction, Bid
from solver.game.cards import Card, Seat, Suit
from solver.game.rules import Rules
from solver.players.bots.bot import Chair
from solver.players.bots.greedy import GreedyBot, greedy_bid
from solver.seen_deal import SeenDeal


@pytest.mark.parametrize(
    ("rules", "hand", "bids", "expected"),
    [
        ("standard", "....B", (), "board"),
        ("standard", "....L", (0,), "board"),
        ("standard", ".A..", (), "board"),
        ("standard", ".K..", (), 0),  # counts one, which may not be bid
        ("bab_online", ".K..", (), 1),
        ("standard", "A...", (), 0),
        ("standard", "A.A.2.", (), 1),  # plain aces count from 5 cards
        ("standard", "A2.AK..2", (), 3),
        ("standard", "A2.AK2...BL", (), 5),
        ("bab_online", ".AK...BL", (), 4),
        ("standard", ".AK...BL", (), 3),  # n - 1
        ("bab_online", ".AK...BL", (3, 0), 1),  # what the cap leaves
        ("standard", "AK.Q2.A.43", (), 2),
    ],
)
def test_it_counts_sure_tricks(rules: str, hand: str, bids: tuple[int, ...], expected: int | str) -> None:
    mask = hand_from_holding(hand)
    auction = Auction(Seat.W, mask.bit_count(), Rules.preset(rules), tuple(map(Bid.of, bids)))
    assert greedy_bid(mask, Suit.H, auction) == expected


def test_in_no_trump_aces_count_and_kings_do_not() -> None:
    hand = hand_from_holding("AK.AK.A.")
    assert greedy_bid(hand, None, Auction(Seat.W, 5, Rules())) == 3


@pytest.mark.parametrize(
    ("hand", "bids", "play", "expected"),
    [
        ("K2.3.Q4.", "2000", "", "KS"),
        ("K2.3.A4.", "2000", "", "AD"),
        ("AK4.2..", "0100", "5S QS 6S", "AS"),  # the partner's win does not matter
        ("K32.A.4.", "0002", "QS", "KS"),
        ("832.A.4.", "0002", "QS", "2S"),
        (".A3.54.", "0002", "QS", "AH"),
        (".3.54.2", "0020", "QS 4H", "2C"),  # an overruff cannot be
    ],
)
def test_it_wins_high_or_plays_low(hand: str, bids: str, play: str, expected: str) -> None:
    mask = hand_from_holding(hand)
    cards = tuple(map(Card.parse, play.split()))
    made = tuple(Bid.of(int(bid)) for bid in bids)
    seen = SeenDeal(Seat.N, mask, Suit.H, None, Seat.W, None, made, cards)
    assert GreedyBot(Chair(Seat.N, seen.rules)).play(seen) == expected
