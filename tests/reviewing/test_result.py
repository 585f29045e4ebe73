"""The review as values inside and as JSON at the edge."""

from __future__ import annotations

import json
from random import Random

from review_cases import PLAYED, random_hand

from solver import Bid, Card, Seat, Side, review
from solver.reviewing.result import HandReview, Review


def test_values_are_inside_and_text_only_in_json() -> None:
    reviewed = review(PLAYED)
    assert reviewed.leader is Seat.W
    assert isinstance(reviewed.bids[0].best, Bid)
    assert all(isinstance(bid, Bid) for bid in reviewed.bids[0].options)
    assert isinstance(reviewed.plays[0].options[0].cards[0], Card)
    assert reviewed.score is not None
    assert reviewed.score["NS"] == reviewed.score[Side.NS]
    assert reviewed.players["N"] is reviewed.players[Seat.N]
    written = reviewed.to_dict()
    assert json.loads(json.dumps(written)) == written


def test_the_review_of_a_hand_leaves_only_the_work_out() -> None:
    reviewed = review(random_hand(Random("result"), 4))
    assert set(Review.MEMBERS) - set(HandReview.MEMBERS) == {"nodes", "ms"}
    written = reviewed.to_dict()
    assert reviewed.hand.to_dict() == {name: value for name, value in written.items() if name not in ("nodes", "ms")}
