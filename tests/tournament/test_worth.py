"""What a deal was worth and what each card cost, against the review of the same deal."""

from __future__ import annotations

import pytest

from solver import review
from solver.deal import Deal
from solver.game.cards import Side
from solver.game.rules import PRESETS
from solver.game.scoring import deal_score
from solver.players.bots.roster import Entry
from solver.tournament.chunk import play_units
from solver.tournament.clock import Clock
from solver.tournament.match import Match


@pytest.mark.parametrize("rules", ["standard", "bab_online"])
def test_it_is_what_a_review_says(rules: str) -> None:
    match = Match(Entry.parse("random"), Entry.parse("table"), PRESETS[rules], (2, 4, 5), open_cards=True, seed="w")
    lost = 0
    for unit in play_units(match, range(9), (Clock(), Clock())):
        for board in unit.boards:
            for room in board.rooms:
                if room.leader is None:
                    continue
                told = review(Deal.parse(room.lines[-1]))
                assert room.open_tricks == told.plays[0].ns_before
                costs = [(play.trick - 1, play.seat, play.loss_tricks) for play in told.plays if play.loss_tricks]
                assert list(room.losses or ()) == costs
                deal = Deal.parse(room.lines[-1])
                assert room.open_points == deal_score(deal.auction, room.open_tricks, deal.rainbows())
                assert room.ns_tricks is not None
                gained = sum(cost if seat.side is Side.EW else -cost for _, seat, cost in costs)
                assert room.ns_tricks == room.open_tricks + gained
                lost += len(costs)
    assert lost > 10
