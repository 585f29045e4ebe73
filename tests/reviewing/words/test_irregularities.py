"""What was illegal, in words."""

from __future__ import annotations

from corrupted_plays import KINDS, spoilt_hand
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from solver import review
from solver.formats.words import CardStyle, card_text
from solver.reviewing.words.irregularities import irregularity_text, irregularity_texts


@settings(max_examples=40)
@given(st.sampled_from(KINDS), seeds)
def test_every_kind_is_said_with_seat_card_and_rule(kind: str, seed: int) -> None:
    deal, spoilt = spoilt_hand(kind, seed)
    reviewed = review(deal.with_play(()), play=spoilt.play, on_illegal="report")
    for error in reviewed.errors:
        for style in CardStyle:
            said = irregularity_text(error, None, style)
            assert said.startswith(f"Trick {error.trick}: ")
            assert error.seat.full_name in said or error.kind in ("extra", "too_many")
            assert error.card is None or card_text(error.card, style) in said or error.kind == "leader"
            assert f"({error.rule})" in said
    assert len(irregularity_texts(reviewed, CardStyle.LETTERS)) == len(reviewed.errors)
