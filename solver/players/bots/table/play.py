"""What ``table`` plays: to lead, to follow suit, and when it has none of the suit led."""

from __future__ import annotations

from typing import Final

from solver.game.cards import BIG, LITTLE, SUIT_MASKS, Card, Suit, from_mask
from solver.players.bots.sight import Sight
from solver.players.bots.table.points import has, plain_suits

__all__ = ["discard", "follow", "lead", "ruff", "table_card", "vulnerable"]

_ACE: Final = 14
_KING: Final = 13


def table_card(sight: Sight) -> Card:
    """The card of the seat to play; it is legal."""
    if not sight.trick:
        return lead(sight)
    return follow(sight) if sight.follows else ruff(sight)


def lead(sight: Sight) -> Card:
    """The first card of a trick."""
    if has(sight.legal, BIG.index):
        return BIG
    suits = [suit for suit in plain_suits(sight.trump) if sight.legal & SUIT_MASKS[suit]]
    if not suits:
        return sight.choices[0]
    best = max(suits, key=lambda suit: _lead_worth(sight, suit))  # max: the first among equals
    held = list(from_mask(sight.legal & SUIT_MASKS[best]))
    if held[-1].rank == _ACE:
        return held[-1]
    king_wins = not sight.ace_unseen(best) or sight.cards <= 4
    return held[-1] if held[-1].rank == _KING and king_wins else held[0]


def follow(sight: Sight) -> Card:
    """A card of the suit led."""
    lowest, winners = sight.choices[0], sight.winners()
    if not winners:
        return lowest
    if sight.winner is sight.seat.partner:
        return winners[-1] if sight.opponent_to_play and vulnerable(sight) else lowest
    if len(winners) > 1:
        winners = tuple(card for card in winners if not _risky_king(sight, card))
    return winners[-1] if sight.opponent_to_play else winners[0]


def ruff(sight: Sight) -> Card:
    """A card from a hand that has none of the suit led: a trump that wins, or a discard."""
    winners = sight.winners()
    if sight.winner is sight.seat.partner or not winners:
        return discard(sight)
    beaten = sight.winning_card
    if len(winners) > 1 and winners[-1] == BIG and beaten != LITTLE and beaten.rank != _ACE:
        winners = winners[:-1]
    return winners[-1] if sight.opponent_to_play else winners[0]


def discard(sight: Sight) -> Card:
    """A card that is not to win: a plain one, where there is one."""
    plain = sight.hand & ~sight.trumps
    if not plain:
        return sight.choices[0]
    if not sight.trumps:
        return _lowest(plain)
    suits = [suit for suit in plain_suits(sight.trump) if plain & SUIT_MASKS[suit]]
    shortest = min(suits, key=lambda suit: (plain & SUIT_MASKS[suit]).bit_count())  # min: the first among equals
    low = _lowest(plain & SUIT_MASKS[shortest])
    others = plain & ~(1 << low.index)
    return _lowest(others) if low.rank >= _KING and others else low


def vulnerable(sight: Sight) -> bool:
    """Whether the partner's win may yet be taken by the opponent who is to play."""
    card = sight.winning_card
    if card.is_trump(sight.trump):
        return card.rank < _ACE
    if card.rank < _KING or card.suit is None:
        return True
    opponent = sight.opponent_to_play
    exposed = opponent is not None and sight.is_void(opponent, sight.led)
    return exposed or (card.rank == _KING and sight.ace_unseen(card.suit))


def _lead_worth(sight: Sight, suit: Suit) -> int:
    """How good a plain suit is to lead."""
    held = sight.hand & SUIT_MASKS[suit]
    worth = 5 - held.bit_count()
    worth += 10 * sight.is_void(sight.seat.partner, suit)
    worth -= 5 * sum(sight.is_void(seat, suit) for seat in (sight.seat.next, sight.seat.partner.next))
    worth += 8 * has(held, 13 * suit + 12)
    if sight.cards >= 8 and held == 1 << 13 * suit + 11 and sight.ace_unseen(suit):
        worth -= 3
    return worth


def _risky_king(sight: Sight, card: Card) -> bool:
    """Whether it is a king that the ace may still take, in a deal of 8 cards or more."""
    return card.rank == _KING and sight.cards >= 8 and card.suit is not None and sight.ace_unseen(card.suit)


def _lowest(cards: int) -> Card:
    """The lowest of plain cards by rank, the first in S H D C among equals."""
    return min(from_mask(cards), key=lambda card: card.rank)
