"""What a card tells of the hand it was played from: the other cards that it cannot hold, the card being legal.

It is the reverse of ``Position.legal_mask``: a card is legal for exactly those hands that hold none of the
cards that it excludes.  So nothing that a play tells depends on another unknown card, and what was told stays true,
since a hand only gets smaller.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.game.cards import FULL_PACK, SUIT_MASKS, Card, trump_mask
from solver.game.play import Position

__all__ = ["Tell", "tell"]


@dataclass(frozen=True, slots=True)
class Tell:
    """The cards that a hand cannot hold (``excluded``, a set), and the rule that says so: R11, R12 or R13."""

    excluded: int
    rule: str


NOTHING = Tell(0, "")


def tell(position: Position, card: Card) -> Tell:
    """What ``card`` tells of the hand of ``position.turn``, who plays it; the hands of ``position`` are not looked at.

    R11: who does not follow has none of the suit.  R13: on a led BB a hand keeps no trump higher than the one it
    had to play, on a led LB none lower, and none at all without playing one.  R12 b: who may not lead trumps and
    leads one holds nothing else.
    """
    turn = position.turn
    trumps = trump_mask(position.trump)
    bit = 1 << card.index
    if not position.trick:
        if not bit & trumps or position.may_lead_trump(turn):
            return NOTHING
        return Tell(FULL_PACK & ~trumps, "R12")
    led = position.trick[0]
    suit = trumps if trumps >> led.index & 1 else SUIT_MASKS[led.index // 13]
    if not bit & suit:
        forced = led.is_blooper and (position.forces_highest(turn) or position.forces_lowest(turn))
        return Tell(suit, "R13" if forced else "R11")
    if led.is_blooper and position.forces_highest(turn):
        return Tell(suit & ~(2 * bit - 1), "R13")
    if led.is_blooper and position.forces_lowest(turn):
        return Tell(suit & (bit - 1), "R13")
    return NOTHING
