"""Tricks and rows that all ways of showing share."""

from __future__ import annotations

from review_cases import PLAYED

from solver import review
from solver.reviewing.render.tables import tricks_of


def test_tricks_are_counted_as_they_were_won() -> None:
    reviewed = review(PLAYED)
    tricks = tricks_of(reviewed)
    assert [str(trick.winner) for trick in tricks] == ["N", "W", "N"]
    assert [(trick.ns, trick.ew) for trick in tricks] == [(1, 0), (1, 1), (2, 1)]
    assert tricks[-1].best_ns == 2
