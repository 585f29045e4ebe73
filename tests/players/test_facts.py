"""What the cards of the others tell, in the order in which it is learned, and plays that contradict it."""

from __future__ import annotations

from random import Random

import pytest
from hidden_cards import moment, played_deal, random_rules
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import DealError
from solver.game.cards import BLOOPERS, Card, Seat, from_mask
from solver.players.facts import facts_of, out_of_play
from solver.seen_deal import SeenDeal


@given(st.integers(0, 2**32))
def test_no_fact_excludes_a_card_that_its_hand_still_holds(seed: int) -> None:
    rng = Random(seed)
    deal, exchanged = played_deal(rng.randint(1, 13), random_rules(rng), rng)
    for seat in Seat:
        for fact in facts_of(moment(deal, exchanged, seat, len(deal.play))):
            later = sum(1 << card.index for card in deal.play[fact.index + 1 :])
            assert fact.seat is not seat
            assert fact.card == deal.play[fact.index]
            assert not deal.hands[fact.seat] & later & fact.excluded
            assert fact.excluded
            assert fact.rule in ("R11", "R12", "R13")


def lines(text: str) -> list[str]:
    return [f"{fact.seat} {fact.what}: {fact.why} ({fact.rule})" for fact in facts_of(SeenDeal.parse(text))]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("W H N:? ? A2.3.. ? 2 0 0 0 KS.3D up=7H", ["E has no spades: it did not follow suit in trick 1 (R11)"]),
        (
            "W H N:? ? A2.3.. ? 2 0 0 0 4H.3D up=7H",
            [
                "N has nothing but trumps: it led 4H before trump was broken, in trick 1 (R12)",
                "E has no trumps: it did not follow suit in trick 1 (R11)",
            ],
        ),
        (
            "W H N:? ? A2.3.. ? B 0 0 0 BB.9H.3H.4S up=7H",
            [
                "E has no trump higher than 9H: it played 9H on a led BB in trick 1 (R13)",
                "W has no trumps: it played 4S on a led BB in trick 1 (R13)",
            ],
        ),
        (
            "W H N:? ? A2.3.. ? B 0 0 0 LB.9H.3H.BB up=7H",
            [
                "E has no trump lower than 9H: it played 9H on a led LB in trick 1 (R13)",
                "W has no trumps: it played BB on a led LB in trick 1 (R13)",
            ],
        ),
        ("W N N:? ? A2.3.. ? 2 0 0 0 LB up=BB rules=bab_online",
         ["N has nothing but blooper: it led LB before trump was broken, in trick 1 (R12)"]),
    ],
)  # fmt: skip
def test_facts_in_words(text: str, told: list[str]) -> None:
    assert lines(text) == told


def test_what_is_known_already_is_no_fact() -> None:
    assert lines("W H N:? ? A2.3..2 ? 2 0 0 0 KS.3D.2S.4S.QS.4D.AS.5S up=7H") == [
        "E has no spades: it did not follow suit in trick 1 (R11)"
    ]


@pytest.mark.parametrize(
    ("text", "pointer", "rule", "words"),
    [
        ("W H N:? ? A2.3..2 ? 2 0 0 0 KS.3D.2S.4S.QS.5S up=7H", "/play/5", "R11", "E cannot play 5S.* has no spades"),
        ("W H N:? ? A2.3..2 ? B 0 0 0 BB.9H.3H.2H.KS.TH up=7H", "/play/5", "R13", "TH.*than 9H"),
        ("W H N:? ? A2.3..2 ? 2 0 0 0 4H.2H.3H.8D.6S up=7H", "/play/4", "R12",
         "N cannot play 6S.*nothing but trumps"),
    ],
)  # fmt: skip
def test_a_card_that_its_hand_cannot_have_held_is_named_with_the_rule(
    text: str, pointer: str, rule: str, words: str
) -> None:
    with pytest.raises(DealError, match=words) as caught:
        list(facts_of(SeenDeal.parse(text)))
    assert (caught.value.pointer, caught.value.rule) == (pointer, rule)


def test_bloopers_are_out_of_a_no_trump_deal_but_where_one_is_live() -> None:
    assert out_of_play(SeenDeal.parse("W N N:? ? A... ?")) == BLOOPERS
    assert out_of_play(SeenDeal.parse("W N N:? ? A... ? up=LB")) == BLOOPERS
    live = SeenDeal.parse("W N N:? ? A... ? up=LB rules=bab_online")
    assert list(from_mask(out_of_play(live))) == [Card.parse("LB")]
    assert list(from_mask(out_of_play(SeenDeal.parse("W H N:? ? A... ? up=7H")))) == [Card.parse("7H")]
