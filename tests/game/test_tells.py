"""What a card tells of a hand is exactly what the legal cards say: no less, and no more."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
import strategies as own
from hypothesis import given

from solver.deal import Deal, replay
from solver.game.cards import PACK, Card, Seat, Suit, from_mask, to_mask
from solver.game.play import Position
from solver.game.rules import PRESETS, BigLed, LittleLed, Rules
from solver.game.tells import tell


@given(own.played(), own.seeds)
def test_a_card_is_legal_for_exactly_the_hands_without_what_it_excludes(deal: Deal, seed: int) -> None:
    if len(deal.bids) < 4 or deal.auction.passed_out:
        return
    rng = Random(seed)
    now = replay(deal)
    taken = to_mask(now.trick)
    pack = [card for card in PACK if deal.rules.bloopers or not card.is_blooper]
    for _ in range(50):
        card, *others = rng.sample(pack, rng.randint(1, 6))
        hand = to_mask([card, *others])
        if hand & taken:
            continue
        hands = list(now.hands)
        hands[now.turn] = hand
        legal = replace(now, hands=tuple(hands)).legal_mask >> card.index & 1
        told = tell(now, card)
        assert bool(legal) is not bool((hand ^ 1 << card.index) & told.excluded)
        assert bool(told.rule) is bool(told.excluded)


def names(mask: int) -> set[str]:
    return {card.name for card in from_mask(mask)}


def trick(*cards: str, rules: Rules = PRESETS["standard"]) -> Position:
    """South leads; trump is hearts."""
    return Position((0, 0, 0, 0), Suit.H, Seat.S, tuple(map(Card.parse, cards)), rules=rules)


@pytest.mark.parametrize(
    ("before", "card", "rule", "excluded"),
    [
        ((), "5H", "R12", {card.name for card in PACK if card.name[1] in "SDC"}),
        ((), "5S", "", set()),
        (("2S",), "5S", "", set()),
        (("2S",), "5H", "R11", {f"{rank}S" for rank in "23456789TJQKA"}),
        (("2H",), "LB", "", set()),
        (("2H",), "2S", "R11", {f"{rank}H" for rank in "23456789TJQKA"} | {"BB", "LB"}),
        (("BB",), "QH", "R13", {"KH", "AH", "LB", "BB"}),
        (("LB",), "4H", "R13", {"2H", "3H"}),
        (("LB",), "BB", "R13", {f"{rank}H" for rank in "23456789TJQKA"} | {"LB"}),
        (("LB",), "2S", "R13", {f"{rank}H" for rank in "23456789TJQKA"} | {"BB", "LB"}),
        (("2S", "BB"), "4S", "", set()),
    ],
)
def test_what_cards_tell_by_the_printed_rules(
    before: tuple[str, ...], card: str, rule: str, excluded: set[str]
) -> None:
    told = tell(trick(*before), Card.parse(card))
    assert (told.rule, names(told.excluded)) == (rule, excluded)


def test_the_knobs_of_r13_say_of_whom_it_tells() -> None:
    rules = Rules(big_led=BigLed.OPPONENTS_HIGHEST, little_led=LittleLed.NONE)
    assert names(tell(trick("BB", rules=rules), Card.parse("KH")).excluded) == {"AH", "LB", "BB"}
    assert not tell(trick("BB", "2H", rules=rules), Card.parse("3H")).excluded  # North, the leader's partner
    assert not tell(trick("LB", rules=rules), Card.parse("4H")).excluded
    assert tell(trick("LB", rules=rules), Card.parse("4S")).rule == "R11"
