"""What each card that another seat has played tells of its hand, in the order in which it was learned (R11 to R13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.errors import DealError, json_pointer
from solver.game.cards import BIG, BLOOPERS, Card, Seat, Suit, to_mask
from solver.game.dealt import pack_mask
from solver.game.play import Position
from solver.game.rules import JokerUpcard
from solver.game.tells import tell
from solver.seen_deal import SeenDeal

__all__ = ["Fact", "facts_of", "out_of_play"]


@dataclass(frozen=True, slots=True)
class Fact:
    """Having played ``card`` as the ``index``-th of the play, ``seat`` holds none of the set ``excluded``.

    ``led`` is the first card of that trick, None where ``card`` was.  ``rule`` is R11, R12 or R13.
    """

    seat: Seat
    index: int
    card: Card
    led: Card | None
    excluded: int
    rule: str
    trump: Suit | None

    @property
    def trick(self) -> int:
        """The number of its trick, from 1."""
        return self.index // 4 + 1

    @property
    def what(self) -> str:
        """``has no spades``, ``has no trump higher than 9H``, ``has nothing but trumps``."""
        if self.led is None:
            return f"has nothing but {self._trumps}"
        if not self.led.is_trump(self.trump):
            return f"has no {_SUITS[self.led.index // 13]}"
        if not self.card.is_trump(self.trump) or (self.led != BIG and self.card == BIG):
            return f"has no {self._trumps}"
        return f"has no trump {'higher' if self.led == BIG else 'lower'} than {self.card}"

    @property
    def why(self) -> str:
        """``it did not follow suit in trick 3`` and the like, without the rule."""
        if self.led is None:
            return f"it led {self.card} before trump was broken, in trick {self.trick}"
        if self.rule == "R13":
            return f"it played {self.card} on a led {self.led} in trick {self.trick}"
        return f"it did not follow suit in trick {self.trick}"

    @property
    def _trumps(self) -> str:
        return "blooper" if self.trump is None else "trumps"


_SUITS = ("spades", "hearts", "diamonds", "clubs")


def out_of_play(seen: SeenDeal) -> int:
    """Cards that are known to be in no hand, seen or not: the upcard, and in no-trump both bloopers (R3, R4)."""
    out = 0 if seen.upcard is None else 1 << seen.upcard.index
    if seen.trump is None and seen.rules.joker_upcard is not JokerUpcard.NO_TRUMP_LIVE:
        out |= BLOOPERS
    return out


def facts_of(seen: SeenDeal) -> Iterator[Fact]:
    """What the cards of the other seats tell that was not known before.

    DealError, pointing to the card and citing the rule, where a hand plays what it cannot have held.
    """
    if not seen.play:
        return
    players = seen.players()
    theirs = [0, 0, 0, 0]
    for card, by in zip(seen.play, players, strict=True):
        theirs[by] |= 1 << card.index
    open_cards = pack_mask(seen.rules) & ~seen.hand & ~out_of_play(seen)
    learned: dict[Seat, list[Fact]] = {seat: [] for seat in Seat}
    dealt = (theirs[0], theirs[1], theirs[2], theirs[3])
    now = Position.start(dealt, seen.trump, players[0], seen.auction.exempt, seen.rules)
    for index, (card, by) in enumerate(zip(seen.play, players, strict=True)):
        if by is not seen.seat:
            _check(learned[by], card, index)
            told = tell(now, card)
            new = told.excluded & open_cards
            for known in learned[by]:
                new &= ~known.excluded
            if new:
                fact = Fact(by, index, card, now.trick[0] if now.trick else None, told.excluded, told.rule, seen.trump)
                learned[by].append(fact)
                yield fact
        open_cards &= ~to_mask([card])
        now = now.after(card)


def _check(learned: list[Fact], card: Card, index: int) -> None:
    for fact in learned:
        if fact.excluded >> card.index & 1:
            text = f"{fact.seat} cannot play {card}, since it {fact.what}: {fact.why}"
            raise DealError(text, fact.rule, pointer=json_pointer("play", index))
