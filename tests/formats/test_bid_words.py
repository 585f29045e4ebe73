"""Bids as words: boards that say which they are, the bidding order, and seats."""

from __future__ import annotations

import re
from random import Random

import pytest
import strategies as own
from hypothesis import assume, given
from hypothesis import strategies as st

from solver.errors import DealError
from solver.formats.bid_words import BID_WORD, bids_in_order, board_number_told, seat_named, wrong_board_number
from solver.formats.deal_json import DealReader
from solver.game.auction import Auction
from solver.game.cards import Seat

LEVELS = ("single", "double", "triple", "quadruple")
ORDINALS = ("first", "second", "third", "fourth")


def spelt(number: int, rng: Random) -> str:
    """The ``number``-th board of a deal, in any spelling of one word."""
    level = LEVELS[number - 1]
    word = rng.choice([level, f"{number}B", f"{number}-b", f"{number}board", f"{level}-board", f"{level}board"])
    return rng.choice([word, word.upper(), word.title()])


@given(own.auctions(), own.seeds)
def test_boards_may_say_which_they_are(auction: Auction, seed: int) -> None:
    rng = Random(seed)
    boards = 0
    words = []
    for bid in auction.bids:
        boards += bid.is_board
        words.append(spelt(boards, rng) if bid.is_board else str(bid))
    assert all(BID_WORD.fullmatch(word) for word in words)
    reader = DealReader()
    assert reader.bids(bids_in_order(words, auction.dealer), auction.dealer) == auction.bids
    assert not reader.faults


@given(st.integers(1, 4), st.integers(1, 4), own.seeds)
def test_a_board_is_the_one_it_says_or_wrong(said: int, place: int, seed: int) -> None:
    word = spelt(said, Random(seed))
    assert board_number_told(word) == said
    assume(said != place)
    text = wrong_board_number(word, said, place)
    assert f"the {ORDINALS[said - 1]} claim of board in a deal, and this is the {ORDINALS[place - 1]}" in text


@given(st.text(max_size=30))
def test_any_other_word_says_nothing(word: str) -> None:
    if not re.search("[1-4]|single|double|triple|quadruple", word, re.IGNORECASE):
        assert board_number_told(word) is None


@given(st.lists(st.integers(0, 12).map(str), min_size=5, max_size=9), own.seats)
def test_each_seat_bids_once(words: list[str], dealer: Seat) -> None:
    with pytest.raises(DealError, match="more than four bids") as caught:
        bids_in_order(words, dealer)
    assert (caught.value.rule, caught.value.pointer) == ("R6", "/bids")


@given(st.lists(st.integers(0, 12).map(str), max_size=4))
def test_the_dealer_fixes_the_order(words: list[str]) -> None:
    with pytest.raises(DealError, match="need the dealer") as caught:
        bids_in_order(words, None)
    assert caught.value.pointer == "/dealer"


def test_double_board_may_be_two_bids() -> None:
    assert bids_in_order(["1", "double", "board"], Seat.W) == {"N": "1", "E": "double board"}
    with pytest.raises(DealError, match="may be one bid here or two"):
        bids_in_order(["1", "double", "board", "0"], Seat.W)


@given(st.text(max_size=50))
def test_a_seat_is_named_or_not(word: str) -> None:
    names = {name for seat in Seat for name in (seat.value, seat.full_name.upper())}
    if word.strip().upper() in names and word.isprintable() and len(word) <= 20:
        assert seat_named(word, "/dealer").full_name[0] == word.strip().upper()[0]
    else:
        with pytest.raises(DealError) as caught:
            seat_named(word, "/dealer")
        assert (caught.value.pointer, caught.value.rule) == ("/dealer", "R1")
