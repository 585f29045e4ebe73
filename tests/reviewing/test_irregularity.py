"""Illegal play is found and rightly named."""

from __future__ import annotations

from typing import Any

import pytest
from corrupted_plays import KINDS, spoilt_hand
from hypothesis import given, settings
from strategies import seeds

from solver import DealError, review
from solver.reviewing.result import Review

# S leads; W follows every plain suit with a knave.
DEAL: dict[str, Any] = {
    "hands": {"N": "A.2..3", "E": "K.3..2", "S": "Q.4..5", "W": "J.5..J"},
    "upcard": "7H",
    "dealer": "W",
    "bids": {"N": 0, "E": 0, "S": 1, "W": 0},
}


def report(**fields: Any) -> Review:
    return review({**DEAL, "on_illegal": "report", **fields})


@settings(max_examples=40)
@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds)
def test_the_first_fault_is_found_and_named(kind: str, seed: int) -> None:
    deal, spoilt = spoilt_hand(kind, seed)
    fields = {**deal.to_dict(), "play": [card.name for card in spoilt.play]}
    reviewed = review({**fields, "on_illegal": "report"})
    if kind == "missing" and not reviewed.errors:
        # What is left is legal play, merely unfinished: nothing in the record shows the gap.
        assert reviewed.status == "unfinished"
        return
    with pytest.raises(DealError) as error:
        review(fields)
    first = reviewed.errors[0]
    named = (first.kind, first.index, first.seat, first.card, first.fault.rule)
    if kind == "missing" and named != (kind, spoilt.index, spoilt.seat, spoilt.card, spoilt.rule):
        # The same cards with the gap elsewhere may be as legal; then that is a reading as good.
        mended = [*spoilt.play[: first.index], first.card, *spoilt.play[first.index :]]
        assert first.kind == "missing"
        assert review({**fields, "play": mended}).errors == ()
    else:
        assert named == (kind, spoilt.index, spoilt.seat, spoilt.card, spoilt.rule)
        assert first.trick == spoilt.index // 4 + 1
    assert (error.value.pointer, error.value.rule) == (f"/play/{first.index}", first.fault.rule)
    assert f"trick {first.trick}: " in error.value.message
    assert (reviewed.status == "stopped") == (not reviewed.errors[-1].went_on)


def test_a_revoke_is_told_with_what_was_allowed() -> None:
    reviewed = report(play=["QS", "JS", "AS", "KS", "3C", "2C", "5C", "JC", "5H", "2H", "3H", "4H"])
    assert reviewed.errors == ()
    reviewed = report(play=["QS", "5H"])
    (error,) = reviewed.errors
    assert error.to_dict() == {
        "kind": "revoke",
        "index": 1,
        "trick": 1,
        "seat": "W",
        "card": "5H",
        "rule": "R11",
        "pointer": "/play/1",
        "message": "trick 1: W must follow S with JS, not 5H (R11)",
        "legal": ["JS"],
        "went_on": True,
    }
    assert [play.legal for play in reviewed.plays] == [True, False]
    assert reviewed.status == "unfinished"


def test_a_gain_by_an_illegal_card_is_not_the_others_loss() -> None:
    """W ruffs what it should follow: EW win a trick by it, and the account tells so."""
    hands = {"N": "A.2..", "E": "K.4..", "S": "Q.3..", "W": "J.5.."}
    reviewed = report(hands=hands, play=["QS", "5H", "AS", "KS", "JS", "2H", "4H", "3H"])
    gained = reviewed.plays[1]
    assert (gained.loss_tricks, gained.gain_tricks) == (0, 1)
    assert reviewed.account is not None
    assert reviewed.account.residual == 0
    assert reviewed.account.illegal["EW"] == gained.gain_points
    assert reviewed.sides["EW"].gain_points == gained.gain_points
    assert reviewed.turning_points[-1].kind == "illegal"


@pytest.mark.parametrize(
    ("play", "kind", "seat", "index"),
    [
        ([["QS", "JS", "AS"], ["KS"]], "missing", "E", 3),
        ([["QS", "AS", "KS"], ["2H"]], "missing", "W", 1),
        ([["QS", "JS", "AS", "KS", "2H"]], "extra", "N", 4),
        ([{"leader": "W", "cards": ["JS", "AS", "KS", "QS"]}], "lead", "W", 0),
        ([{"leader": "E", "cards": ["QS", "JS", "AS", "KS"]}], "leader", "E", 0),
        (["QS", "AS", "JS", "KS", "2H", "3H", "4H", "5H"], "swapped", "N", 1),
        (["QS", "JS", "AS", "KS", "5H", "2H", "3H", "4H", "JC", "3C", "2C", "5C"], "lead", "W", 4),
        (["QS", "JS", "AS", "KS", "3C", "2C", "5C", "JC", "5H", "2H", "3H", "4H", "AD"], "too_many", "W", 12),
        (["QS", "JS", "9D"], "not_held", "N", 2),
    ],
)
def test_what_a_record_by_tricks_shows(play: Any, kind: str, seat: str, index: int) -> None:
    first = report(play=play).errors[0]
    assert (first.kind, str(first.seat), first.index) == (kind, seat, index)


def test_a_wrong_leader_in_the_record_changes_nothing_else() -> None:
    right = report(play=[["QS", "JS", "AS", "KS"]])
    wrong = report(play=[{"leader": "E", "cards": ["QS", "JS", "AS", "KS"]}])
    assert wrong.plays == right.plays
    assert wrong.errors[0].went_on
