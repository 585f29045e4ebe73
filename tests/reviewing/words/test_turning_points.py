"""What made the difference, as values and in words."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from shown_reviews import KINDS, any_review
from strategies import seeds

from solver.formats.words import CardStyle
from solver.reviewing.words.turning_points import notes, turning_points


@settings(max_examples=40)
@given(seeds, st.integers(1, 6), st.sampled_from(KINDS))
def test_words_in_another_style_tell_the_same(seed: int, size: int, kind: str) -> None:
    reviewed = any_review(seed, size, kind)
    assert turning_points(reviewed) == reviewed.turning_points
    assert notes(reviewed) == reviewed.notes
    shown = turning_points(reviewed, CardStyle.SYMBOLS)
    assert [(p.kind, p.what, p.loss) for p in shown] == [(p.kind, p.what, p.loss) for p in reviewed.turning_points]


@settings(max_examples=40)
@given(seeds, st.integers(1, 6), st.sampled_from(["play", "claim"]))
def test_they_are_all_the_losses(seed: int, size: int, kind: str) -> None:
    reviewed = any_review(seed, size, kind)
    told = sum(point.loss_points or 0 for point in reviewed.turning_points)
    assert told == sum(party.loss_points or 0 for party in reviewed.sides.values())
