"""Answers kept by canonical question: what is found there equals what a search finds."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kept import Kept
from random_positions import puzzle, to_position
from renamed import renamed_deal, renamed_position

from solver import LimitError, Rules, optimal_bids, solve
from solver.dealing import deal_hands
from solver.game.cards import Seat
from solver.game.rules import PRESETS
from solver.requests.bids import BidsTask
from solver.requests.review import ReviewTask, read_review
from solver.requests.solve import SolveTask
from solver.search import Engine


def timeless(answer: object) -> dict[str, object]:
    told: dict[str, object] = answer.to_dict()  # type: ignore[attr-defined]
    return {**told, "nodes": 0, "ms": 0}


@given(st.integers(0, 2**48), st.sampled_from(list(PRESETS)))
@settings(max_examples=60)
def test_a_table_under_other_names_is_found_and_is_right(seed: int, preset: str) -> None:
    rng, known = Random(seed), Kept()
    deal = deal_hands(6, Rules.preset(preset), seed)
    SolveTask(deal).run(known=known)
    other, _ = renamed_deal(rng, deal) if preset != "spades_26" else (deal, None)
    answer = SolveTask(other).run(known=known)
    assert known.found == 1
    assert answer.nodes == 0  # type: ignore[attr-defined]
    assert timeless(answer) == timeless(solve(other))


@given(st.integers(0, 2**48))
@settings(max_examples=100)
def test_cards_and_lines_under_other_names_are_found_and_are_the_same(seed: int) -> None:
    rng, known = Random(seed), Kept()
    position = to_position(puzzle(rng, 7, 6))
    other, _ = renamed_position(rng, position)
    first, second, fresh = (Engine(position.rules, known=store) for store in (known, known, None))
    first.card_values(position)
    first.best_line(position)
    assert list(second.card_values(other).items()) == list(fresh.card_values(other).items())
    assert second.best_line(other) == fresh.best_line(other)
    assert (second.nodes, known.found) == ((0, 2) if position.cards_left > 20 else (second.nodes, 0))


def test_bids_and_reviews_find_what_a_solve_left() -> None:
    known = Kept()
    deal = deal_hands(7, Rules(), 3)
    data = {**deal.to_dict(), "dealer": "W"}
    SolveTask.from_dict(data).run(known=known)
    task = BidsTask.from_dict(data)
    direct = optimal_bids(task.deal)
    partly = task.run(known=known)
    again = task.run(known=known)
    assert timeless(direct) == timeless(partly) == timeless(again)
    assert direct.nodes > partly.nodes > again.nodes == 0  # type: ignore[attr-defined]
    line = {str(seat): bid.to_json() for seat, bid in direct.line.items()}
    review = read_review({**data, "bids": line})
    assert isinstance(review, ReviewTask)
    before = known.found
    assert timeless(review.run(known=known)) == timeless(review.run())
    assert known.found > before


@pytest.mark.parametrize("spoilt", [b"", b"\0", b"\xff\xff", b"\0\7\0\7", b"\0\0" * 99])
def test_what_cannot_be_an_answer_is_searched_again(spoilt: bytes) -> None:
    deal = deal_hands(6, Rules(), 11)
    for task in (SolveTask(deal), SolveTask(deal, leader=Seat.N)):
        known = Kept()
        right = timeless(task.run(known=known))
        for key in known:
            known[key] = spoilt
        assert timeless(task.run(known=known)) == right
        assert spoilt not in known.values()


def test_small_hands_are_not_looked_up() -> None:
    known = Kept()
    SolveTask(deal_hands(5, Rules(), 1)).run(known=known)
    assert not known


def test_a_search_that_is_cut_keeps_nothing() -> None:
    known = Kept()
    with pytest.raises(LimitError):
        SolveTask(deal_hands(13, Rules(), 1), node_limit=10).run(known=known)
    assert not known
