"""Bids judged while some are missing; complete ones are in test_analysis.py."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from review_cases import PLAYED

from solver import DealError, review


@given(st.integers(1, 3))
def test_bids_that_are_missing_count_as_best(made: int) -> None:
    deal = PLAYED.with_play(()).with_bids(PLAYED.bids[:made])
    reviewed = review(deal)
    assert reviewed.status == "bidding"
    assert len(reviewed.bids) == made
    assert reviewed.account is not None
    assert reviewed.account.residual == 0
    assert reviewed.contracts is not None
    with pytest.raises(DealError) as error:
        review({**deal.to_dict(), "play": ["JS"], "bids": {"N": 1}})
    assert error.value.pointer == "/bids"


def test_a_deal_with_neither_bids_nor_play_has_nothing_to_review() -> None:
    """With its dealer or without: it would be perfect, with nothing done."""
    deal = PLAYED.with_play(()).with_bids(())
    for dealer in (deal.dealer, None):
        with pytest.raises(DealError, match="nothing to review"):
            review({**deal.to_dict(), "dealer": dealer})
