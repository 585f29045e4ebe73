"""The arrays over auctions against one auction at a time."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from bidding_cases import random_case
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from solver.bidding.outcomes import Auctions, Scores, case_tricks
from solver.errors import BidError
from solver.game.auction import Auction, Bid
from solver.game.cards import Side
from solver.game.scoring import deal_score


@settings(max_examples=60)
@given(st.integers(1, 9), seeds, st.integers(0, 4))
def test_every_auction_has_its_outcome(cards: int, seed: int, most_bids: int) -> None:
    rng = Random(seed)
    case = random_case(rng, cards, most_bids=most_bids)
    start = case.deal.auction
    auctions = Auctions.of(start)
    rainbows = case.deal.rainbows()
    scores = Scores.of(auctions, case_tricks(case.table), rainbows)
    every = list(product(*(range(len(axis)) for axis in auctions.bids)))
    for places in rng.sample(every, min(60, len(every))):
        bids = tuple(axis[place] for axis, place in zip(auctions.bids, places, strict=True))
        if not auctions.legal[places]:
            with pytest.raises(BidError):
                Auction(start.dealer, cards, start.rules, bids)
            continue
        auction = Auction(start.dealer, cards, start.rules, bids)
        outcome = auctions.outcome[places]
        assert auctions.passed[outcome] == auction.passed_out
        ns = 0 if auction.passed_out else case.table.ns_tricks(auction)
        points = deal_score(auction, ns, rainbows)
        contracts = auction.contracts()
        for side in Side:
            assert scores.points[side][outcome] == points[side]
            total = contracts[side].total
            needed = cards if total is None else total
            assert auctions.contract_totals(side)[outcome] == needed
            own = ns if side is Side.NS else cards - ns
            assert scores.made(side)[outcome] == (auction.passed_out or own >= needed)
            if not auction.passed_out:
                assert scores.own_tricks(side)[outcome] == own
        assert scores.margin(Side.EW)[outcome] == points[Side.EW] - points[Side.NS]


def test_what_cannot_happen_has_a_number_of_its_own() -> None:
    case = random_case(Random(1), 3, most_bids=1)
    auctions = Auctions.of(case.deal.auction)
    assert auctions.outcome.max() == auctions.impossible - 1
    outcomes = auctions.outcomes(auctions.legal)
    assert (outcomes[~auctions.legal] == auctions.impossible).all()
    assert (outcomes[auctions.legal] == auctions.outcome[auctions.legal]).all()


def test_the_axes_hold_the_bids_made_and_those_to_come() -> None:
    auction = random_case(Random(2), 3, most_bids=0).deal.auction
    after = auction.bid(Bid.of(1))
    auctions = Auctions.of(after)
    assert (auctions.made, auctions.seat) == (1, after.next)
    assert auctions.bids[0] == (1,)
    assert auctions.bids[1] == auction.legal()
