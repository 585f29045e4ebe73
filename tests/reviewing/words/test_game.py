"""A game in a few sentences."""

from __future__ import annotations

from random import Random

from review_cases import PLAYED, random_hand

from solver import review
from solver.formats.words import CardStyle
from solver.reviewing.words.game import costliest_moments


def test_the_costliest_moments_come_first() -> None:
    hands = [review(random_hand(Random(f"moments/{size}"), size, whole=1)) for size in (3, 4, 5)]
    moments = costliest_moments(hands)
    sizes = [abs(point.loss) for hand in hands for point in hand.turning_points]
    assert [moment.size for moment in moments] == sorted(sizes, reverse=True)[:5]
    for moment in moments:
        assert moment.text in [point.text for point in hands[moment.deal - 1].turning_points]
    assert [m.size for m in costliest_moments(hands, CardStyle.SYMBOLS)] == [m.size for m in moments]


def test_hands_without_bids_count_only_among_themselves() -> None:
    plain = review({name: PLAYED.to_dict()[name] for name in ("hands", "trump", "play")})
    assert {moment.deal for moment in costliest_moments([plain, review(PLAYED)])} <= {2}
    assert {moment.deal for moment in costliest_moments([plain])} <= {1}
