"""What the first lead was worth."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from review_cases import random_hand
from strategies import seeds

from solver import Seat, Side, review, solve


@settings(max_examples=25)
@given(st.integers(1, 5), seeds)
def test_the_lead_is_worth_what_solving_says(size: int, seed: int) -> None:
    deal = random_hand(Random(seed), size, whole=0)
    reviewed = review(deal)
    lead = reviewed.lead
    if lead is None:
        assert reviewed.status == "passed_out"
        return
    table = solve(deal.with_play(()), exempt=deal.auction.exempt)
    assert lead.ns_tricks == {seat: table.tricks[seat]["NS"] for seat in Seat}
    sign = 1 if lead.seat.side is Side.NS else -1
    others = [sign * lead.margins[seat] for seat in lead.seat.side.other.seats]
    assert lead.worth_points == sign * lead.margins[lead.seat] - min(others)
