"""Constraints on bids against brute force, the clashes they can have, and bad ones."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from bidding_cases import random_case
from bidding_constraints import SEATS, constrained_differences, random_constraints
from bidding_oracle import Line
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from solver.bidding import Constraints, optimal_bids
from solver.dealing import deal_hands
from solver.errors import DealError
from solver.game.rules import Rules


@settings(max_examples=150)
@given(st.integers(1, 5), seeds)
def test_constraints_equal_brute_force(cards: int, seed: int) -> None:
    assert list(constrained_differences(Random(seed), cards)) == []


@settings(max_examples=60)
@given(st.integers(1, 4), seeds)
def test_a_clash_names_constraints_none_of_which_could_be_spared(cards: int, seed: int) -> None:
    rng = Random(seed)
    deal = random_case(rng, cards).deal
    table = random_case(Random(seed), cards).table
    asked = {"fixed": {seat: rng.choice([0, "board"]) for seat in SEATS}, "max_total": {"NS": rng.randint(0, 1)}}

    def clashes(constraints: dict[str, Any]) -> list[str]:
        try:
            optimal_bids(deal, table=table, constraints=constraints)
        except DealError as error:
            return [fault.pointer for fault in error.faults]
        return []

    named = clashes(asked)
    for pointer in named:
        _, _, name, key = pointer.split("/")
        rest = {group: dict(members) for group, members in asked.items()}
        only = {group: {k: v for k, v in rest[group].items() if f"/constraints/{group}/{k}" in named} for group in rest}
        assert clashes(only) == named
        del only[name][key]
        assert clashes(only) == []


def test_a_clash_in_words() -> None:
    deal = deal_hands(4, Rules(), 1)
    asked = {"fixed": {"S": "pass", "E": 1}, "allowed": {"N": [0, 1]}, "min_total": {"NS": 3}}
    with pytest.raises(DealError) as caught:
        optimal_bids(deal, constraints=asked)
    assert [fault.pointer for fault in caught.value.faults] == [
        "/constraints/fixed/S",
        "/constraints/allowed/N",
        "/constraints/min_total/NS",
    ]
    assert caught.value.message == "“S bids pass” clashes with “N bids pass or 1” and “NS bid at least 3” (R7)"


def test_a_constraint_against_the_rules_or_a_bid_made() -> None:
    deal = deal_hands(4, Rules(), 1)
    with pytest.raises(DealError, match=r"“N bids 9” cannot be met under the rules \(R7\)"):
        optimal_bids(deal, constraints={"fixed": {"N": 9}})
    first = deal.auction.order[0]
    bid = deal.with_bids([deal.auction.legal()[1]])
    with pytest.raises(DealError, match=f"cannot be met under the rules after {first} 1"):
        optimal_bids(bid, constraints={"fixed": {str(first): 0}})
    with pytest.raises(DealError, match="cannot be met"):  # also when nothing is left to bid
        optimal_bids(deal.with_bids([deal.auction.legal()[1]] * 4), constraints={"max_total": {"NS": 1}})


@pytest.mark.parametrize(
    ("asked", "pointers"),
    [
        (3, ["/constraints"]),
        ({"cap": 3}, ["/constraints/cap"]),
        ({"fixed": 3}, ["/constraints/fixed"]),
        ({"fixed": {"X": 3}}, ["/constraints/fixed/X"]),
        ({"fixed": {"N": "lots"}, "opponents": "sleep"}, ["/constraints/fixed/N", "/constraints/opponents"]),
        ({"allowed": {"N": []}}, ["/constraints/allowed/N"]),
        ({"allowed": {"N": [1, None]}}, ["/constraints/allowed/N/1"]),
        ({"no_boards": "E"}, ["/constraints/no_boards"]),
        ({"no_boards": ["E", "Q"]}, ["/constraints/no_boards/1"]),
        ({"max_total": {"NE": 3}}, ["/constraints/max_total/NE"]),
        ({"min_total": {"NS": 2.5}}, ["/constraints/min_total/NS"]),
        ({"min_total": [1]}, ["/constraints/min_total"]),
        ({"opponents": 1}, ["/constraints/opponents"]),
    ],
)
def test_bad_constraints_are_pointed_at(asked: Any, pointers: list[str]) -> None:
    with pytest.raises(DealError) as caught:
        Constraints.from_dict(asked)
    assert [fault.pointer for fault in caught.value.faults] == pointers


@given(st.integers(1, 13), seeds)
def test_constraints_print_and_parse(cards: int, seed: int) -> None:
    asked = Constraints.from_dict(random_constraints(Random(seed), cards))
    assert Constraints.from_dict(asked.to_dict()) == asked
    assert asked.to_json() == asked.to_dict()


def test_every_combination_of_fixed_bids_leaves_one_auction() -> None:
    deal = deal_hands(2, Rules(), 4)
    for bids in product([0, 1, "board"], repeat=4):
        line: Line = bids
        asked = {"fixed": dict(zip(map(str, deal.auction.order), line, strict=True))}
        result = optimal_bids(deal, constraints=asked)
        assert tuple(result.line.values()) == line
        assert list(result.options) == [line[0]]
