"""Worlds of a seat against a search of each deal by itself."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hidden_cards import moment, played_deal, random_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deal import replay
from solver.errors import Cancelled, DealError
from solver.game.cards import Seat, Side
from solver.players.layouts import Layouts, Sample
from solver.players.worlds import Worlds
from solver.search import Cancel, Engine, Limits, trick_table
from solver.seen_deal import SeenDeal


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 2))
def test_cards_and_contracts_are_those_of_each_deal(seed: int, threads: int) -> None:
    rng = Random(seed)
    deal, exchanged = played_deal(rng.randint(1, 6), random_rules(rng), rng)
    if not deal.play:
        return
    end = rng.randrange(len(deal.play))
    seen = moment(deal, exchanged, replay(deal.with_play(deal.play[:end])).turn, end)
    worlds = Worlds(seen, Layouts(seen).draw(4, seed))
    limits = Limits(threads=threads)
    tricks, made = worlds.tricks(limits=limits), worlds.made(limits=limits)
    assert tricks.done.all()
    assert tricks.front == made.front == 4
    contracts = seen.auction.contracts()
    engine = Engine(deal.rules)
    for row, (n, e, s, w) in enumerate(worlds.sample.hands.tolist()):
        world = replace(deal, hands=(n, e, s, w), play=seen.play)
        exact = engine.card_values(replay(world))
        assert dict(zip(seen.legal_cards, tricks.values[row].tolist(), strict=True)) == exact
        for card, reached in zip(seen.legal_cards, made.values[row].tolist(), strict=True):
            ns = exact[card]
            assert reached == [
                contracts[Side.NS].made(ns, deal.cards),
                contracts[Side.EW].made(deal.cards - ns, deal.cards),
            ]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_tables_and_leads_are_those_of_each_deal(seed: int) -> None:
    rng = Random(seed)
    deal, exchanged = played_deal(rng.randint(1, 5), random_rules(rng), rng)
    seen = deal.with_play(()).seen_by(rng.choice(list(Seat)), exchanged)
    worlds = Worlds(seen, Layouts(seen).draw(3, seed))
    leads = worlds.leads()
    for row, (table, hands) in enumerate(zip(worlds.tables(), worlds.sample.hands.tolist(), strict=True)):
        n, e, s, w = hands
        exact = trick_table(replace(deal, hands=(n, e, s, w), play=()))
        assert table is not None
        assert (table.ns, table.boards) == (exact.ns, exact.boards)
        wanted = [*exact.ns, *(exact.boards[1 << seat] for seat in Seat if deal.rules.has_boards)]
        assert leads.values[row].tolist() == wanted


def test_some_cards_alone_may_be_asked_for() -> None:
    seen = SeenDeal.parse("W H N:? ? AK5.3.2.2 ? 0 0 3 0 up=7H")
    worlds = Worlds(seen, Layouts(seen).draw(5, 1))
    every = worlds.tricks()
    some = worlds.tricks(seen.legal_cards[1:3])
    assert some.values.tolist() == every.values[:, 1:3].tolist()


def test_nobody_plays_out_of_turn() -> None:
    seen = SeenDeal.parse("W H N:? ? AK5.3.2.2 ? 4 0 3 0 up=7H")
    worlds = Worlds(seen, Layouts(seen).draw(5, 1))
    with pytest.raises(DealError, match="not S's turn"):
        worlds.tricks()
    with pytest.raises(DealError, match="not S's turn"):
        Worlds(seen.with_bids(()), worlds.sample).made()


def test_what_the_time_leaves_undone_is_told() -> None:
    seen = SeenDeal.parse("W H N:? ? AKQJ5.3.T982.T98 ? 0 0 3 0 up=7H")
    worlds = Worlds(seen, Layouts(seen).draw(400, 1))
    found = worlds.tricks(limits=Limits(time_limit=0.02))
    assert found.front <= found.done.sum() < 400
    assert not found.done[found.front]
    assert [table for table in worlds.tables(Limits(time_limit=1e-6)) if table is not None] == []
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        worlds.leads(Limits(cancel=cancel))


def test_layouts_of_another_moment_are_refused() -> None:
    """They gave values of deals that the seat cannot be in."""
    seen = SeenDeal.parse("W H N:A.2.3.2 ? ? ? 2 0 0 0 AS.KS")
    sample = Layouts(seen).draw(3)
    assert Worlds(seen, sample).tables()
    for turned, said in ((1, "another hand of N than is seen"), (2, "another hand of N")):
        with pytest.raises(DealError, match=said):
            Worlds(seen, Sample(np.roll(sample.hands, turned, axis=1), sample.weights))
    n, e, s, w = sample.hands.T
    with pytest.raises(DealError, match="has cards that were played in other hands"):
        Worlds(seen, Sample(np.stack([n, s, e, w], axis=1), sample.weights))
    with pytest.raises(TypeError, match="sample: expected Sample"):
        Worlds(seen, sample.hands)  # type: ignore[arg-type]
