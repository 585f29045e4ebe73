"""Sentences about bids."""

from __future__ import annotations

from solver.game.auction import Bid
from solver.game.cards import Seat
from solver.reviewing.bids import BidReview
from solver.reviewing.lead import LeadReview
from solver.reviewing.words.bids import bid_text, lead_text


def bid_review(bid: Bid, as_good: tuple[Bid, ...]) -> BidReview:
    """East's, which lost 12 points of a margin of 5."""
    return BidReview(Seat.E, bid, -5, 7, 12, as_good[0], as_good, {})


def test_a_bid_that_lost_points() -> None:
    two, three = Bid.of(2), Bid.of(3)
    assert bid_text(bid_review(Bid.PASS, (two, three))) == (
        "Bidding: East passed; best was 2 (3 would do as well). With best bidding and play from there East-West would"
        " have ended 5 points ahead; after this bid they end 7 points behind: 12 points lost."
    )
    assert "East bid board; best was 2. With" in bid_text(bid_review(Bid.BOARD, (two,)))
    many = bid_text(bid_review(Bid.BOARD, tuple(map(Bid.of, range(5)))))
    assert "best was pass (1 to 4 would do as well)" in many


def test_a_lead_is_worth_something_or_a_burden() -> None:
    def said(tricks: int, points: int) -> str:
        return lead_text(LeadReview(Seat.N, {}, {}, Seat.E, tricks, points))

    assert said(0, 0) == "North had the first lead, which is worth the same as a lead by East."
    assert "worth 1 trick and 6 points to North-South, beside a lead by East." in said(1, 6)
    assert "a burden of 2 tricks and 1 point" in said(-2, -1)
