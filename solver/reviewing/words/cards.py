"""Sentences about cards: what one cost and what would have been better."""

from __future__ import annotations

from collections.abc import Mapping

from solver.formats.words import CardStyle, card_text, count, joined
from solver.game.auction import Contract
from solver.game.cards import Side
from solver.reviewing.card_play import PlayReview
from solver.reviewing.words.contracts import change_text
from solver.reviewing.words.phrases import capital, tricks_and_points

__all__ = ["play_text"]

_NAMED = 4
"""Better cards that a sentence names; of more only the first three."""


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
    good = [card_text(option.cards[0], style) for option in play.options if not option.loss_tricks]
    if len(good) > _NAMED:
        return f"Better: {joined(good[: _NAMED - 1])} among others."
    return f"Better: {joined(good)}."
