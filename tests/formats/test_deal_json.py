"""The fields of a deal's JSON form, each read by itself."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import strategies as own
from bad_deals import GOOD
from hypothesis import given
from hypothesis import strategies as st
from junk import put

from solver.deal import Deal
from solver.errors import DealError, Fault, json_pointer
from solver.formats.deal_forms import MAX_WORD
from solver.formats.deal_json import DealReader, deal_to_dict, fields_from_dict, kind_of, trump_of_fields
from solver.game.auction import Bid
from solver.game.cards import Seat


@given(own.played())
def test_fields_are_those_of_the_deal(deal: Deal) -> None:
    fields = fields_from_dict(deal_to_dict(deal))
    assert Deal(*fields.values) == deal
    assert trump_of_fields(deal_to_dict(deal)) is deal.trump


@given(own.played(), st.data())
def test_a_fault_lies_where_the_seat_and_the_card_are_written(deal: Deal, data: st.DataObject) -> None:
    """Seats may be words and the play a list of tricks: pointers lead into the JSON as it was given."""
    asked = deal_to_dict(deal)
    asked["hands"] = {seat.full_name.lower(): asked["hands"][seat] for seat in Seat}
    asked["play"] = [asked["play"][start : start + 4] for start in range(0, len(asked["play"]), 4)]
    fields = fields_from_dict(asked)
    seat = data.draw(own.seats)
    assert fields.relocated(Fault(f"/hands/{seat}", "")).pointer == f"/hands/{seat.full_name.lower()}"
    if deal.play:
        index = data.draw(st.integers(0, len(deal.play) - 1))
        assert fields.relocated(Fault(f"/play/{index}", "")).pointer == f"/play/{index // 4}/{index % 4}"
    assert fields.relocated(Fault("/dealer", "")).pointer == "/dealer"


@given(own.auctions())
def test_bids_come_back_in_bidding_order_however_they_stand(auction: Any) -> None:
    reader = DealReader()
    given_bids = {str(seat): bid.to_json() for seat, bid in sorted(auction.by_seat().items())}
    assert reader.bids(given_bids, auction.dealer) == auction.bids
    assert not reader.faults


@given(st.lists(st.sampled_from([Bid.PASS, Bid.of(1), Bid.BOARD]), min_size=2, max_size=4), own.seats, st.data())
def test_a_bid_out_of_turn_is_told(bids: list[Bid], dealer: Seat, data: st.DataObject) -> None:
    order = dealer.next.clockwise()
    given_bids: dict[str, Any] = {str(seat): bid.to_json() for seat, bid in zip(order, bids, strict=False)}
    left_out = data.draw(st.integers(0, len(bids) - 2))
    del given_bids[order[left_out]]
    reader = DealReader()
    reader.bids(given_bids, dealer)
    (fault,) = reader.faults
    assert (fault.pointer, fault.rule) == (f"/bids/{order[left_out + 1]}", "R6")
    assert f"{order[left_out]} bids before" in fault.message


@given(st.integers(-3, 20) | st.floats(-3, 20) | st.none() | st.booleans() | st.text(max_size=3))
def test_a_number_is_whole_and_within_its_bounds(value: object) -> None:
    reader = DealReader()
    read = reader.number(value, "/cards", 1, 13, "R2")
    right = isinstance(value, (int, float)) and not isinstance(value, bool) and 1 <= value <= 13 and value == int(value)
    assert (read == value and isinstance(read, int)) if right else read is None
    assert [fault.pointer for fault in reader.faults] == ([] if right else ["/cards"])


@pytest.mark.parametrize(
    ("value", "kind"),
    [(None, "null"), (True, "true"), ("a", "a text"), (1, "a number"), ({}, "an object"), ((), "a list")],
)
def test_kinds_have_the_words_of_json(value: object, kind: str) -> None:
    assert kind_of(value) == kind
    with pytest.raises(DealError, match=f"not {kind}" if not isinstance(value, dict) else "hands"):
        fields_from_dict(value)


@pytest.mark.parametrize(
    ("path", "rule"),
    [(("upcard",), "R1"), (("dealer",), "R1"), (("trump",), "R3"), (("hands", "N"), "R1"), (("play",), "R1")],
    ids=str,
)
@pytest.mark.parametrize("length", [3, MAX_WORD, MAX_WORD + 1, 300])
def test_a_word_that_is_none_breaks_its_rule_however_long_it_is(path: tuple[str, ...], rule: str, length: int) -> None:
    with pytest.raises(DealError) as caught:
        Deal.from_dict(put(*path, "0" * length)(copy.deepcopy(GOOD)))
    pointer = json_pointer(*path) + ("/0" if path == ("play",) else "")
    assert [fault.rule for fault in caught.value.faults if fault.pointer == pointer] == [rule]
