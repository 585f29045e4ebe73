"""Sentences about cards: what one cost and what would have been better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from solver.formats.words import CardStyle, card_text, count, joined
from solver.game.auction import Contract
from solver.game.cards import Card, Side
from solver.reviewing.card_play import PlayReview
from solver.reviewing.words.contracts import change_text
from solver.reviewing.words.phrases import capital, tricks_and_points

__all__ = ["play_text"]

_FEW: Final = 2
"""Cards that lose something which "any card but" may name."""


def play_text(play: PlayReview, cards: int, contracts: Mapping[Side, Contract] | None, style: CardStyle) -> str:
    """What a card that lost tricks cost, and what would have kept them."""
    side = play.side
    before, after = (ns if side is Side.NS else cards - ns for ns in (play.ns_before, play.ns_after))
    card = f"{play.seat.full_name}'s {card_text(play.card, style)}"
    said = f"Trick {play.trick}: {card} cost {side.full_name} {tricks_and_points(play.loss_tricks)}"
    said += f" (with best play they take {after} in all, and could have taken {before})."
    if play.loss_points is not None and contracts is not None:
        change = change_text(side, before, after, cards, contracts)
        if not play.loss_points:
            said += " It does not change the score."
        elif change:
            said += f" {capital(change)}: {count(play.loss_points, 'point')} lost."
        else:
            said += f" {count(play.loss_points, 'point')} lost."
    return f"{said} {_better(play, style)}"


def _better(play: PlayReview, style: CardStyle) -> str:
    """All cards that would have lost nothing."""
    good = [option.cards for option in play.options if not option.loss_tricks]
    bad = [card for option in play.options if option.loss_tricks for card in option.cards]
    if sum(map(len, good)) > len(bad) and len(bad) <= _FEW:
        named = [card_text(card, style) for card in bad]
        return "Better: any other card." if bad == [play.card] else f"Better: any card but {joined(named, 'and')}."
    return f"Better: {joined([part for cards in good for part in _span(cards, style)])}."


def _span(cards: Sequence[Card], style: CardStyle) -> list[str]:
    """Neighbours in rank: three or more as a range, ``KH to TH``."""
    named = [card_text(card, style) for card in cards]
    return [f"{named[0]} to {named[-1]}"] if len(named) > 2 else named
