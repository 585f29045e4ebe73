"""A record replayed: legal play to its end, irregular play as far as it means something."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from corrupted_plays import spoilt_hand
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from review_cases import PLAYED, illegal_faults, random_hand
from strategies import seeds

from solver import Deal, Seat, review
from solver.reviewing.record import Record
from solver.reviewing.replay import replay_record

REAL = Path(__file__).parents[2] / "fixtures" / "real" / "records" / "trickster_spades_335.json"


def test_a_legal_play_is_replayed_to_its_end() -> None:
    replay = replay_record(PLAYED.with_play(()), Record(PLAYED.play), Seat.W, ())
    assert (replay.stopped, replay.irregularities, replay.last.finished) == (False, (), True)
    assert [step.card for step in replay.steps] == list(PLAYED.play)
    assert [step.trick for step in replay.steps] == [1] * 4 + [2] * 4 + [3] * 4


def test_a_card_left_out_is_told_where_it_makes_the_play_legal() -> None:
    play = (*PLAYED.play[:5], *PLAYED.play[6:])
    replay = replay_record(PLAYED.with_play(()), Record(play), Seat.W, ())
    (gap,) = replay.irregularities
    assert (gap.kind, gap.index, gap.seat, gap.card) == ("missing", 5, "E", PLAYED.play[5])
    assert replay.stopped
    assert len(replay.steps) == 5


@settings(max_examples=30)
@pytest.mark.parametrize("kind", ["revoke", "lead", "blooper", "trump_led", "doubled"])
@given(seed=seeds)
def test_values_go_on_with_the_real_holdings(kind: str, seed: int) -> None:
    deal, spoilt = spoilt_hand(kind, seed)
    reviewed = review(deal.with_play(()), play=spoilt.play, on_illegal="report")
    assert list(illegal_faults(deal.with_play(()), reviewed)) == []
    assert len(reviewed.plays) >= spoilt.index
    whole = review(deal)
    for play, legal in zip(reviewed.plays[: spoilt.index], whole.plays, strict=False):
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
    reviewed = review({**deal.to_dict(), "play": play, "on_illegal": "report"})
    assert list(illegal_faults(deal.with_play(()), reviewed)) == []
    assert len(reviewed.plays) == len(play) or not reviewed.errors[-1].went_on


def test_a_hand_really_played_under_other_rules() -> None:
    """An online game whose highest bidder does not lead and whose 2D is a trump: two leads are out of turn here."""
    record = json.loads(REAL.read_text(encoding="utf-8"))
    play = [{"leader": t["leader"], "cards": [card for _, card in t["cards"]]} for t in record["play_source"]]
    fields = {"hands": record["hands"], "dealer": "N", "bids": record["auction_source"]["bids"], "rules": "spades_26"}
    reviewed = review({**fields, "play": play, "on_illegal": "report"})
    assert [(e.kind, e.trick, str(e.seat), str(e.card)) for e in reviewed.errors] == [
        ("lead", 1, "E", "AC"),
        ("lead", 4, "W", "AD"),
    ]
    assert reviewed.status == "complete"
    assert list(illegal_faults(Deal.from_dict(fields), reviewed)) == []
    assert reviewed.tricks == {"NS": 8, "EW": 5}
    costly = [(point.what, point.trick, point.loss_points) for point in reviewed.turning_points if point.kind == "card"]
    assert costly == [("3D", 5, 81), ("AH", 6, 81), ("TC", 11, 81)]


def test_a_revoke_in_the_trick_being_played_keeps_its_card() -> None:
    """West throws a diamond on the spade led and keeps the six, so North's queen does not draw it."""
    rules = {
        "joker_upcard": "no_trump_live",
        "max_bid": "n",
        "break_on": "unrestricted",
        "board_lead_exemption": "side",
        "big_led": "none",
        "little_led": "opponents_lowest",
    }
    line = (
        f"W N N:Q43..K6.2 .KQ94.5.3 87.53.2.A 6.62.AQ8. B 2 B 1 up=LB rules={json.dumps(rules, separators=(',', ':'))}"
    )
    play = ["7S", "6H", "3S", "3C", "8S", "8D"]
    reviewed = review(Deal.parse(line), play=play, on_illegal="report")
    assert reviewed.tricks == {"NS": 3, "EW": 3}
    assert list(illegal_faults(Deal.parse(line), reviewed)) == []
