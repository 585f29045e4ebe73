"""Reviews as Markdown."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from review_cases import PLAYED
from shown_reviews import KINDS, any_review
from strategies import seeds

from solver import review
from solver.reviewing.game import GameReview
from solver.reviewing.render.markdown import game_as_markdown, review_as_markdown


@settings(max_examples=30)
@given(seeds, st.integers(1, 6), st.sampled_from(KINDS))
def test_every_review_can_be_markdown(seed: int, size: int, kind: str) -> None:
    reviewed = any_review(seed, size, kind)
    text = review_as_markdown(reviewed)
    assert text.startswith("# A Back Alley hand reviewed\n")
    assert "None" not in text
    assert game_as_markdown(GameReview((reviewed, reviewed))).count("## Hand 2") == 1


def test_tables_have_even_rows() -> None:
    for block in review_as_markdown(review(PLAYED)).split("\n\n"):
        if block.startswith("|"):
            assert len({row.count("|") for row in block.splitlines()}) == 1
