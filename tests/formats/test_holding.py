"""Holdings: any set of cards reads back, and what is none is refused."""

from __future__ import annotations

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import DealError
from solver.formats.holding import fourth_hand, hand_from_holding, hand_to_holding
from solver.game.cards import PACK, Card, Seat, to_mask


@given(st.integers(0, (1 << 54) - 1))
def test_any_set_of_cards_reads_back_as_a_holding(hand: int) -> None:
    assert hand_from_holding(hand_to_holding(hand)) == hand
    assert hand_from_holding(hand_to_holding(hand).lower().replace("t", "10")) == hand


@pytest.mark.parametrize(
    "word", ["", "A.K.Q", "A.K.Q.J.B.L", "A.K.Q.1", "AA...", "....BB", "A.K.Q.J.X", "A\0...", "." * 500]
)
def test_what_is_no_holding(word: str) -> None:
    with pytest.raises(DealError, match="R1") as error:
        hand_from_holding(word)
    assert len(str(error.value)) < 200


@given(st.permutations([card for card in PACK if not card.is_blooper]), own.seats)
def test_three_hands_of_bridge_leave_the_fourth(cards: list[Card], missing: Seat) -> None:
    hands = {seat: to_mask(cards[13 * seat.place : 13 * seat.place + 13]) for seat in Seat}
    known = {seat: hand_to_holding(hand) for seat, hand in hands.items() if seat is not missing}
    assert fourth_hand(known) == hand_to_holding(hands[missing])
    one, other, _ = known
    with pytest.raises(DealError, match=f"is in {one}'s hand too") as caught:
        fourth_hand({**known, other: known[one]})
    assert (caught.value.pointer, caught.value.rule) == (f"/hands/{other}", "R1")
    few = hand_to_holding(hands[one] & hands[one] - 1)
    with pytest.raises(DealError, match=f"{missing}'s hand is not known"):
        fourth_hand({**known, one: few})
