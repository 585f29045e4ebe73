"""Every sort of review as plain text."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from review_cases import PLAYED
from shown_reviews import KINDS, any_review
from strategies import seeds

from solver import review
from solver.formats.words import CardStyle
from solver.reviewing.game import GameReview
from solver.reviewing.render.tables import mark
from solver.reviewing.render.text import game_as_text, review_as_text
from solver.reviewing.words.irregularities import irregularity_texts


@settings(max_examples=40)
@given(seeds, st.integers(1, 6), st.sampled_from(KINDS))
def test_the_text_tells_all(seed: int, size: int, kind: str) -> None:
    reviewed = any_review(seed, size, kind)
    text = review_as_text(reviewed)
    assert "None" not in text
    for play in reviewed.plays:
        assert f"{play.seat} {play.card.name}{mark(play)}" in text
    unwrapped = re.sub(r"\s+", " ", text)
    for point in reviewed.turning_points:
        assert point.kind == "illegal" or point.text in unwrapped
    for line in irregularity_texts(reviewed, CardStyle.LETTERS):
        assert line in unwrapped
    game = game_as_text(GameReview((reviewed, reviewed)))
    assert "Hand 1 of 2" in game
    assert "All hands together" in game


def test_symbols_stand_for_letters_everywhere() -> None:
    plain, shown = review_as_text(review(PLAYED)), review_as_text(review(PLAYED), symbols=True)
    letters = re.compile(r"\b[2-9TJQKA][SHDC]\b")
    assert letters.search(plain)
    assert not letters.search(shown)
    assert "J♠" in shown


@settings(max_examples=40)
@given(seeds, st.booleans())
def test_no_line_is_wider_than_a_terminal(seed: int, symbols: bool) -> None:
    text = review_as_text(any_review(seed, 6, "play"), symbols)
    assert max(map(len, text.splitlines())) <= 100
