"""What a seat knows: who may have each unseen card, how many each holder has, and what contradicts itself."""

from __future__ import annotations

from random import Random

import pytest
from hidden_cards import likelihoods, moment, played_deal, random_rules, small_case
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import DealError
from solver.game.cards import BLOOPERS, PACK, Card, Seat, Suit, from_mask
from solver.players.knowledge import Holder, Knowledge
from solver.seen_deal import SeenDeal


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_whoever_has_a_card_in_a_layout_may_have_it(seed: int) -> None:
    """And where the rules alone leave a card to somebody, room may still forbid it, never the other way round."""
    seen, _ = small_case(Random(seed), 200)
    knowledge = Knowledge.of(seen)
    layouts = list(likelihoods(seen))
    for seat in knowledge.hidden:
        could = 0
        for hands in layouts:
            could |= hands[seat] & ~seen.played(seat)
        assert not could & ~knowledge.may_hold[seat]
        assert {(hands[seat] & ~seen.played(seat)).bit_count() for hands in layouts} == {knowledge.left[seat]}


@given(st.integers(0, 2**32))
def test_the_unseen_cards_fill_the_holders(seed: int) -> None:
    rng = Random(seed)
    deal, exchanged = played_deal(rng.randint(1, 13), random_rules(rng), rng)
    for upcard in (True, False):
        seen = moment(deal, exchanged, rng.choice(list(Seat)), rng.randint(0, len(deal.play)), upcard)
        knowledge = Knowledge.of(seen)
        assert knowledge.unseen.bit_count() == sum(knowledge.left)
        assert knowledge.left[seen.seat] == knowledge.may_hold[seen.seat] == 0
        groups = knowledge.groups()
        assert sum(groups.values()) == knowledge.unseen
        for who, cards in groups.items():
            for card in from_mask(cards):
                assert knowledge.holders(card) == tuple(holder for holder in Holder if who >> holder & 1)
        assert not any(knowledge.holders(card) for card in PACK if not knowledge.unseen >> card.index & 1)


def test_no_hand_has_a_blooper_in_no_trump_and_the_stock_is_the_same_whoever_exchanged() -> None:
    for line in ("W N N:? ? AK... ? up=BB", "W N N:? ? AK... ? exchanged=E up=BB", "W N N:? ? AK... ?"):
        knowledge = Knowledge.of(SeenDeal.parse(line))
        assert not knowledge.unseen & BLOOPERS
        assert knowledge.left == (2, 2, 0, 2, 44, 0)


def test_a_live_blooper_may_be_anywhere() -> None:
    knowledge = Knowledge.of(SeenDeal.parse("W N N:? ? AK... ? up=BB rules=bab_online"))
    assert knowledge.holders(Card.parse("LB")) == (Holder.N, Holder.E, Holder.W, Holder.STOCK)
    assert knowledge.left == (2, 2, 0, 2, 45, 0)


def test_an_upcard_not_told_is_one_of_the_trumps() -> None:
    knowledge = Knowledge.of(SeenDeal.parse("W H N:? ? AK... ?"))
    assert knowledge.left == (2, 2, 0, 2, 45, 1)
    assert {card.suit for card in from_mask(knowledge.may_hold[Holder.UPCARD])} == {Suit.H}
    assert knowledge.holders(Card.parse("AH"))[-1] is Holder.UPCARD
    assert knowledge.holders(Card.parse("BB"))[-1] is Holder.STOCK


@pytest.mark.parametrize(
    ("line", "pointer", "rule", "words"),
    [
        ("W H N:? ? .AKQJT98765432.. ?", "/upcard", "R3", "no card is left to be the upcard of trump H"),
        (
            "W H N:? ? .2.2.AKQJT987654 ? 0 0 1 0 2D.3H.2S.3S up=4H",
            "/play/3",
            "R11",
            "AD and 11 more can only be with the stock, which has 1 unseen card: no layout",
        ),
    ],
)
def test_knowledge_that_leaves_no_layout_names_card_and_rule(line: str, pointer: str, rule: str, words: str) -> None:
    with pytest.raises(DealError, match=words) as caught:
        Knowledge.of(SeenDeal.parse(line))
    assert (caught.value.pointer, caught.value.rule) == (pointer, rule)
