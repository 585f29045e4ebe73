"""Bids of many deals at once are those of ``optimal_bids``, one deal after another."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from bidding_cases import OBJECTIVES, random_case, random_table
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from solver.bidding import optimal_bids
from solver.dealing import deal_hands
from solver.game.cards import Side
from solver.requests.induced import Played, induced_bids

LEFT_OUT = ("plan", "explanations", "grid")


@settings(max_examples=60)
@given(st.integers(1, 6) | st.integers(7, 13), seeds, st.sampled_from(OBJECTIVES))
def test_many_are_answered_as_one_by_one(cards: int, seed: int, objective: str) -> None:
    rng = Random(seed)
    first = random_case(rng, cards, most_bids=3).deal
    played, wanted = [], []
    for _ in range(3):
        drawn = deal_hands(cards, first.rules, rng.randrange(2**32), first.dealer)
        deal = replace(drawn, bids=first.bids)
        table = replace(random_table(rng, deal), nodes=rng.randrange(1000))
        tricks = [*table.ns, *(table.boards[1:] if table.has_boards else ())]
        rainbows = deal.rainbows()
        played.append(Played(tricks, table.nodes, (rainbows[Side.NS], rainbows[Side.EW])))
        answer = optimal_bids(deal, table=table, objective=objective).to_dict()
        answer["nodes"] = table.nodes  # a table that is given has cost nothing
        wanted.append({name: value for name, value in answer.items() if name not in LEFT_OUT})
    assert json.dumps(induced_bids(first.auction, objective, played)) == json.dumps(wanted)
