"""Holdings: any set of cards reads back, and what is none is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import DealError
from solver.formats.holding import hand_from_holding, hand_to_holding


@given(st.integers(0, (1 << 54) - 1))
def test_any_set_of_cards_reads_back_as_a_holding(hand: int) -> None:
    assert hand_from_holding(hand_to_holding(hand)) == hand
    assert hand_from_holding(hand_to_holding(hand).lower().replace("t", "10")) == hand


@pytest.mark.parametrize(
    "word", ["", "A.K.Q", "A.K.Q.J.B.L", "A.K.Q.1", "AA...", "....BB", "A.K.Q.J.X", "A\0...", "." * 500]
)
def test_what_is_no_holding(word: str) -> None:
    with pytest.raises(DealError, match="R1") as error:
        hand_from_holding(word)
    assert len(str(error.value)) < 200
