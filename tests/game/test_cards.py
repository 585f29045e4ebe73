"""Cards, suits, seats and sides: what prints parses back, and what is lenient stays unambiguous (R1, R5)."""

from __future__ import annotations

import pickle
from itertools import combinations

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import CardError
from solver.game.cards import BIG, LITTLE, PACK, Card, Seat, Side, Suit, from_mask, to_mask


def spellings(card: Card) -> set[str]:
    """Every way CONTRACT lets one write a card."""
    if card.suit is None:
        return {card.name, card.name.lower()}
    ranks = {card.name[0], card.name[0].lower()} | ({"10"} if card.rank == 10 else set())
    suits = {card.suit.name, card.suit.name.lower(), card.suit.symbol, "♤♡♢♧"[card.suit]}
    return {a + b for rank in ranks for suit in suits for a, b in ((rank, suit), (suit, rank))}


def test_every_spelling_of_every_card_is_read_and_no_two_cards_share_one() -> None:
    assert len(PACK) == 54
    for card in PACK:
        assert {Card.parse(word) for word in spellings(card)} == {card}
        assert Card.parse(f" {card} ") == card
        assert repr(card) == repr(str(card))
    for one, other in combinations(PACK, 2):
        assert not spellings(one) & spellings(other)


@given(st.text(st.sampled_from("AKQJT1092SHDCBLsb♥♣♤ \0x"), max_size=4))
def test_any_other_word_is_refused_in_a_short_message(word: str) -> None:
    known = {spelling.upper() for card in PACK for spelling in spellings(card)}
    card, message = None, ""
    try:
        card = Card.parse(word)
    except CardError as error:
        message = str(error)
    assert (card is not None) == (word.strip().upper() in known)
    assert len(message) < 120


@pytest.mark.parametrize("word", ["", "1S", "11S", "AX", "ASS", "B", "LL", "A" * 100_000, "A\0S", "NT"])
def test_no_card(word: str) -> None:
    with pytest.raises(CardError, match="is no card") as error:
        Card.parse(word)
    assert len(str(error.value)) < 120
    assert "\0" not in str(error.value)


@given(st.sets(own.cards))
def test_a_set_of_cards_is_a_mask_and_comes_back_ascending(cards: set[Card]) -> None:
    back = list(from_mask(to_mask(cards)))
    assert back == sorted(cards)
    assert to_mask(back) == to_mask(cards) < 1 << 54


@given(own.cards, own.trumps)
def test_bloopers_are_trumps_above_the_ace(card: Card, trump: Suit | None) -> None:
    assert card.is_trump(trump) == (card in (BIG, LITTLE) or card.suit is trump)
    assert card.belongs_to(trump) is (trump if card.is_blooper else card.suit)
    plain = [other for other in PACK if other.suit is Suit.S]
    assert max(plain).rank < LITTLE.rank < BIG.rank
    assert max(plain) < LITTLE < BIG


def test_ranks_follow_the_printed_order() -> None:
    assert [card.name[0] for card in sorted(PACK[:13], key=lambda card: -card.rank)] == list("AKQJT98765432")


@given(own.cards)
def test_a_card_survives_pickling(card: Card) -> None:
    assert pickle.loads(pickle.dumps(card)) == card


def test_suits_seats_and_sides_read_back() -> None:
    for suit in Suit:
        assert {Suit.parse(word) for word in (str(suit), suit.name.lower(), suit.symbol)} == {suit}
    for seat in Seat:
        assert {Seat.parse(word) for word in (str(seat), seat.name.lower(), seat.full_name)} == {seat}
    for word in ("", "X", "NE", "5", "♥♥"):
        with pytest.raises(CardError, match="is no seat"):
            Seat.parse(word)
        with pytest.raises(CardError, match="is no suit"):
            Suit.parse(word)


def test_seats_go_clockwise_and_partners_sit_opposite() -> None:
    assert [seat.next for seat in Seat] == [Seat.E, Seat.S, Seat.W, Seat.N]
    assert Seat.S.clockwise() == (Seat.S, Seat.W, Seat.N, Seat.E)
    for seat in Seat:
        assert seat.partner.partner is seat
        assert seat.partner.side is seat.side is seat.next.side.other
        assert seat in seat.side.seats
    assert Side.NS.seats == (Seat.N, Seat.S)


@pytest.mark.parametrize("kind", [Seat, Side])
def test_places_are_ordered_as_they_sit(kind: type[Seat] | type[Side]) -> None:
    for one in kind:
        for two in kind:
            assert [one < two, one <= two, one > two, one >= two] == [
                one.place < two.place,
                one.place <= two.place,
                one.place > two.place,
                one.place >= two.place,
            ]
    assert sorted(kind, reverse=True) == list(kind)[::-1]
    assert max(kind) is list(kind)[-1]
