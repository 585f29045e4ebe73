"""The tricks a hand takes by itself, held against what its side takes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from solver.bidding.own_tricks import own_tricks
from solver.deal import Deal
from solver.dealing import deal_hands
from solver.game.cards import Seat, Side
from solver.game.rules import Rules
from solver.search import Limits, value


@settings(max_examples=40)
@given(st.integers(1, 6), seeds)
def test_the_count_of_own_tricks_adds_up(cards: int, seed: int) -> None:
    """The seat's and partner's cards take what the side takes when that seat leads."""
    deal = deal_hands(cards, Rules(), seed)
    tricks = own_tricks(deal, Seat, Limits())
    assert list(tricks) == list(Seat)
    for seat in Seat:
        assert 0 <= tricks[seat] <= own_side(deal, seat)


def own_side(deal: Deal, seat: Seat) -> int:
    ns = value(deal.start(seat))
    return ns if seat.side is Side.NS else deal.cards - ns


def test_a_hand_of_all_top_trumps_counts_every_trick() -> None:
    deal = Deal.parse("N S N:AK... .AK.. ..AK. ...AK up=2S")
    assert own_tricks(deal, [Seat.N, Seat.E], Limits())[Seat.N] == 2
