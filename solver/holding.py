"""Hands as PBN holdings: ``AKQ.JT9.876.543`` is S.H.D.C; a fifth group has the bloopers, ``BL``."""

from __future__ import annotations

from solver.cards import BIG, LITTLE, RANKS, Card, CardError, Suit, to_mask
from solver.deal import show_order
from solver.errors import DealError, shorten
from solver.play import SUIT_MASKS

__all__ = ["cards_from_holding", "hand_from_holding", "hand_to_holding"]


def hand_to_holding(hand: int) -> str:
    """A card set as a PBN holding, ``AKQ.JT9.876.543``, with a fifth group for bloopers if there are any."""
    groups = ["".join(card.name[0] for card in show_order(hand & mask, None)) for mask in SUIT_MASKS]
    bloopers = "B" * (hand >> BIG.index & 1) + "L" * (hand >> LITTLE.index & 1)
    return ".".join([*groups, bloopers] if bloopers else groups)


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
    groups = text.strip().upper().replace("10", "T").split(".")
    if not 4 <= len(groups) <= 5:
        raise CardError(
            f"'{shorten(text)}' is no holding: it has {len(groups)} groups, not S.H.D.C or S.H.D.C.BL"
        )
    cards = []
    for suit, group in zip(Suit, groups, strict=False):
        for rank in group:
            if rank not in RANKS:
                raise CardError(
                    f"'{shorten(rank)}' in the holding '{shorten(text)}' is no rank: use A K Q J T 9 … 2"
                )
            cards.append(Card.parse(rank + suit.name))
    for letter in groups[4] if len(groups) == 5 else "":
        if letter not in "BL":
            raise CardError(f"'{shorten(letter)}' in the fifth group of '{shorten(text)}' is neither B nor L")
        cards.append(BIG if letter == "B" else LITTLE)
    return cards
