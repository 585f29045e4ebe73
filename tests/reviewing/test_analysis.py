"""Whole hands, legally played: every number against other means, and what must hold of all of them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from review_cases import PLAYED, faults, random_hand, random_play, random_rules
from strategies import seeds

from solver import Bid, DealError, LimitError, Seat, Side, review
from solver.dealing import deal_hands
from solver.game.rules import PRESETS
from solver.search import Cancel, Engine, trick_table


@settings(max_examples=40)
@given(st.integers(1, 5), seeds)
def test_every_number_is_that_of_an_independent_solve(size: int, seed: int) -> None:
    deal = random_hand(Random(seed), size)
    assert list(faults(deal, review(deal))) == []


@pytest.mark.parametrize("size", [8, 13])
def test_every_number_of_a_large_hand(size: int) -> None:
    deal = random_hand(Random(f"large/{size}"), size, whole=1)
    assert list(faults(deal, review(deal))) == []


@settings(max_examples=60)
@given(st.integers(1, 6), seeds)
def test_the_hand_hangs_together(size: int, seed: int) -> None:
    """Each card begins where the one before it ended, and the bids end where the cards begin."""
    deal = random_hand(Random(seed), size)
    reviewed = review(deal)
    for before, after in pairwise(reviewed.plays):
        assert (before.ns_after, before.margin_after) == (after.ns_before, after.margin_before)
    if reviewed.plays:
        assert reviewed.bids[-1].margin_after == reviewed.plays[0].margin_before
    for before_bid, after_bid in pairwise(reviewed.bids):
        assert before_bid.margin_after == after_bid.margin_before
    assert reviewed.account is not None
    assert reviewed.account.residual == 0
    assert reviewed.luck is not None
    luck = reviewed.luck
    assert luck.expected + luck.cards + luck.skill == pytest.approx(reviewed.account.final_margin)


def test_all_pass() -> None:
    deal = PLAYED.with_play(()).with_bids([Bid.PASS] * 4)
    reviewed = review(deal)
    assert (reviewed.status, reviewed.leader, reviewed.tricks) == ("passed_out", None, None)
    assert reviewed.score == {"NS": 0, "EW": 0}
    assert reviewed.account is not None
    assert reviewed.account.final_margin == 0
    assert reviewed.account.residual == 0
    assert len(reviewed.bids) == 4
    with pytest.raises(DealError, match="R9"):
        review(deal, claim="NS")


@settings(max_examples=20)
@given(st.integers(1, 5), seeds, st.sampled_from(Seat))
def test_without_bids_tricks_are_judged(size: int, seed: int, leader: Seat) -> None:
    rng = Random(seed)
    deal = deal_hands(size, random_rules(rng), seed)
    play = random_play(deal.start(leader), rng, rng.randint(1, 4 * size))
    reviewed = review(deal, play=play)
    assert reviewed.leader == str(leader)
    assert (reviewed.contracts, reviewed.score, reviewed.par, reviewed.account, reviewed.luck) == (None,) * 5
    position = deal.start(leader)
    for card, played in zip(play, reviewed.plays, strict=True):
        values = {c: Engine(deal.rules).value(position.play(c)) for c in position.legal()}
        best = (max if position.turn.side is Side.NS else min)(values.values())
        assert (played.ns_before, played.ns_after) == (best, values[card])
        assert played.loss_tricks == abs(best - values[card])
        assert played.loss_points is None
        position = position.play(card)
    for seat in Seat:
        lost = sum(played.loss_tricks for played in reviewed.plays if played.seat is seat)
        assert reviewed.players[str(seat)].loss_tricks == lost
        assert (reviewed.players[str(seat)].accuracy == 100) == (lost == 0)


def test_work_already_done_is_taken() -> None:
    deal = random_hand(Random("engine"), 6, PRESETS["standard"], whole=1)
    engine = Engine(deal.rules)
    table = trick_table(deal.with_play(()), engine=engine)
    first, second = review(deal), review(deal, engine=engine, table=table)
    assert {**first.to_dict(), "ms": 0, "nodes": 0} == {**second.to_dict(), "ms": 0, "nodes": 0}
    assert second.nodes < first.nodes
    assert review(deal).nodes == first.nodes


def test_limits_hold() -> None:
    deal = random_hand(Random("limits"), 13, PRESETS["standard"], whole=1)
    with pytest.raises(LimitError):
        review(deal, node_limit=10)
    with pytest.raises(LimitError):
        review(deal, time_limit=1e-6)
    cancel = Cancel()
    cancel.set()
    with pytest.raises(LimitError):
        review(deal, cancel=cancel)
