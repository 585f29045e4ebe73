"""Cards play: which are one choice, and what forces one."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from review_cases import random_play, random_rules
from strategies import seeds

from solver import Deal, Seat, review
from solver.dealing import deal_hands
from solver.game.cards import from_mask
from solver.reviewing.card_play import touching_cards


@settings(max_examples=60)
@given(st.integers(1, 13), seeds)
def test_neighbours_stand_together_and_nothing_else(size: int, seed: int) -> None:
    """A run's cards swap without a change: no other card lies between them in any hand or on the table."""
    rng = Random(seed)
    deal = deal_hands(size, random_rules(rng), rng.getrandbits(40))
    position = deal.start(rng.choice(list(Seat)))
    for card in random_play(position, rng, rng.randint(0, 4 * size - 1), care=0):
        position = position.play(card)
    groups = touching_cards(position)
    assert [card for group in groups for card in group] == list(position.legal())
    others = [
        c for seat, hand in zip(Seat, position.hands, strict=True) if seat is not position.turn for c in from_mask(hand)
    ]
    others += position.trick
    for group in groups:
        assert len({card.suit for card in group}) == 1
        assert len(group) == 1 or not group[0].is_blooper
        assert not [c for c in others if group[-1] < c < group[0] and c.suit is group[0].suit]
    for one, two in pairwise(groups):
        if one[-1].suit is two[0].suit is not None:
            assert [c for c in others if two[0] < c < one[-1]]


@pytest.mark.parametrize(
    ("line", "index", "why"),
    [
        ("W H N:A.2... K.3... Q.4... J.5... 0 1 0 0 KS up=7H", 0, "R12"),  # the only card that is no trump
        ("W H N:A.2... K.3... Q.4... J.5... 0 1 0 0 KS.QS.JS.AS up=7H", 3, "R11"),  # the only spade
        ("W H N:.32... K....L Q.4... J.5... 0 B 0 0 LB.4H.5H.2H up=7H", 3, "R13"),  # the lowest trump under LB
        ("N S N:A... K... Q... J... 0 0 0 B AS.KS", 1, "R14"),  # the last card
    ],
)
def test_what_forced_a_card(line: str, index: int, why: str) -> None:
    play = review(Deal.parse(line)).plays[index]
    assert (play.forced, play.forced_by, play.choice) == (True, why, False)
