"""A moment of the play as one seat sees it: its hand, the trick, what is gone, and who has shown a void."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from solver.game.cards import SUIT_MASKS, Card, Seat, Suit, from_mask, to_mask, trump_mask
from solver.game.play import trick_winner

if TYPE_CHECKING:
    from solver.seen_deal import SeenDeal

__all__ = ["Sight"]


@dataclass(frozen=True)
class Sight:
    """What a seat that is to play goes by.

    ``cards`` is the hand size of the deal, ``hand`` the cards left and ``legal`` those that may be played, as 54-bit
    sets; ``trick`` began with ``leader``.  ``seen`` are all cards that this seat knows to be in no other hand: its
    own as dealt, those played, the upcard.  ``voids`` names a seat and a suit that it did not follow; the suit is None
    for a blooper led in no-trump.
    """

    seat: Seat
    cards: int
    trump: Suit | None
    hand: int
    legal: int
    leader: Seat
    trick: tuple[Card, ...]
    seen: int
    voids: frozenset[tuple[Seat, Suit | None]]

    @classmethod
    def of(cls, seen: SeenDeal) -> Sight:
        """The seat's sight of a deal in which it is its turn to play."""
        trump, leader = seen.trump, seen.leader
        if leader is None:
            raise ValueError("nobody plays before all have bid")
        known = seen.hand | to_mask(seen.play)
        if seen.upcard is not None:
            known |= 1 << seen.upcard.index
        return cls(
            seat=seen.seat,
            cards=seen.cards,
            trump=trump,
            hand=seen.hand_left,
            legal=seen.legal_mask,
            leader=leader,
            trick=seen.trick,
            seen=known,
            voids=_voids(seen.play, seen.players(), trump),
        )

    @property
    def trumps(self) -> int:
        """The trumps left in the hand."""
        return self.hand & trump_mask(self.trump)

    @property
    def choices(self) -> tuple[Card, ...]:
        """The legal cards, by rising index."""
        return tuple(from_mask(self.legal))

    @property
    def follows(self) -> bool:
        """Whether the hand has the suit led."""
        return bool(self.trick) and bool(self.hand & self._led_mask)

    @property
    def opponent_to_play(self) -> Seat | None:
        """The opponent who has still to play to the trick that others began: None where nobody has."""
        return self.seat.next if 0 < len(self.trick) < 3 else None

    @cached_property
    def winner(self) -> Seat:
        """Who wins the trick so far; there must be one."""
        return trick_winner(self.trick, self.leader, self.trump)

    @property
    def winning_card(self) -> Card:
        """The card to beat; there must be one."""
        return self.trick[self.leader.steps_to(self.winner)]

    @property
    def led(self) -> Suit | None:
        """The suit led, None for a blooper in no-trump; there must be a trick."""
        return self.trick[0].belongs_to(self.trump)

    def winners(self) -> tuple[Card, ...]:
        """The legal cards that beat all of the trick, the cheapest first."""
        best = self._strength(self.winning_card)
        stronger = [card for card in self.choices if self._strength(card) > best]
        return tuple(sorted(stronger, key=self._strength))

    def ace_unseen(self, suit: Suit) -> bool:
        """Whether the suit's ace may be in another hand."""
        return not self.seen >> 13 * suit + 12 & 1

    def is_void(self, seat: Seat, suit: Suit | None) -> bool:
        """Whether a seat has shown that it has none of the suit."""
        return (seat, suit) in self.voids

    @property
    def _led_mask(self) -> int:
        led = self.trick[0]
        trumps = trump_mask(self.trump)
        return trumps if trumps >> led.index & 1 else SUIT_MASKS[led.index // 13]

    def _strength(self, card: Card) -> int:
        """How high a card stands in this trick; below 0 for what cannot win it."""
        if trump_mask(self.trump) >> card.index & 1:
            return card.index + 54
        return card.index if self._led_mask >> card.index & 1 else -1


def _voids(play: Sequence[Card], players: Sequence[Seat], trump: Suit | None) -> frozenset[tuple[Seat, Suit | None]]:
    """Who did not follow which suit."""
    suits = [card.belongs_to(trump) for card in play]
    return frozenset(
        (by, suits[number - number % 4])
        for number, (by, suit) in enumerate(zip(players, suits, strict=True))
        if suit is not suits[number - number % 4]
    )
