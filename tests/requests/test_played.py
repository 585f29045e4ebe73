"""Plays as people write them down."""

from __future__ import annotations

import pytest
from review_cases import PLAYED, by_tricks

from solver import Seat, Side, review
from solver.formats.deal_json import DealReader
from solver.requests.played import read_claim, read_record

FIELDS = PLAYED.to_dict()


@pytest.mark.parametrize("seat", "NESW")
def test_a_leader_that_is_told_leads(seat: str) -> None:
    """Also North, whose number is 0."""
    bare = {name: FIELDS[name] for name in ("hands", "trump")}
    card = FIELDS["hands"][seat][0]
    for asked in ({"leader": seat, "claim": "NS"}, {"play": [{"leader": seat, "cards": [card]}]}):
        reviewed = review({**bare, **asked, "on_illegal": "report"})
        assert reviewed.leader == seat
        assert reviewed.errors == ()


def test_tricks_keep_where_they_began_who_led_and_where_each_card_stands() -> None:
    reader = DealReader()
    record = read_record(reader, {"play": by_tricks(PLAYED, leaders=True)}, None)
    assert reader.faults == []
    assert (record.play, record.starts) == (PLAYED.play, (0, 4, 8))
    assert record.leads == {0: Seat.W, 4: Seat.N, 8: Seat.W}
    assert record.place(5) == "/play/1/cards/1"
    one_list = read_record(reader, {"play": FIELDS["play"]}, None)
    assert (one_list.play, one_list.starts, one_list.leads) == (PLAYED.play, (), {})


@pytest.mark.parametrize(
    ("value", "claim"),
    [(None, None), (" ns ", Side.NS), ("west", Side.EW), ({"EW": 2}, {Side.EW: 2})],
)
def test_claims(value: object, claim: object) -> None:
    reader = DealReader()
    assert read_claim(reader, value) == claim
    assert reader.faults == []
