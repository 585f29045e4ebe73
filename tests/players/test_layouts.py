"""Layouts against a slow list that replays each filling of the hidden hands, and draws against the list."""

from __future__ import annotations

from collections import Counter
from math import factorial
from random import Random

import numpy as np
import pytest
from hidden_cards import Hands, likelihoods, small_case
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.dealing import deal_hands
from solver.errors import DealError
from solver.game.auction import Bid
from solver.game.cards import BIG, BLOOPERS, LITTLE, PACK, Card, Seat
from solver.game.rules import PRESETS
from solver.players.knowledge import Holder, Knowledge
from solver.players.layouts import Layouts, Sample
from solver.seen_deal import SeenDeal

FEW = 300
"""Fillings of the hidden hands."""


def listed(layouts: Layouts) -> Sample:
    sample = layouts.enumerate(10**6)
    assert sample is not None
    return sample


def shares(sample: Sample) -> dict[Hands, float]:
    """How likely each four hands are, upcards together."""
    sums: Counter[Hands] = Counter()
    for (n, e, s, w), weight in zip(sample.hands.tolist(), sample.weights.tolist(), strict=True):
        sums[n, e, s, w] += weight
    whole = sum(sums.values())
    return {hands: weight / whole for hands, weight in sums.items()}


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_layouts_are_those_in_which_every_card_was_legal_and_as_likely(seed: int) -> None:
    seen, deal = small_case(Random(seed), FEW)
    layouts = Layouts(seen)
    sample = listed(layouts)
    slow = likelihoods(seen)
    assert layouts.count == len(sample)
    assert shares(sample) == pytest.approx(
        {hands: float(weight / sum(slow.values())) for hands, weight in slow.items()}
    )
    assert deal.hands in slow


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_draws_are_layouts_and_a_card_is_where_the_list_says(seed: int) -> None:
    seen, _ = small_case(Random(seed), FEW)
    layouts = Layouts(seen)
    sample = listed(layouts)
    whole = sample.weights.sum()
    drawn = layouts.draw(500, seed)
    assert {tuple(row) for row in drawn.hands.tolist()} <= {tuple(row) for row in sample.hands.tolist()}
    for seat in Seat:
        for place in range(54):
            held = sample.hands[:, seat] >> np.uint64(place) & np.uint64(1)
            share = float(held.astype(float) @ sample.weights / whole)
            assert layouts.chance(PACK[place], seat) == pytest.approx(share)


@pytest.mark.parametrize("seed", range(8))
def test_draws_come_as_often_as_they_should(seed: int) -> None:
    rng = Random(seed)
    sample = None
    while sample is None or not 3 <= len(sample) <= 60:
        layouts = Layouts(small_case(rng, FEW)[0])
        sample = layouts.enumerate()
    wanted = shares(sample)
    number = 20_000
    seen = Counter(map(tuple, layouts.draw(number, seed).hands.tolist()))
    for hands, share in wanted.items():
        spread = (number * share * (1 - share)) ** 0.5
        assert abs(seen[hands] - number * share) < 6 * spread + 1


def test_the_same_seed_draws_the_same_on_every_platform() -> None:
    layouts = Layouts(SeenDeal.parse("W H N:? ? AK.Q..32 ? up=7H"))
    assert layouts.draw(3, 5).hands.tolist() == layouts.draw(3, 5).hands.tolist()
    assert layouts.draw(3, 5).hands.tolist() != layouts.draw(3, "other").hands.tolist()
    assert [hex(mask) for mask in layouts.draw(1, 5).hands[0].tolist()] == DRAWN


DRAWN = ["0x8124008000000", "0x2000442000001", "0x18000801800", "0x80001004084"]


def test_layouts_of_a_whole_pack_are_counted_exactly() -> None:
    layouts = Layouts(SeenDeal.parse("W H N:? ? AKQJT98765432... ? up=7H"))
    assert layouts.count == factorial(40) // factorial(13) ** 3  # three hands, and one card that is not dealt
    assert layouts.chance(Card.parse("AH"), Seat.N) == pytest.approx(13 / 40)
    assert layouts.chance(Card.parse("AH"), Holder.STOCK) == pytest.approx(1 / 40)
    assert layouts.chance(Card.parse("AS"), Seat.S) == 1
    assert layouts.chance(Card.parse("AS"), Seat.N) == 0


def test_a_put_back_blooper_makes_hands_with_bloopers_less_likely() -> None:
    """Against dealing itself: among deals of 13 cards, how many bloopers the hidden hands have beside an own one."""
    rules = PRESETS["seven_card"]
    counts: Counter[tuple[int, int]] = Counter()
    for seed in range(3000):
        deal = deal_hands(13, rules, seed)
        if deal.trump is None:
            continue
        hidden = (deal.hands[0] | deal.hands[1] | deal.hands[3]) & BLOOPERS
        counts[(deal.hands[2] & BLOOPERS).bit_count(), hidden.bit_count()] += 1
    for own, line in ((0, "AKQJT98765432..."), (1, "AKQJT9876543....B")):
        layouts = Layouts(SeenDeal.parse(f"W H N:? ? {line} ? up=7H", rules))
        number = sum(times for (held, _), times in counts.items() if held == own)
        free = [card for card in (LITTLE, BIG) if layouts.chance(card, Seat.S) == 0]
        mean = sum(1 - layouts.chance(card, Holder.STOCK) for card in free)
        seen = sum(hidden * times for (held, hidden), times in counts.items() if held == own) / number
        assert abs(seen - mean) < 5 * (0.25 / number) ** 0.5


def test_weights_are_the_likelihoods_of_the_bids_of_the_others() -> None:
    seen = SeenDeal.parse("W H N:? ? A.K.. ? 1 0 1 up=7H")
    sample = Layouts(seen).draw(50, 1)
    asked = []

    def likelihood(seat: Seat, hand: int, before: tuple[Bid, ...], bid: Bid) -> float:
        asked.append((seat, before, bid))
        return 1.0 + hand % 3 if seat is Seat.N else 0.5

    weighed = sample.weighed(seen, likelihood)
    assert weighed.weights.tolist() == [0.5 * (1 + hands[0] % 3) for hands in sample.hands.tolist()]
    assert {seat: (before, bid) for seat, before, bid in asked} == {
        Seat.N: ((), Bid.of(1)),
        Seat.E: ((Bid.of(1),), Bid.PASS),
    }
    assert sample.effective == pytest.approx(50)
    assert 25 < weighed.effective < 50
    assert sample.weighed(seen, lambda *_: 0.0).effective == 0
    with pytest.raises(ValueError, match="likelihood"):
        sample.weighed(seen, lambda *_: float("nan"))


def test_a_sample_is_the_list_where_that_is_short() -> None:
    layouts = Layouts(SeenDeal.parse("W S N:? ? A... ? 0 0 B 0 AS.2S.3S up=7S"))
    assert layouts.count == 50
    assert len(layouts.sample(50)) == 50
    assert len(layouts.sample(49)) == 49
    assert layouts.enumerate(49) is None
    assert len(layouts.sample(10, most=100)) == 50


def test_no_layouts_may_be_drawn_and_fewer_than_none_may_not() -> None:
    layouts = Layouts(SeenDeal.parse("W H N:? ? A... ?"))
    assert layouts.draw(0).hands.shape == (0, 4)
    assert layouts.draw(0).effective == 0
    for number in (-1, 10**12, 10**5000):
        for ask in (layouts.draw, layouts.enumerate, layouts.sample):
            with pytest.raises(ValueError, match="layouts are drawn or listed 0 to 10,000,000 at a time, not"):
                ask(number)


def test_knowledge_without_layouts_is_an_error() -> None:
    with pytest.raises(DealError):
        Layouts(SeenDeal.parse("W H N:? ? .AKQJT98765432.. ?"))
    assert Layouts(Knowledge.of(SeenDeal.parse("W H N:? ? A... ?"))).count


def test_a_sample_is_two_arrays_that_fit() -> None:
    hands, weights = np.array([[1, 2, 4, 8]], np.uint64), np.ones(1)
    assert len(Sample(hands, weights)) == 1
    for wrong in (hands.astype(np.int64), hands.astype(">u8"), hands[0], hands[:, :3], hands[..., None]):
        with pytest.raises(ValueError, match="64-bit numbers without sign"):
            Sample(wrong, weights)  # type: ignore[arg-type]
    for other in (np.ones(2), weights.astype(np.float32), np.ones((1, 1))):
        with pytest.raises(ValueError, match="one for each layout"):
            Sample(hands, other)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="hands: expected ndarray"):
        Sample([[1, 2, 4, 8]], weights)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [-1, float("nan"), float("inf"), 10**400, None, "much", 1j])
def test_a_likelihood_is_a_number_from_0_up(wrong: object) -> None:
    seen = SeenDeal.parse("W H N:? ? A... ? 0 0")
    with pytest.raises(ValueError, match="the likelihood of N's 0 is a number from 0 up, not "):
        Layouts(seen).draw(2).weighed(seen, lambda *_: wrong)  # type: ignore[arg-type, return-value]
