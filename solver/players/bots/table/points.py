"""What a hand is worth before the bidding, in hundredths of a trick, so that sums are exact."""

from __future__ import annotations

from typing import Final

from solver.game.cards import BIG, LITTLE, SUIT_MASKS, Suit, trump_mask

__all__ = ["hand_points", "has", "plain_suits"]

_BIG: Final = 190
_LITTLE: Final = 140
_PLAIN_SHARE: Final = {1: 0, 2: 10, 3: 20, 4: 30, 5: 50, 6: 50, 7: 70, 8: 70, 9: 85, 10: 85}
"""Hundredths that a plain ace or king counts by cards in hand: with few cards a suit seldom comes round."""
_LONE: Final = {14: 40, 13: 30, 12: 15}
"""What is taken off a trump that is the hand's only one, with 8 cards and more."""
_LENGTH: Final = {4: 25, 5: 75}
_LONGEST: Final = 150


def hand_points(hand: int, trump: Suit | None) -> int:
    """The hand's worth in hundredths of a trick; ``hand`` is a 54-bit set as dealt, ``trump`` None in no-trump."""
    cards = hand.bit_count()
    points = _BIG * has(hand, BIG.index) + _LITTLE * has(hand, LITTLE.index)
    if trump is None:
        return points + sum(_no_trump(hand, suit) for suit in Suit)
    trumps = (hand & trump_mask(trump)).bit_count()
    points += _trumps(hand, trump, trumps, cards)
    share = _PLAIN_SHARE.get(cards, 100)
    for suit in plain_suits(trump):
        points += (80 * _ranked(hand, suit, 14) + 40 * _ranked(hand, suit, 13)) * share // 100
        if trumps and not hand & SUIT_MASKS[suit]:
            points += min(30 + 15 * trumps, 150)
    return points


def plain_suits(trump: Suit | None) -> tuple[Suit, ...]:
    """The suits that are not trump, in the order S H D C."""
    return tuple(suit for suit in Suit if suit is not trump)


def has(hand: int, index: int) -> bool:
    """Whether a card, by its index, is among these."""
    return bool(hand >> index & 1)


def _ranked(hand: int, suit: Suit, rank: int) -> bool:
    return has(hand, 13 * suit + rank - 2)


def _trumps(hand: int, trump: Suit, trumps: int, cards: int) -> int:
    """The cards of the trump suit and the length with the bloopers."""
    scale = 120 if cards <= 2 else 110 if cards <= 4 else 100
    worth = {14: 140, 13: 90, 12: 40}
    if cards <= 4:
        worth |= dict.fromkeys(range(7, 12), 30)
    points = sum(value for rank, value in worth.items() if _ranked(hand, trump, rank)) * scale // 100
    if trumps == 1 and cards >= 8:
        points -= sum(value for rank, value in _LONE.items() if _ranked(hand, trump, rank))
    if cards >= 6 and trumps >= 4:
        points += _LENGTH.get(trumps, _LONGEST)
    return points


def _no_trump(hand: int, suit: Suit) -> int:
    if not hand & SUIT_MASKS[suit]:
        return 10
    return 130 * _ranked(hand, suit, 14) + 70 * _ranked(hand, suit, 13) + 30 * _ranked(hand, suit, 12)
