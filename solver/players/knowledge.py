"""What the rules tell a seat of the cards it does not see: who may have each of them, and how many cards each has left.

Hidden hands are not the only holders: the stock has the cards not dealt, and where the upcard is not known it is one
of the unseen cards as well.  What a play tells (``solver.game.tells``) excludes cards from a hand, whatever
else the hand holds.  So all that is known is a set of cards for each holder and a number of them, and the
layouts are the ways to fill the holders: nothing is left out, and nothing is added (R3, R4, R11 to R13).
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from solver.errors import DealError, check_kind, json_pointer
from solver.formats.words import count
from solver.game.cards import BLOOPERS, PACK, SUIT_MASKS, Card, Seat, from_mask
from solver.game.dealt import pack_mask
from solver.game.rules import JokerUpcard
from solver.players.facts import Fact, facts_of, out_of_play
from solver.seen_deal import SeenDeal

__all__ = ["Holder", "Knowledge"]


class Holder(enum.IntEnum):
    """Where an unseen card may be: in a hand (seats by their place), in the stock, or face up as an unknown upcard."""

    N = 0
    E = 1
    S = 2
    W = 3
    STOCK = 4
    UPCARD = 5

    @property
    def full_name(self) -> str:
        return (
            "the stock" if self is Holder.STOCK else "the upcard" if self is Holder.UPCARD else Seat.at(self).full_name
        )


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that follows from what a seat sees.

    ``known`` are by seat the cards known to have been dealt to it: the own hand, and what the others have played.
    ``left`` and ``may_hold`` go by ``Holder``: how many unseen cards each has, and the set of those that the rules let
    it have.  ``unseen`` is the set of all of them.  ``facts`` are in the order in which they were learned.
    """

    seen: SeenDeal
    facts: tuple[Fact, ...]
    known: tuple[int, int, int, int]
    unseen: int
    left: tuple[int, int, int, int, int, int]
    may_hold: tuple[int, int, int, int, int, int]

    @classmethod
    def of(cls, seen: SeenDeal) -> Knowledge:
        """What follows from what is seen.

        DealError, naming the card and the rule, where that contradicts itself: a card from a hand that cannot
        hold it, or cards that nobody can have.
        """
        check_kind("seen", seen, SeenDeal)
        facts = tuple(facts_of(seen))
        known, unseen = _seen_cards(seen)
        hidden = [seen.cards - cards.bit_count() for cards in known]
        turned = _upcards(seen) & unseen if _upcard_unknown(seen) else 0
        if not turned and _upcard_unknown(seen):
            raise DealError(f"no card is left to be the upcard of trump {seen.trump}", "R3", pointer="/upcard")
        left = (*hidden, unseen.bit_count() - sum(hidden) - bool(turned), int(bool(turned)))
        may_hold = [unseen if holder < len(hidden) and hidden[holder] else 0 for holder in Holder]
        may_hold[Holder.STOCK], may_hold[Holder.UPCARD] = unseen if left[Holder.STOCK] else 0, turned
        for fact in facts:
            may_hold[fact.seat] &= ~fact.excluded
        n, e, s, w, stock, upcard = left
        knowledge = cls(seen, facts, known, unseen, (n, e, s, w, stock, upcard), _six(may_hold))
        knowledge._check()
        return knowledge

    @property
    def hidden(self) -> tuple[Seat, Seat, Seat]:
        """The other three seats, clockwise from the left."""
        seat = self.seen.seat
        return (seat.next, seat.partner, seat.after(3))

    def holders(self, card: Card) -> tuple[Holder, ...]:
        """Who may have an unseen card; () for one that is seen."""
        return tuple(holder for holder in Holder if self.may_hold[holder] >> card.index & 1)

    def groups(self) -> dict[int, int]:
        """The unseen cards by who may have them: sets of holders, bit ``Holder``, and their sets of cards."""
        groups: dict[int, int] = {}
        for card in from_mask(self.unseen):
            who = sum(1 << holder for holder in Holder if self.may_hold[holder] >> card.index & 1)
            groups[who] = groups.get(who, 0) | 1 << card.index
        return groups

    def _check(self) -> None:
        """DealError unless the unseen cards can be dealt out at all: some holders alone may have more than fits them.

        By Hall's theorem it is enough to look at each set of holders.
        """
        holders = [holder for holder in Holder if self.left[holder]]
        groups = self.groups()
        for size in range(len(holders) + 1):
            for some in combinations(holders, size):
                within = sum(1 << holder for holder in some)
                theirs = sum(cards for who, cards in groups.items() if not who & ~within)
                room = sum(self.left[holder] for holder in some)
                if theirs.bit_count() > room:
                    raise self._too_many(theirs, some, room)

    def _too_many(self, cards: int, holders: Sequence[Holder], room: int) -> DealError:
        card = PACK[cards.bit_length() - 1]
        reason = next((fact for fact in reversed(self.facts) if fact.excluded & cards), None)
        rule = "R2" if reason is None else reason.rule
        pointer = "/hands" if reason is None else json_pointer("play", reason.index)
        more = f" and {cards.bit_count() - 1} more" if cards & (cards - 1) else ""
        if not holders:
            return DealError(f"nobody can have {card}{more}, and no layout is possible", rule, pointer=pointer)
        names = " and ".join(holder.full_name for holder in holders)
        has = "have" if len(holders) > 1 else "has"
        text = f"{card}{more} can only be with {names}, which {has} {count(room, 'unseen card')}: no layout is possible"
        return DealError(text, rule, pointer=pointer)


def _six(sets: Sequence[int]) -> tuple[int, int, int, int, int, int]:
    n, e, s, w, stock, upcard = sets
    return (n, e, s, w, stock, upcard)


def _seen_cards(seen: SeenDeal) -> tuple[tuple[int, int, int, int], int]:
    """The cards known of each hand as dealt, and those that are not seen and somebody may have."""
    known = [0, 0, 0, 0]
    for card, by in zip(seen.play, seen.players(), strict=True):
        known[by] |= 1 << card.index
    known[seen.seat] = seen.hand
    unseen = pack_mask(seen.rules) & ~out_of_play(seen)
    for cards in known:
        unseen &= ~cards
    return (known[0], known[1], known[2], known[3]), unseen


def _upcard_unknown(seen: SeenDeal) -> bool:
    """Whether one of the unseen cards lies face up, nobody having told which."""
    rules = seen.rules
    if seen.upcard is not None or rules.trump_source is not None:
        return False
    if seen.trump is None:
        return rules.bloopers and rules.joker_upcard is JokerUpcard.NO_TRUMP_LIVE
    return 4 * seen.cards < pack_mask(rules).bit_count()  # with 13 cards of 52 none is left to turn


def _upcards(seen: SeenDeal) -> int:
    """What an upcard that is not known may be."""
    return BLOOPERS if seen.trump is None else SUIT_MASKS[seen.trump]
