"""Hands as PBN holdings: ``AKQ.JT9.876.543`` is S.H.D.C; a fifth group has the bloopers, ``BL``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from solver.errors import CardError, DealError, json_pointer, shorten
from solver.game.cards import BIG, BLOOPERS, LITTLE, PACK, RANKS, SUIT_MASKS, Card, Seat, Suit, to_mask

__all__ = [
    "cards_from_holding",
    "fourth_hand",
    "hand_from_holding",
    "hand_to_holding",
    "hands_not_known",
    "plain_hand",
    "without_suit_letters",
]

_BITS: Final = {card.name: 1 << card.index for card in PACK}
_GROUPS: Final = tuple({rank: _BITS[rank + suit.name] for rank in RANKS} for suit in Suit)
_LETTERED: Final = re.compile(r"S([^SHDC.]*)\.?H([^SHDC.]*)\.?D([^SHDC.]*)\.?C([^SHDC.]*)")
_LETTERS: Final = "B is the Big Blooper, L the Little Blooper, BL both"
_BLOOPER_GROUP: Final = {"B": 1 << BIG.index, "L": 1 << LITTLE.index}


def plain_hand(value: object) -> int | None:
    """The set of a hand in canonical spelling, list or holding; None if anything wants a closer look.

    The way of nearly all hands in a large file, so it makes no Card.
    """
    if isinstance(value, str):
        parts = value.split(".")
        if not 4 <= len(parts) <= 5:
            return None
        bits = [
            group.get(rank, 0) for group, part in zip((*_GROUPS, _BLOOPER_GROUP), parts, strict=False) for rank in part
        ]
    elif isinstance(value, list):
        bits = [_BITS.get(name, 0) if isinstance(name, str) else 0 for name in value]
    else:
        return None
    hand = sum(set(bits))
    return hand if hand.bit_count() == len(bits) else None


def hand_to_holding(hand: int) -> str:
    """A card set as a PBN holding, ``AKQ.JT9.876.543``, with a fifth group for bloopers if there are any."""
    spades, hearts = _ranks(hand & 0x1FFF), _ranks(hand >> 13 & 0x1FFF)
    diamonds, clubs = _ranks(hand >> 26 & 0x1FFF), _ranks(hand >> 39 & 0x1FFF)
    held = f"{spades}.{hearts}.{diamonds}.{clubs}"
    if not hand & BLOOPERS:
        return held
    return f"{held}.{'B' * (hand >> BIG.index & 1)}{'L' * (hand >> LITTLE.index & 1)}"


@cache
def _ranks(suit: int) -> str:
    """The ranks of 13 bits, high to low: at most 8,192 texts, kept since a large file needs them again and again."""
    return "".join(RANKS[rank] for rank in range(12, -1, -1) if suit >> rank & 1)


def hand_from_holding(text: str) -> int:
    """The card set of a PBN holding; DealError if it is none or names a card twice."""
    try:
        cards = cards_from_holding(text)
    except CardError as error:
        raise DealError(str(error), "R1") from None
    if len(set(cards)) < len(cards):
        raise DealError(f"the holding {shorten(text)} names a card twice", "R1")
    return to_mask(cards)


def cards_from_holding(text: str) -> list[Card]:
    """The cards as they are written, doubles and all; CardError if the text is no holding."""
    groups = without_suit_letters(text.strip().upper().replace("10", "T")).split(".")
    if not 4 <= len(groups) <= 5:
        missing = "; a dot is missing between two suits" if len(groups) == 3 else ""
        raise CardError(
            f"'{shorten(text)}' is no holding: it has {len(groups)} groups, not S.H.D.C or S.H.D.C.BL{missing}"
        )
    cards = []
    for suit, group in zip(Suit, groups, strict=False):
        for rank in group:
            if rank not in RANKS:
                raise CardError(f"'{shorten(rank)}' in the holding '{shorten(text)}' is no rank: use A K Q J T 9 … 2")
            cards.append(Card.parse(rank + suit.name))
    bloopers = groups[4] if len(groups) == 5 else ""
    for letter in bloopers:
        if letter not in "BL":
            raise CardError(
                f"'{shorten(letter)}' in the fifth group of '{shorten(text)}' is neither B nor L: {_LETTERS}"
            )
        cards.append(BIG if letter == "B" else LITTLE)
    if len(set(bloopers)) < len(bloopers):
        raise CardError(f"the fifth group of '{shorten(text)}' names a blooper twice: {_LETTERS}")
    return cards


def without_suit_letters(text: str) -> str:
    """A holding without the letters of its suits: ``SA7.H864.D.CK`` and ``SA7H864DCK`` are ``A7.864..K``."""
    match = _LETTERED.fullmatch(text)
    return text if match is None else ".".join(match.groups(""))


def hands_not_known(seats: Sequence[Seat]) -> DealError:
    """The error of a deal of which these hands are not told."""
    listed = ", ".join(seats[:-1]) + f" and {seats[-1]}"
    whose = f"{seats[0]}'s hand is" if len(seats) == 1 else f"the hands of {listed} are"
    return DealError(f"{whose} not known, and all four are needed", "R1", pointer=json_pointer("hands", seats[0]))


def fourth_hand(known: Mapping[Seat, str]) -> str:
    """The holding of the 13 plain cards that three hands leave.

    DealError where a card of theirs stands twice, and where they do not hold 13 each, so that the fourth is not known.
    """
    (missing,) = (seat for seat in Seat if seat not in known)
    owners: dict[Card, Seat] = {}
    for seat, holding in known.items():
        pointer = json_pointer("hands", seat)
        try:
            cards = cards_from_holding(holding)
        except CardError as error:
            raise DealError(str(error), "R1", pointer=pointer) from None
        for card in cards:
            if card in owners:
                whose = "twice in one hand" if owners[card] is seat else f"in {owners[card]}'s hand too"
                raise DealError(f"{card} is {whose}", "R1", pointer=pointer)
            owners[card] = seat
        if len(cards) != 13 or any(card.is_blooper for card in cards):
            raise hands_not_known([missing])
    return hand_to_holding(sum(SUIT_MASKS) & ~to_mask(owners))
