"""What the tags of a PBN record tell of bridge."""

from __future__ import annotations

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import DealError
from solver.formats.bridge.pbn_records import PbnRecord, records_of_pbn
from solver.formats.bridge.pbn_tags import (
    OUR_TAGS,
    auction_of,
    bridge_contract,
    declarer_of,
    is_bridge,
    tricks_told,
    until_end,
    without_annotation,
)
from solver.game.cards import Seat

HANDS = '[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]'


def record(*rows: str) -> PbnRecord:
    ((read, fault),) = records_of_pbn(enumerate([HANDS, *rows], 1))
    assert fault is None
    return read


@given(own.seats, st.integers(0, 13))
def test_tricks_are_those_of_declarers_side_or_of_the_side_named(declarer: Seat, tricks: int) -> None:
    told = {str(declarer.side): tricks}
    assert tricks_told(record(f'[Declarer "{declarer}"]', f'[Result "{tricks}"]')) == told
    assert tricks_told(record(f'[Declarer "^{declarer}"]', f'[Result "^{tricks}"]')) == told
    assert tricks_told(record(f'[Result "{declarer.side} {tricks}"]')) == told
    both = record(f'[Result "NS {tricks} EW {13 - tricks}"]')
    assert tricks_told(both) == {"NS": tricks, "EW": 13 - tricks}
    assert tricks_told(record(f'[Result "{tricks}"]')) == {}  # nobody knows whose


@pytest.mark.parametrize("result", ["\u0669", "NS \uff19", "^\u0663"])
def test_a_result_in_other_digits_is_refused(result: str) -> None:
    with pytest.raises(DealError, match="is no number of tricks") as caught:
        tricks_told(record('[Declarer "S"]', f'[Result "{result}"]'))
    assert (caught.value.rule, caught.value.pointer) == ("R14", "/tricks")


@pytest.mark.parametrize("row", ['[Contract "4H"]', '[Declarer "S"]', '[Result "9"]', '[Auction "N"]\n1S'])
def test_a_record_is_of_bridge_unless_a_tag_of_ours_stands_there(row: str) -> None:
    assert not is_bridge(record())
    assert is_bridge(record(*row.split("\n")))
    for name in OUR_TAGS:
        assert not is_bridge(record(*row.split("\n"), f'[{name} "7H"]'))


@given(own.seats, st.integers(0, 3), st.sampled_from(["1S", "4H", "3NT"]))
def test_the_auction_tells_the_declarer_and_the_contract(first: Seat, passes: int, bid: str) -> None:
    calls = ["Pass"] * passes + [bid, "Pass", "Pass", "Pass"]
    read = record(f'[Auction "{first}"]', " ".join(calls))
    assert auction_of(read) == (first, tuple(calls))
    assert declarer_of(read) is first.after(passes)
    assert str(bridge_contract(read)) == bid
    named = record(f'[Declarer "{first}"]', f'[Auction "{first}"]', " ".join(calls))
    assert declarer_of(named) is first


def test_sections_end_at_a_star_and_lose_their_notes() -> None:
    assert until_end(["AS", "2S", "*", "3S"]) == ["AS", "2S"]
    assert until_end(["AS"]) == ["AS"]
    assert without_annotation("1S=1=!? Pass$7 ^R2H ^LX") == "1S Pass 2H ^LX"
