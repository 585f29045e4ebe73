"""Games: sizes, dealers, redeals, running totals and the winner (R2, R9, R18)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st

from solver import score
from solver.errors import DealError
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat
from solver.game.rules import Rules
from solver.game.score_sheet import GameDeal, GameScore
from solver.requests.score import score_game


def a_game(rules: Rules, dealer: Seat, seed: int) -> list[GameDeal]:
    """Deals by the rules, redeals among them, to the end of the game or nearly."""
    rng = Random(seed)
    deals: list[GameDeal] = []
    counted = 0
    for _ in range(40):
        if counted == len(rules.hand_sizes):
            break
        auction = Auction(dealer, rules.hand_sizes[counted], rules)
        passing = rng.random() < 0.2
        while not auction.complete:
            auction = auction.bid(Bid.PASS if passing else rng.choice(auction.legal()))
        deals.append(GameDeal(auction, None if auction.passed_out else rng.randint(0, auction.cards)))
        counted += not auction.passed_out
        dealer = dealer if auction.passed_out and rules.redeal_dealer == "same" else dealer.next
    return deals


@given(own.any_rules, own.seats, own.seeds, st.just(40) | st.integers(0, 40))
def test_a_game_adds_up(rules: Rules, dealer: Seat, seed: int, count: int) -> None:
    deals = a_game(rules, dealer, seed)[:count]
    game = score_game(rules, deals)
    running = [row.totals for row in game.deals]
    counted = [deal for deal in deals if not deal.auction.passed_out]
    assert (game.played, game.redeals) == (len(counted), len(deals) - len(counted))
    assert game.finished == (len(counted) == len(rules.hand_sizes))
    for side in ("NS", "EW"):
        assert game.totals[side] == sum(deal.score().score[side] for deal in deals)
        for before, now, deal in zip([{side: 0}, *running], running, deals, strict=False):
            assert now[side] - before[side] == deal.score().score[side]
    ns, ew = game.totals["NS"], game.totals["EW"]
    assert game.winner == (None if not game.finished else "draw" if ns == ew else "NS" if ns > ew else "EW")
    told = json.loads(json.dumps(game.to_dict()))
    assert told["winner"] == game.winner
    assert [row["totals"] for row in told["deals"]] == running
    # Told as JSON without sizes and later dealers, the same game comes out.
    rows: list[dict[str, Any]] = [
        {
            "bids": {str(seat): bid.to_json() for seat, bid in deal.auction.by_seat().items()},
            "tricks": None if deal.ns_tricks is None else {"NS": deal.ns_tricks},
        }
        for deal in deals
    ]
    if rows:
        rows[0]["dealer"] = str(deals[0].auction.dealer)
    assert score({"deals": rows, "rules": rules.to_value()}) == game


@given(own.any_rules, own.seats, own.seeds)
def test_a_deal_of_the_wrong_size_or_dealer_does_not_fit(rules: Rules, dealer: Seat, seed: int) -> None:
    game, bids = GameScore(rules), (Bid.PASS,) * 4
    for deal in a_game(rules, dealer, seed)[:10]:
        due, cards = deal.auction.dealer, deal.auction.cards
        with pytest.raises(DealError, match=r"/cards: .* \(R2\)"):
            game.add(GameDeal(Auction(due, cards % 13 + 1, rules, bids), None))
        if game.deals:
            rule = "R9" if game.deals[-1].passed_out else "R2"
            with pytest.raises(DealError, match=rf"/dealer: {due} deals .*\({rule}\)"):
                game.add(GameDeal(Auction(due.partner, cards, rules, bids), None))
        game = game.add(deal)
