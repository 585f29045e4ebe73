"""Many layouts of one moment in one call: values of one search after another, and arguments that make no sense."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
import strategies as own
from hypothesis import given, settings

from solver.deal import Deal, replay
from solver.errors import DealError
from solver.game.cards import Card, Seat
from solver.search import Engine, Limits
from solver.search.many_layouts import case_tricks, tricks_after, tricks_reached

DEAL = Deal.parse("W H N:A.2.3.2 K.3.4.3 Q.4.5.4 J.5.6.5 2 0 0 0")


def shuffled(hands: tuple[int, int, int, int], fixed: Seat, rng: Random) -> list[int]:
    """The cards of the other three dealt anew among them."""
    rest = [1 << index for index in range(54) for seat in Seat if seat is not fixed and hands[seat] >> index & 1]
    rng.shuffle(rest)
    new = list(hands)
    for seat in Seat:
        if seat is not fixed:
            size = hands[seat].bit_count()
            new[seat], rest = sum(rest[:size]), rest[size:]
    return new


@settings(max_examples=40, deadline=None)
@given(own.played(size=own.sizes.map(lambda size: 1 + size % 6)), own.seeds)
def test_values_are_those_of_one_search_after_another(deal: Deal, seed: int) -> None:
    if len(deal.bids) < 4 or deal.auction.passed_out or replay(deal).finished:
        return
    rng = Random(seed)
    now = replay(deal)
    layouts = [list(now.hands), *(shuffled(now.hands, now.turn, rng) for _ in range(3))]
    array, cards = np.array(layouts, np.uint64), now.legal()
    found = tricks_after(now, array, cards, Limits(threads=rng.choice([1, 2])))
    needs = range(-1, deal.cards + 2)
    reached = tricks_reached(now, array, cards, needs)
    assert found.done.all()
    assert reached.done.all()
    assert reached.values.shape == (4, len(cards), len(needs))
    for row, (n, e, s, w) in enumerate(layouts):
        exact = Engine(deal.rules).card_values(replace(now, hands=(n, e, s, w)))
        assert dict(zip(cards, found.values[row].tolist(), strict=True)) == exact
        for place, card in enumerate(cards):
            assert reached.values[row, place].tolist() == [exact[card] >= need for need in needs]


def test_arrays_of_another_kind_are_refused() -> None:
    start = DEAL.start(Seat.N)
    with pytest.raises(ValueError, match="64-bit"):
        tricks_after(start, np.array([DEAL.hands], np.int64), start.legal())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="64-bit"):
        tricks_after(start, np.array(DEAL.hands, np.uint64), start.legal())
    with pytest.raises(TypeError, match="moment"):
        tricks_after(DEAL, np.array([DEAL.hands], np.uint64), ())  # type: ignore[arg-type]


def test_layouts_that_cannot_be_are_deal_errors() -> None:
    start = DEAL.start(Seat.N)
    n, e, s, w = DEAL.hands
    for hands in ((n, n, s, w), (n, e, s, 0), (n, e, s, 1 << 60)):
        with pytest.raises(DealError):
            tricks_after(start, np.array([hands], np.uint64), start.legal())
        with pytest.raises(DealError):
            case_tricks(DEAL.trump, np.array([hands], np.uint64), DEAL.rules, [(Seat.N, ())])
    with pytest.raises(DealError, match="legal"):
        tricks_after(start, np.array([DEAL.hands], np.uint64), [Card.parse("2H")])


def test_no_layouts_and_no_cards_are_empty_answers() -> None:
    start = DEAL.start(Seat.N)
    none = np.zeros((0, 4), np.uint64)
    assert tricks_after(start, none, start.legal()).values.shape == (0, 3)
    assert tricks_reached(start, none, start.legal(), (1, 2)).front == 0
    assert tricks_after(start, np.array([DEAL.hands], np.uint64), ()).values.shape == (1, 0)
    assert case_tricks(None, none, DEAL.rules, [(Seat.N, ())]).done.shape == (0,)


def test_arguments_of_the_wrong_type_are_named() -> None:
    start, hands, none = DEAL.start(Seat.N), np.array([DEAL.hands], np.uint64), np.zeros((0, 4), np.uint64)
    wrong: dict[str, Callable[[Any], object]] = {
        "layouts": lambda wrong: tricks_after(start, wrong, start.legal()),
        "cards": lambda wrong: tricks_after(start, none, [wrong]),
        "cards ": lambda wrong: tricks_reached(start, hands, [wrong], (1,)),
        "needs": lambda wrong: tricks_reached(start, hands, start.legal(), [wrong]),
        "limits": lambda wrong: tricks_after(start, hands, start.legal(), wrong),
        "trump": lambda wrong: case_tricks(wrong, hands, DEAL.rules, [(Seat.N, ())]),
        "rules": lambda wrong: case_tricks(DEAL.trump, hands, wrong, [(Seat.N, ())]),
        "cases": lambda wrong: case_tricks(DEAL.trump, hands, DEAL.rules, [(wrong, ())]),
        "cases ": lambda wrong: case_tricks(DEAL.trump, hands, DEAL.rules, [(Seat.N, [wrong])]),
    }
    for name, ask in wrong.items():
        for value in (3.5, "N", [[1, 2, 4, 8]]):
            with pytest.raises(TypeError, match=f"^{name.strip()}: expected "):
                ask(value)


def test_numbers_beyond_all_bounds_are_as_good_as_none() -> None:
    start, hands = DEAL.start(Seat.N), np.array([DEAL.hands], np.uint64)
    reached = tricks_reached(start, hands, start.legal(), (-(10**30), 10**30), Limits(time_limit=10**400))
    assert reached.values.tolist() == [[[1, 0]] * len(start.legal())]
