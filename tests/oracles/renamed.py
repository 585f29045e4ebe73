"""Deals and positions under other names: seats turned, suits exchanged, ranks spread out anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from solver.deal import Deal
from solver.game.cards import FULL_PACK, PACK, SUIT_MASKS, Card, Seat, Suit, from_mask
from solver.game.play import Position


@dataclass(frozen=True)
class Renaming:
    """Where each seat comes to sit, and what each card comes to be."""

    turn: int
    cards: Mapping[Card, Card]

    @classmethod
    def any(cls, rng: Random, held: int, trump: Suit | None, *, in_order: bool = False) -> tuple[Renaming, Suit | None]:
        """One at random of the cards ``held``, and the trump suit after it; ``in_order`` keeps plain suits in order."""
        suits = list(Suit)
        rng.shuffle(suits)
        if in_order and trump is None:
            suits = list(Suit)
        elif in_order:
            plain = iter([suit for suit in Suit if suit is not suits[trump]])
            suits = [suits[trump] if suit is trump else next(plain) for suit in Suit]
        cards = {PACK[52]: PACK[52], PACK[53]: PACK[53]}
        for suit in Suit:
            old = list(from_mask(held & SUIT_MASKS[suit]))
            cards |= zip(old, sorted(rng.sample(list(from_mask(SUIT_MASKS[suits[suit]])), len(old))), strict=True)
        return cls(rng.randrange(4), cards), None if trump is None else suits[trump]

    def seat(self, seat: Seat) -> Seat:
        return seat.after(self.turn)

    def hands(self, hands: Sequence[int]) -> tuple[int, int, int, int]:
        turned = [0, 0, 0, 0]
        for seat in Seat:
            turned[self.seat(seat)] = sum(1 << self.cards[card].index for card in from_mask(hands[seat]))
        return (turned[0], turned[1], turned[2], turned[3])

    def tricks(self, ns: int, size: int) -> int:
        return size - ns if self.turn % 2 else ns


def renamed_deal(rng: Random, deal: Deal) -> tuple[Deal, Renaming]:
    """``deal`` under other names, without an upcard."""
    renaming, trump = Renaming.any(rng, sum(deal.hands), deal.trump)
    return replace(deal, hands=renaming.hands(deal.hands), trump=trump, upcard=None), renaming


def renamed_position(rng: Random, position: Position) -> tuple[Position, Renaming]:
    """``position`` under other names that leave plain suits in their order."""
    held = sum(position.hands) | sum(1 << card.index for card in position.trick)
    assert held & FULL_PACK == held
    renaming, trump = Renaming.any(rng, held, position.trump, in_order=True)
    ns, ew = position.ns_tricks, position.ew_tricks
    renamed = replace(
        position,
        hands=renaming.hands(position.hands),
        trump=trump,
        leader=renaming.seat(position.leader),
        trick=tuple(renaming.cards[card] for card in position.trick),
        exempt=frozenset(map(renaming.seat, position.exempt)),
        ns_tricks=ew if renaming.turn % 2 else ns,
        ew_tricks=ns if renaming.turn % 2 else ew,
    )
    return renamed, renaming
