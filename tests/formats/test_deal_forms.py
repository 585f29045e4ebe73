"""The forms of a deal's JSON hold what deals are written as, and bound what is read."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import strategies as own
from hypothesis import given
from hypothesis import strategies as st

from solver.deal import Deal
from solver.formats.deal_forms import DEAL_FORMS, DEAL_LINE, MAX_CARDS, MAX_LINE, NAMED_FORMS, by_seat
from solver.forms import members
from solver.game.cards import Seat
from solver.game.deal_values import DealValues


def holds(form: Any) -> Any:
    return jsonschema_rs.Draft202012Validator({**form, "$defs": NAMED_FORMS}).is_valid


DEAL = holds(members(DEAL_FORMS, ["hands"]))


@given(own.played())
def test_what_is_written_has_the_form(deal: Deal) -> None:
    assert DEAL(deal.to_dict())
    assert holds(DEAL_LINE)(str(deal))
    assert len(str(deal)) < MAX_LINE / 2


@given(own.played(), st.sampled_from(sorted(DEAL_FORMS)), st.sampled_from([5.5, [[[]]], {"X": 1}, ["ZZ"] * 99]))
def test_nonsense_in_a_field_has_not(deal: DealValues, name: str, nonsense: object) -> None:
    assert not DEAL({**Deal.to_dict(deal), name: nonsense})  # type: ignore[arg-type]


@given(own.seats, st.booleans())
def test_a_seat_may_be_its_word(seat: Seat, lower: bool) -> None:
    allowed = holds(by_seat({"type": "integer"}))
    word = seat.full_name.lower() if lower else seat.full_name
    assert allowed({word: 1})
    assert not allowed({f"{word}x": 1})


def test_no_play_is_longer_than_the_pack() -> None:
    assert MAX_CARDS == 54
    play = holds(DEAL_FORMS["play"])
    assert play(["AS"] * MAX_CARDS)
    assert not play(["AS"] * (MAX_CARDS + 1))
