"""Codes order as keys do, and induction chooses as one seat after the other."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solver.bidding.induction import best_outcomes, codes_of, dense, induce, induce_many, last_choice

pairs = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=20)


@given(pairs, st.sampled_from((1, 2**40)))
def test_codes_order_as_the_keys_do(pairs: list[tuple[int, int]], scale: int) -> None:
    """Also where the spans are too wide for one number, as they are with a large scale."""
    keys = tuple(scale * np.array(column, np.int64) for column in zip(*pairs, strict=True))
    codes = codes_of(keys).tolist()
    assert codes[-1] == -1
    for one, code in zip(pairs, codes, strict=False):
        assert code >= 0
        for other, other_code in zip(pairs, codes, strict=False):
            assert (one < other) == (code < other_code)


@given(st.lists(st.integers(-5, 5), min_size=1))
def test_dense_codes_leave_no_number_out(codes: list[int]) -> None:
    ranks = dense(np.array(codes)).tolist()
    order = sorted(set(codes))
    assert ranks == [order.index(code) for code in codes]


def test_the_first_of_equal_choices_is_taken() -> None:
    outcomes = np.array([[0, 1, 2], [2, 1, 0]])
    places, chosen = last_choice(outcomes, np.array([3, 5, 5, -1]))
    assert (places.tolist(), chosen.tolist()) == ([1, 0], [1, 2])


def test_sides_take_turns() -> None:
    """Each seat has two bids; outcome = the auction's number in binary, good for one side, bad for the other."""
    outcomes = np.arange(16).reshape(2, 2, 2, 2)
    mine = np.append(np.arange(16), -1)
    theirs = np.append(np.arange(16)[::-1], -1)
    assert induce(outcomes, 0, mine, theirs).tolist() == [0b0010, 0b1010]
    assert induce(outcomes[:1, :1], 2, mine, theirs).tolist() == [0b0000, 0b0010]


@given(st.integers(0, 2**32), st.lists(st.integers(1, 4), min_size=4, max_size=4), st.integers(0, 3), st.integers(1, 5))
def test_many_deals_at_once_are_bid_as_one_by_one(seed: int, shape: list[int], made: int, deals: int) -> None:
    rng = np.random.default_rng(seed)
    shape[:made] = [1] * made
    count = int(rng.integers(1, 9))
    outcomes = rng.integers(0, count + 1, shape)
    outcomes.flat[0] = 0  # something can happen
    codes = [np.concatenate((rng.integers(0, 5, (deals, count)), np.full((deals, 1), -1)), 1) for _ in range(2)]
    follows, lines = induce_many(outcomes, made, *codes)
    for deal in range(deals):
        mine, theirs = codes[0][deal], codes[1][deal]
        alone = induce(outcomes, made, mine, theirs)
        assert follows[deal].tolist() == alone.tolist()
        assert lines[deal, 0] == mine[alone].argmax()
        assert outcomes[(*[0] * made, *lines[deal])] == alone[lines[deal, 0]]
    assert best_outcomes(outcomes, made, *codes).tolist() == [outcomes[(*[0] * made, *line)] for line in lines]
