"""A play as it was written down."""

from __future__ import annotations

from review_cases import PLAYED

from solver import Seat
from solver.reviewing.record import Record


def test_who_led_first_is_the_leader_named_or_the_one_of_the_first_trick() -> None:
    assert Record().first_leader is None
    assert Record(leads={0: Seat.N}).first_leader is Seat.N
    assert Record(leads={0: Seat.N}, leader=Seat.E).first_leader is Seat.E


def test_a_card_stands_where_it_was_written() -> None:
    record = Record(PLAYED.play, places={1: "/play/0/1"})
    assert [record.place(index) for index in (0, 1)] == ["/play/0", "/play/0/1"]
    assert record.tells_of_play
    assert not Record().tells_of_play
