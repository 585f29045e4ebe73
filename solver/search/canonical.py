"""Questions that differ in names alone have one form: seats turned, sides swapped, suits exchanged, ranks closed up.

Play knows a card by who holds it and by which cards of its suit are above it.  So cards that nobody holds any more
leave no trace, all four seats may be turned (by one or three places NS and EW change names), and plain suits may be
exchanged; the trump suit is trump whatever its name, and each blooper is a card of its own (R13).  What is not
exchanged: plain suits where cards are asked for, because among equal cards the search takes the first suit; and the
two directions of play, which no turn of the table exchanges.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from solver.deal import Deal
from solver.game.cards import BIG, LITTLE, PACK, SUIT_MASKS, Card, Seat, Suit, from_mask, trump_mask
from solver.game.play import Position
from solver.game.rules import BigLed, BreakOn, LittleLed, Rules

__all__ = ["CanonicalDeal", "CanonicalPosition"]

_SEATS: Final = bytes(range(4))
_TURNS: Final = tuple(bytes.maketrans(_SEATS, bytes((seat - turn) % 4 for seat in _SEATS)) for turn in range(4))
"""What a turn of the table makes of the seats: ``turn`` comes to stand where N stood."""
_NOBODY: Final = 9
_END: Final = b"\xff"
_BREAK_ON: Final = tuple(BreakOn)
_FREE: Final = 9
"""In place of ``break_on`` where trumps may be led anyway."""
_BIG: Final = tuple(BigLed)
_LITTLE: Final = tuple(LittleLed)


@dataclass(frozen=True, slots=True)
class CanonicalDeal:
    """A deal before its first lead, named so that all that are alike in play have the same ``key``.

    ``turn`` is the place of the seat that is N in the canonical form; ``cards`` are those of a hand.
    """

    key: bytes
    turn: int
    cards: int

    @classmethod
    def of(cls, deal: Deal) -> CanonicalDeal:
        """That of ``deal``; its dealer, bids, play and all rules but those of play make no difference."""
        owners = _owners(deal.hands)
        big, little = (_owner(deal.hands, card) for card in (BIG, LITTLE))
        trumps = b"" if deal.trump is None else bytes([*owners.pop(deal.trump)])
        forms = []
        for turn, seats in enumerate(_TURNS):
            plain = sorted(suit.translate(seats) for suit in owners)
            bloopers = bytes((big, little)).translate(seats)
            forms.append((_END.join((bloopers + trumps.translate(seats), *plain)), turn))
        form, turn = min(forms)
        free = deal.rules.break_on is BreakOn.UNRESTRICTED
        return cls(_rules(deal.rules, deal.trump, free, big, little) + form, turn, deal.cards)

    def case(self, leader: Seat, exempt: Collection[Seat]) -> int:
        """The number of a case of the canonical deal, 0 to 63, from its leader and exempt seats here."""
        return leader.after(-self.turn).place << 4 | _seat_mask(exempt, self.turn)

    def ns_tricks(self, tricks: int) -> int:
        """NS tricks here for those of the canonical deal, and those of the canonical deal for those here."""
        return self.cards - tricks if self.turn % 2 else tricks


@dataclass(frozen=True, slots=True)
class CanonicalPosition:
    """A point of the play, named so that those with the same answer but for names have the same ``key``.

    The leader is N of the canonical form.  ``cards`` are the cards still to be played or in the trick, in the order of
    their suits; an answer names a card by its place there.  Tricks taken make no difference.
    """

    key: bytes
    turn: int
    cards: tuple[Card, ...]
    tricks: int

    @classmethod
    def of(cls, position: Position) -> CanonicalPosition:
        """That of ``position``, which must be sound."""
        turn = position.leader.place
        held = [position.hands[position.leader.after(steps)] for steps in range(4)]
        # Cards of the trick have owners of their own, so that their order is told as well.
        groups = (*held, *(1 << card.index for card in position.trick))
        owners = _owners(groups)
        suits = sorted(Suit, key=lambda suit: suit is not position.trump)
        big, little = (_owner(groups, card) for card in (BIG, LITTLE))
        trumps = trump_mask(position.trump)
        free = position.broken or position.rules.break_on is BreakOn.UNRESTRICTED
        # A seat without trumps has none to lead, and one with nothing else may lead them anyway (R12 b).
        matters = [seat for seat in position.exempt if position.hands[seat] & trumps and position.hands[seat] & ~trumps]
        exempt = 0 if free else _seat_mask(matters, turn)
        left = 0
        for group in groups:
            left |= group
        cards = [PACK[card.index] for card in (BIG, LITTLE) if left >> card.index & 1]
        for suit in suits:
            cards += reversed(list(from_mask(left & SUIT_MASKS[suit])))
        form = bytes((exempt, len(position.trick), big, little)) + _END.join(owners[suit] for suit in suits)
        key = _rules(position.rules, position.trump, free, big, little) + form
        return cls(key, turn, tuple(cards), len(cards) // 4)

    def ns_tricks(self, tricks: int) -> int:
        """NS tricks to come here for those of the canonical form, and back."""
        return self.tricks - tricks if self.turn % 2 else tricks


def _owners(groups: Collection[int]) -> list[bytes]:
    """By suit, which of the groups of cards holds each card that one of them holds, from the ace down."""
    owners = []
    for mask in SUIT_MASKS:
        held = sorted(
            ((card.index, owner) for owner, group in enumerate(groups) for card in from_mask(group & mask)),
            reverse=True,
        )
        owners.append(bytes(owner for _, owner in held))
    return owners


def _owner(groups: Collection[int], card: Card) -> int:
    return next((owner for owner, group in enumerate(groups) if group >> card.index & 1), _NOBODY)


def _seat_mask(seats: Collection[Seat], turn: int) -> int:
    mask = 0
    for seat in seats:
        mask |= 1 << seat.after(-turn).place
    return mask


def _rules(rules: Rules, trump: Suit | None, free: bool, big: int, little: int) -> bytes:
    """The rules of play, but for those of a blooper that is not there."""
    return bytes(
        (
            trump is not None,
            _FREE if free else _BREAK_ON.index(rules.break_on),
            0 if big == _NOBODY else _BIG.index(rules.big_led),
            0 if little == _NOBODY else _LITTLE.index(rules.little_led),
        )
    )
