"""Dealing by the book: pack, upcard, bloopers turned, and the same deals from the same seed (R1 to R4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st

from solver.deal import Deal
from solver.dealing import Drawn, deal_hands, deal_shown, deals, draw, draw_many
from solver.errors import DealError
from solver.game.cards import BIG, BLOOPERS, FULL_PACK, LITTLE, Card, Seat, Suit, from_mask
from solver.game.rules import PRESETS, STANDARD, JokerUpcard, Rules


def held(deal: Deal) -> int:
    return deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.hands[3]


@given(own.dealt())
def test_a_deal_holds_the_pack_once_and_its_upcard_nowhere(deal: Deal) -> None:
    pack = FULL_PACK if deal.rules.bloopers else FULL_PACK & ~BLOOPERS
    assert held(deal).bit_count() == 4 * deal.cards
    assert {hand.bit_count() for hand in deal.hands} == {deal.cards}
    assert not held(deal) & ~pack
    assert deal.dealer is not None
    if deal.rules.trump_source is not None:
        assert (deal.trump, deal.upcard) == (deal.rules.trump_source, None)
    elif deal.upcard is not None:
        assert not held(deal) >> deal.upcard.index & 1
        assert deal.trump is deal.upcard.suit
    else:
        assert held(deal) == pack  # nothing left to turn
        assert deal.trump is not None
    assert deal == Deal.from_dict(deal.to_dict())


def test_in_whist_the_dealers_last_card_names_trump() -> None:
    for deal in deals(13, 20, 1, PRESETS["whist"]):
        assert deal.trump in {card.suit for card in from_mask(deal.hands[deal.dealer or Seat.N])}
        assert deal.upcard is None
    assert all(deal.upcard is not None for deal in deals(12, 20, 1, PRESETS["whist"]))


# --- A blooper turned (R4)


def turned(cards: int, count: int) -> list[tuple[int, Deal]]:
    """Seeds under which a blooper is turned, with the deal where the other one stays (no_trump_live)."""
    live = Rules(joker_upcard=JokerUpcard.NO_TRUMP_LIVE)
    dealt = ((seed, deal_hands(cards, live, seed)) for seed in range(100_000))
    return list(islice(((seed, deal) for seed, deal in dealt if deal.trump is None), count))


@pytest.mark.parametrize("cards", [1, 5, 13])
def test_the_holder_of_the_other_blooper_draws_for_it_and_no_hand_keeps_one(cards: int) -> None:
    drawn = 0
    for seed, live in turned(cards, 20):
        deal = deal_hands(cards, STANDARD, seed)
        assert (deal.trump, deal.upcard, deal.dealer) == (None, live.upcard, live.dealer)
        assert not held(deal) & BLOOPERS
        other = LITTLE if live.upcard == BIG else BIG
        if not held(live) & BLOOPERS:
            assert deal.hands == live.hands  # it lies in the stock
            continue
        drawn += 1
        for before, after in zip(live.hands, deal.hands, strict=True):
            if before >> other.index & 1:
                got = list(from_mask(after & ~before))
                assert from_mask(before & ~after).__next__() == other
                assert len(got) == 1
                assert not held(live) >> got[0].index & 1
            else:
                assert after == before
    assert drawn or cards == 1


@pytest.mark.parametrize("cards", [1, 5, 12])
def test_reflip_turns_the_next_card_and_leaves_the_hands(cards: int) -> None:
    for seed, live in turned(cards, 20):
        deal = deal_hands(cards, Rules(joker_upcard=JokerUpcard.REFLIP), seed)
        assert deal.hands == live.hands
        assert deal.trump is not None
        assert deal.upcard is not None
        assert not deal.upcard.is_blooper


def test_reflip_with_nothing_but_bloopers_left_is_no_trump() -> None:
    rules = Rules(joker_upcard=JokerUpcard.REFLIP)
    no_trump = [deal for deal in deals(13, 3000, 0, rules) if deal.trump is None]
    assert no_trump  # one deal in 1,431
    assert all(held(deal) == FULL_PACK & ~BLOOPERS for deal in no_trump)


@given(own.dealt(rules=own.any_rules.map(lambda rules: replace(rules, bloopers=True, trump_source=None))))
def test_what_a_turned_blooper_means_does_not_touch_other_deals(deal: Deal) -> None:
    if deal.trump is None:
        return
    seed = 17
    one, other = (deal_hands(deal.cards, Rules(joker_upcard=knob), seed) for knob in list(JokerUpcard)[::2])
    if one.trump is not None:
        assert (one.hands, one.upcard) == (other.hands, other.upcard)


# --- Seeds

GOLDEN = [
    (
        13,
        0,
        STANDARD,
        "S C N:Q4.KJT4.T765.J87 JT6.873.KJ4.A94.B K53.Q62.AQ3.KT53 A9872.A5.982.Q2.L up=6C\n"
        "E S N:A8652.KJ32.2.A9.B QJ74.A87.54.8643 .Q6.KT98763.JT52 KT3.T954.AQJ.KQ7 up=9S",
    ),
    (
        5,
        2024,
        PRESETS["bab_online"],
        "S H N:Q.Q4.8.6 A..JT.AK 9.A7.65. 4.J.73.5 up=TH rules=bab_online\n"
        "S D N:.J2.J.K3 .K5.Q.9.B 875...62 Q2..73..L up=KD rules=bab_online",
    ),
    (
        1,
        "a word",
        PRESETS["seven_card"],
        "N S N:.3.. ..J. .4.. ..A. up=KS rules=seven_card\nS S N:...4 5... ..7. .3.. up=QS rules=seven_card",
    ),
]


@pytest.mark.parametrize(("cards", "seed", "rules", "lines"), GOLDEN)
def test_the_same_seed_gives_the_same_deals_for_ever(cards: int, seed: int | str, rules: Rules, lines: str) -> None:
    assert "\n".join(map(str, deals(cards, 2, seed, rules))) == lines


@given(own.sizes, st.integers(1, 8), own.seeds, own.any_rules)
def test_any_deal_of_a_sequence_can_be_dealt_alone(cards: int, count: int, seed: int, rules: Rules) -> None:
    sequence = list(deals(cards, count, seed, rules))
    assert len(sequence) == count
    assert sequence[-1] == deal_hands(cards, rules, f"{seed}/{count - 1}")
    assert sequence[:-1] == list(deals(cards, count - 1, seed, rules))


@given(own.sizes, st.lists(st.text(max_size=8), min_size=1, max_size=40), own.any_rules)
def test_many_drawn_together_are_those_drawn_alone(cards: int, seeds: list[str], rules: Rules) -> None:
    found = draw_many(cards, rules, seeds)
    hands = iter(found.hands)
    fours = zip(hands, hands, hands, hands, strict=True)
    trumps = [None if trump < 0 else Suit(trump) for trump in found.trumps]
    wanted = [draw(cards, rules, seed) for seed in seeds]
    assert list(map(Drawn, fours, trumps, found.upcards, found.dealers)) == wanted


def test_every_turned_blooper_is_drawn_alike_in_a_crowd() -> None:
    seeds = [str(number) for number in range(400)]
    for joker_upcard in JokerUpcard:
        rules = Rules.from_value({"joker_upcard": joker_upcard.value})
        for cards in (3, 13):
            found = draw_many(cards, rules, seeds)
            wanted = [draw(cards, rules, seed) for seed in seeds]
            assert found.upcards == [drawn.upcard for drawn in wanted]
            assert list(found.hands) == [hand for drawn in wanted for hand in drawn.hands]


def test_a_callers_generator_is_drawn_from_and_the_dealer_may_be_set() -> None:
    one, other = Random(5), Random(5)
    first, second = deal_hands(7, seed=one), deal_hands(7, seed=one)
    assert first != second
    assert [deal_hands(7, seed=other), deal_hands(7, seed=other)] == [first, second]
    for seat in Seat:
        assert deal_hands(7, seed=1, dealer=seat).dealer is seat


def test_every_card_comes_to_every_place() -> None:
    where: Counter[tuple[Card, int]] = Counter()
    dealers: Counter[Seat | None] = Counter()
    trumps: Counter[Suit | None] = Counter()
    count = 4000
    for deal in deals(3, count, 9):
        dealers[deal.dealer] += 1
        trumps[deal.trump] += 1
        for seat in Seat:
            where.update((card, seat) for card in deal.hand(seat))
    # A card is in a given hand with chance 3/54, but for the bloopers of no-trump deals; 6 sigma are 87.
    assert len(where) == 54 * 4
    assert all(135 < times < 310 for times in where.values())
    assert all(abs(times - count / 4) < 165 for times in dealers.values())
    assert all(abs(times - count * 13 / 54) < 165 for suit, times in trumps.items() if suit is not None)
    assert abs(trumps[None] - count * 2 / 54) < 75


@pytest.mark.parametrize("cards", [0, 14, -1])
def test_a_hand_has_1_to_13_cards(cards: int) -> None:
    with pytest.raises(DealError, match="R2") as error:
        deal_hands(cards)
    assert error.value.pointer == "/cards"


def test_half_a_surrogate_pair_is_no_seed() -> None:
    """JSON can hold one, and so can the command line where its bytes are no UTF-8."""
    with pytest.raises(DealError, match="/seed: "):
        deal_hands(3, seed="\ud800")


def test_who_exchanged_a_blooper_is_told() -> None:
    """Who drew holds what lay on top of the stock, and nobody else's hand differs from what was dealt (R4)."""
    live = replace(STANDARD, joker_upcard=JokerUpcard.NO_TRUMP_LIVE)
    drew = 0
    for seed in range(400):
        deal, exchanged = deal_shown(6, STANDARD, seed)
        assert deal == deal_hands(6, STANDARD, seed)
        as_dealt = draw(6, live, seed)
        differs = [seat for seat in Seat if deal.hands[seat] != as_dealt.hands[seat]]
        assert differs == ([] if exchanged is None else [exchanged])
        drew += exchanged is not None
    assert drew > 0
