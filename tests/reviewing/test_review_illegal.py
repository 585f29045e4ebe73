"""Illegal play is found and rightly named; the review goes on where the hand stays meaningful."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from corrupted_plays import KINDS, Spoilt, spoil
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from review_cases import illegal_faults, random_hand
from strategies import seeds

from solver import Deal, DealError, review
from solver.game.rules import Rules
from solver.reviewing.result import Review

REAL = Path(__file__).parents[2] / "fixtures" / "real" / "trickster_spades_335.json"
# S leads; W follows every plain suit with a knave.
DEAL: dict[str, Any] = {
    "hands": {"N": "A.2..3", "E": "K.3..2", "S": "Q.4..5", "W": "J.5..J"},
    "upcard": "7H",
    "dealer": "W",
    "bids": {"N": 0, "E": 0, "S": 1, "W": 0},
}


def report(**fields: Any) -> Review:
    return review({**DEAL, "on_illegal": "report", **fields})


def spoilt_hand(kind: str, seed: int) -> tuple[Deal, Spoilt]:
    """A complete hand of 2 to 6 cards and a spoilt play of it."""
    rng = Random(seed)
    while True:
        deal = random_hand(rng, rng.randint(2, 6), Rules() if kind == "blooper" else None, whole=1)
        spoilt = None if deal.auction.leader is None else spoil(deal, kind, rng)
        if spoilt is not None:
            return deal, spoilt


@settings(max_examples=40)
@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds)
def test_the_first_fault_is_found_and_named(kind: str, seed: int) -> None:
    deal, spoilt = spoilt_hand(kind, seed)
    fields = {**deal.to_dict(), "play": [card.name for card in spoilt.play]}
    found = review({**fields, "on_illegal": "report"})
    if kind == "missing" and not found.errors:
        # What is left is legal play, merely unfinished: nothing in the record shows the gap.
        assert found.status == "unfinished"
        return
    with pytest.raises(DealError) as error:
        review(fields)
    first = found.errors[0]
    told = (first.kind, first.index, first.seat, first.card, first.fault.rule)
    if kind == "missing" and told != (kind, spoilt.index, spoilt.seat, spoilt.card, spoilt.rule):
        # The same cards with the gap elsewhere may be as legal; then that is a reading as good.
        mended = [*spoilt.play[: first.index], first.card, *spoilt.play[first.index :]]
        assert first.kind == "missing"
        assert review({**fields, "play": mended}).errors == ()
    else:
        assert told == (kind, spoilt.index, spoilt.seat, spoilt.card, spoilt.rule)
        assert first.trick == spoilt.index // 4 + 1
    assert (error.value.pointer, error.value.rule) == (f"/play/{first.index}", first.fault.rule)
    assert f"trick {first.trick}: " in error.value.message
    assert (found.status == "stopped") == (not found.errors[-1].went_on)


@settings(max_examples=30)
@pytest.mark.parametrize("kind", ["revoke", "lead", "blooper", "trump_led", "doubled"])
@given(seed=seeds)
def test_values_go_on_with_the_real_holdings(kind: str, seed: int) -> None:
    deal, spoilt = spoilt_hand(kind, seed)
    found = review(deal.with_play(()), play=spoilt.play, on_illegal="report")
    assert list(illegal_faults(deal.with_play(()), found)) == []
    assert len(found.plays) >= spoilt.index
    whole = review(deal)
    for play, legal in zip(found.plays[: spoilt.index], whole.plays, strict=False):
        assert (play.card, play.options, play.best) == (legal.card, legal.options, legal.best)


@settings(max_examples=60)
@given(seeds, st.integers(1, 6))
def test_any_order_of_cards_is_reviewed_as_far_as_it_goes(seed: int, size: int) -> None:
    """A shuffled play, cards of other deals among them: something is said and the account adds up."""
    rng = Random(seed)
    deal = random_hand(rng, size, whole=0)
    assume(deal.auction.leader is not None)
    cards = [name for hand in deal.to_dict()["hands"].values() for name in hand]
    play = rng.choices([*cards, "AS", "BB"], k=rng.randint(1, 4 * size))
    found = review({**deal.to_dict(), "play": play, "on_illegal": "report"})
    assert list(illegal_faults(deal.with_play(()), found)) == []
    assert len(found.plays) == len(play) or not found.errors[-1].went_on


def test_a_revoke_is_told_with_what_was_allowed() -> None:
    found = report(play=["QS", "JS", "AS", "KS", "3C", "2C", "5C", "JC", "5H", "2H", "3H", "4H"])
    assert found.errors == ()
    found = report(play=["QS", "5H"])
    (error,) = found.errors
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
    assert [play.legal for play in found.plays] == [True, False]
    assert found.status == "unfinished"


def test_a_gain_by_an_illegal_card_is_not_the_others_loss() -> None:
    """W ruffs what it should follow: EW win a trick by it, and the account tells so."""
    hands = {"N": "A.2..", "E": "K.4..", "S": "Q.3..", "W": "J.5.."}
    found = report(hands=hands, play=["QS", "5H", "AS", "KS", "JS", "2H", "4H", "3H"])
    gained = found.plays[1]
    assert (gained.loss_tricks, gained.gain_tricks) == (0, 1)
    assert found.account is not None
    assert found.account.residual == 0
    assert found.account.illegal["EW"] == gained.gain_points
    assert found.sides["EW"].gain_points == gained.gain_points
    assert found.turning_points[-1].kind == "illegal"


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


def test_a_hand_really_played_under_other_rules() -> None:
    """An online game whose highest bidder does not lead and whose 2D is a trump: two leads are out of turn here."""
    record = json.loads(REAL.read_text(encoding="utf-8"))
    play = [{"leader": t["leader"], "cards": [card for _, card in t["cards"]]} for t in record["play_source"]]
    fields = {"hands": record["hands"], "dealer": "N", "bids": record["auction_source"]["bids"], "rules": "spades_26"}
    found = review({**fields, "play": play, "on_illegal": "report"})
    assert [(e.kind, e.trick, str(e.seat), str(e.card)) for e in found.errors] == [
        ("lead", 1, "E", "AC"),
        ("lead", 4, "W", "AD"),
    ]
    assert found.status == "complete"
    assert list(illegal_faults(Deal.from_dict(fields), found)) == []
    assert found.tricks == {"NS": 8, "EW": 5}
    costly = [(point.what, point.trick, point.loss_points) for point in found.turning_points if point.kind == "card"]
    assert costly == [("3D", 5, 81), ("AH", 6, 81), ("TC", 11, 81)]


def test_a_wrong_leader_in_the_record_changes_nothing_else() -> None:
    right = report(play=[["QS", "JS", "AS", "KS"]])
    wrong = report(play=[{"leader": "E", "cards": ["QS", "JS", "AS", "KS"]}])
    assert wrong.plays == right.plays
    assert wrong.errors[0].went_on
