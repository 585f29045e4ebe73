"""Accuracy: 100 for nothing lost, and for nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solver import Deal, review
from solver.reviewing.accuracy import accuracy


def test_a_hand_without_choices_is_flawless() -> None:
    """One card each: the bids are all there is to choose."""
    reviewed = review(Deal.parse("N S N:A... K... Q... J... 0 0 0 B AS.KS.QS.JS"))
    assert [play.forced_by for play in reviewed.plays] == ["R14"] * 4
    for player in reviewed.players.values():
        assert (player.play.accuracy, player.choices, player.loss_tricks) == (100, 0, 0)
    assert reviewed.players["N"].accuracy == 100


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_accuracy_is_100_only_without_loss(lost: int, more: int) -> None:
    at_stake = lost + more
    reviewed = accuracy(lost, at_stake)
    assert 0 <= reviewed <= 100
    assert (reviewed == 100) == (lost == 0)
    if lost:
        assert 100 * (at_stake - lost) / at_stake - reviewed < 0.1 + 1e-9
