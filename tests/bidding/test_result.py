"""The answer as values and as JSON: mappings by bid, the line, the grid."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random

import pytest
from bidding_cases import random_case
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from solver.answer import to_json
from solver.bidding import ByBid, optimal_bids
from solver.dealing import deal_hands
from solver.game.auction import Bid
from solver.game.cards import Seat, Side
from solver.game.rules import Rules


def test_the_line_is_an_auction_of_json_values() -> None:
    result = optimal_bids(deal_hands(2, Rules(), 2)).to_dict()
    assert list(result["line"]) == [str(seat) for seat in deal_hands(2, Rules(), 2).auction.order]
    assert json.loads(json.dumps(result)) == result


@settings(max_examples=40)
@given(st.integers(1, 5), seeds)
def test_the_grid_fixes_partners_bid(cards: int, seed: int) -> None:
    case = random_case(Random(seed), cards, most_bids=3)
    grid, oracle, prefix = case.answer().grid, case.oracle(), case.prefix
    assert grid is not None
    me = len(prefix)
    partner = me + 2 if me < 2 else me - 2
    side = oracle.seat(me) % 2
    for row, values in zip(grid.rows, grid.margin, strict=True):
        for column, value in zip(grid.columns, values, strict=True):
            oracle.allowed = lambda line: str(line[me]) == row and str(line[partner]) == column  # noqa: B023
            line = oracle.best_line(prefix)
            assert value == (None if line is None else oracle.margin(line, side))


def test_a_mapping_by_bid_takes_every_form() -> None:
    options = ByBid({Bid.PASS: 1, Bid.of(3): 2, Bid.BOARD: 3})
    assert (options[0], options["0"], options["pass"], options[Bid.PASS]) == (1, 1, 1, 1)
    assert (options[3], options["3"], options["board"], options["B"], options[Bid.BOARD]) == (2, 2, 3, 3, 3)
    assert all(key in options for key in (0, "pass", 3, "3", "board"))
    assert not any(key in options for key in (1, "1", "lots", None, True, 99))
    assert (options.get("3"), options.get("4"), options.get("lots", 7)) == (2, None, 7)
    for key in (1, "1", "lots"):
        with pytest.raises(KeyError, match=str(key)):
            options[key]
    assert list(options) == [0, 3, "board"]
    assert to_json(options) == {"0": 1, "3": 2, "board": 3}


def test_mappings_by_bid_are_equal_in_every_form() -> None:
    options = ByBid({Bid.PASS: 1, Bid.BOARD: 3})
    assert options == {"0": 1, "board": 3}
    assert options == {"pass": 1, Bid.BOARD: 3}
    assert options not in ({"0": 1}, {"0": 1, "board": 4}, {"0": 1, "1": 3}, [0, 1])
    assert not options != {0: 1, "board": 3}  # noqa: SIM202  (the other operator)
    assert pickle.loads(pickle.dumps(options)) == copy.deepcopy(options) == options


def test_an_answer_holds_values() -> None:
    result = optimal_bids(deal_hands(2, Rules(), 2))
    assert isinstance(result.next, Seat)
    assert isinstance(result.best, Bid)
    assert {type(seat) for seat in result.line} == {Seat}
    assert {type(bid) for bid in (*result.line.values(), *result.options)} == {Bid}
    assert result.plan is not None
    assert {type(bid) for bid in (result.plan.bid, *result.plan.replies, *result.plan.replies.values())} == {Bid}
    assert set(result.contracts) == set(result.score) == set(Side)
    assert pickle.loads(pickle.dumps(result)) == result
