"""The page that needs nothing else."""

from __future__ import annotations

from html import escape

from hypothesis import given, settings
from hypothesis import strategies as st
from shown_reviews import KINDS, any_review, check_page
from strategies import seeds

from solver.formats.words import CardStyle
from solver.reviewing.game import GameReview
from solver.reviewing.render.html import game_as_page, review_as_page
from solver.reviewing.words.summary import summary


@settings(max_examples=40)
@given(seeds, st.integers(1, 6), st.sampled_from(KINDS))
def test_every_review_can_be_a_page(seed: int, size: int, kind: str) -> None:
    reviewed = any_review(seed, size, kind)
    page = review_as_page(reviewed)
    check_page(page)
    assert "None" not in page
    assert escape(" ".join(summary(reviewed, CardStyle.SYMBOLS))) in page
    check_page(game_as_page(GameReview((reviewed, reviewed))))
