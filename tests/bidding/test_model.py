"""The models alone: the strategy against backward induction, and the choice of a bid."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from bidding_cases import random_case
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from solver.bidding.induction import codes_of, induce, induced_bid, induced_strategy, plan_tree
from solver.bidding.model import Deadline, choose_bid, solve_strategy
from solver.bidding.objectives import read_objective
from solver.bidding.outcomes import Auctions, Scores, case_tricks
from solver.errors import LimitError


@settings(max_examples=40)
@given(st.integers(1, 6), seeds)
def test_the_strategy_is_backward_induction(cards: int, seed: int) -> None:
    case = random_case(Random(seed), cards, most_bids=3)
    auction = case.deal.auction
    auctions = Auctions.of(auction)
    scores = Scores.of(auctions, case_tricks(case.table), case.deal.rainbows())
    objective = read_objective(case.objective, auction)
    side = auctions.seat.side
    mine, theirs = (codes_of(objective.keys(scores, each)) for each in (side, side.other))
    outcomes = auctions.outcomes(auctions.legal)
    tree = plan_tree(outcomes, auctions.made, mine, theirs)
    strategy = solve_strategy(tree, Deadline())
    follows = induce(outcomes, auctions.made, mine, theirs)
    for row, answer in enumerate(strategy.answer):
        possible = bool(tree.possible[row].any())
        assert bool(answer >= 0) is possible
        if possible:
            assert tree.outcome[row, answer, strategy.reply[row, answer]] == follows[row]
    blocks = tree.possible.any(2)
    assert ((strategy.reply >= 0) == blocks).all()
    induced = induced_strategy(tree)
    assert (induced.reply == strategy.reply).all()
    assert (induced.answer == strategy.answer).all()
    open_bids = strategy.answer >= 0
    assert induced_bid(mine[follows], open_bids) == choose_bid(mine[follows], open_bids, Deadline())


def test_the_best_code_is_chosen_and_the_first_of_equals() -> None:
    codes, every = np.array([3, 7, 7, 9]), np.array([True] * 4)
    assert choose_bid(codes, every, Deadline()) == 3
    assert choose_bid(codes, np.array([True, True, True, False]), Deadline()) == 1
    fail = np.array([0.0, 0.3, 0.2, 0.5])
    assert choose_bid(codes, every, Deadline(), fail, 0.4) == 1
    assert choose_bid(codes, every, Deadline(), fail, 0.2) == 2
    assert choose_bid(codes, every, Deadline(), fail, 0.1) == 0


def test_a_model_keeps_its_deadline() -> None:
    with pytest.raises(LimitError, match="time limit"):
        choose_bid(np.arange(4), np.array([True] * 4), Deadline.after(-1.0))


def test_a_deadline_counts_down() -> None:
    assert Deadline.after(None).left is None
    left = Deadline.after(100.0).left
    assert left is not None
    assert 99 < left <= 100
    assert Deadline.after(-1.0).left == 1e-6
