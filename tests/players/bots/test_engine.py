"""``engine``: its choices are those that a plain count over the same worlds makes, and it keeps its time."""

from __future__ import annotations

import numpy as np
import pytest

from solver.bidding.worlds import World, bids_over_worlds
from solver.deal import Deal, replay
from solver.dealing import deals
from solver.game.auction import Bid
from solver.game.cards import Card, Seat, Side
from solver.game.rules import PRESETS, Rules
from solver.game.scoring import deal_score
from solver.players.bots.bot import Chair
from solver.players.bots.engine import EngineBot, best_card, margins
from solver.players.layouts import Layouts
from solver.search.engine import Engine
from solver.seen_deal import SeenDeal


def worlds(seen: SeenDeal, moment: str, number: int) -> list[Deal]:
    hands = Layouts(seen).sample(number, moment).hands.tolist()
    return [Deal(tuple(four), seen.trump, seen.upcard, seen.dealer, seen.bids, seen.play, seen.rules) for four in hands]


@pytest.mark.parametrize("rules", ["standard", "bab_online"])
def test_its_bid_is_best_on_average(rules: str) -> None:
    for deal in deals(4, 4, seed="bid", rules=PRESETS[rules]):
        seat = deal.auction.next
        assert seat is not None
        seen = deal.seen_by(seat)
        bid = EngineBot(Chair(seat, seen.rules, "s"), bids=15).bid(seen)
        assert bid == bids_over_worlds([World(each) for each in worlds(seen, "s/0/0", 15)]).best


@pytest.mark.parametrize("rules", ["standard", "bab_online", "whist"])
def test_its_card_has_the_most_points_over_the_worlds(rules: str) -> None:
    asked = 0
    for deal in deals(4, 6, seed="card", rules=PRESETS[rules]):
        deal = deal.with_bids(map(Bid.of, (1, 0, 2, 0)))
        engine = Engine(deal.rules, 16)
        while len(deal.play) < 12:
            seat = replay(deal).turn
            seen = deal.seen_by(seat)
            card = EngineBot(Chair(seat, seen.rules, "s"), cards=12).play(seen)
            if len(seen.legal_cards) > 1:
                totals = dict.fromkeys(seen.legal_cards, 0)
                for world in worlds(seen, f"s/4/{len(seen.play)}", 12):
                    for each, ns_tricks in engine.card_values(replay(world)).items():
                        score = deal_score(deal.auction, ns_tricks)
                        totals[each] += score[seat.side] - score[seat.side.other]
                best = max(totals.values())
                assert card == min(each for each, total in totals.items() if total == best)
                asked += 1
            deal = deal.with_play((*deal.play, card))
    assert asked > 20


def test_margins_are_the_scores_of_the_deal() -> None:
    deal = next(iter(deals(5, 1, seed=1))).with_bids(map(Bid.of, (1, 2, 0, 1)))
    for seat in Seat:
        for ns_tricks, points in enumerate(margins(deal.auction, seat).tolist()):
            score = deal_score(deal.auction, ns_tricks)
            assert points == score[seat.side] - score[seat.side.other]
    assert {Seat.N.side, Seat.E.side} == set(Side)


def test_of_equals_the_lowest_card_is_played() -> None:
    cards = tuple(map(Card.parse, ("AS", "3S", "2S")))
    assert best_card(cards, np.array([5.0, 5.0 - 1e-9, 4.0])) == "3S"


def test_with_little_time_it_still_bids_and_plays() -> None:
    deal = next(iter(deals(7, 1, seed=3, rules=Rules())))
    seat = deal.auction.next
    assert seat is not None
    seen = deal.seen_by(seat)
    assert EngineBot(Chair(seat, seen.rules, time=5.0), bids=10_000).bid(seen) in seen.legal_bids
