"""A game in a few sentences, and its costliest moments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from solver.answer import Answer
from solver.formats.words import CardStyle, count, joined
from solver.game.cards import Seat, Side
from solver.reviewing.account import Account
from solver.reviewing.accuracy import PartyReview
from solver.reviewing.result import HandReview
from solver.reviewing.words.account import sources_text
from solver.reviewing.words.phrases import margin_text
from solver.reviewing.words.turning_points import turning_points

__all__ = ["Moment", "costliest_moments", "game_summary"]

_NAMED = 5
"""Turning points that a game tells."""


@dataclass(frozen=True, slots=True)
class Moment(Answer):
    """In hand number deal, from 1."""

    deal: Annotated[int, "The hand, from 1."]
    text: Annotated[str, "What happened, in plain words."]
    size: Annotated[int, "Points lost or won by it; tricks where no bids are known."]


def costliest_moments(hands: Sequence[HandReview], style: CardStyle = CardStyle.LETTERS) -> tuple[Moment, ...]:
    """The costliest bids and cards of all hands; hands without bids count only if no hand has any."""
    in_points = any(hand.account is not None for hand in hands)
    moments = [
        Moment(number, point.text, abs(point.loss))
        for number, hand in enumerate(hands, 1)
        if hand.account is not None or not in_points
        for point in turning_points(hand, style)
    ]
    return tuple(sorted(moments, key=lambda moment: -moment.size)[:_NAMED])


def _open(hands: int) -> tuple[str, ...]:
    if not hands:
        return ()
    return (f"{count(hands, 'hand')} {'is' if hands == 1 else 'are'} not over; what is missing counts as best play.",)


def game_summary(
    hands: int,
    account: Account | None,
    players: Mapping[Seat, PartyReview],
    sides: Mapping[Side, PartyReview],
    open_hands: int = 0,
) -> tuple[str, ...]:
    """The game in a few sentences; ``open_hands`` are those of which best play stands for a part."""
    if account is None:
        lost = {side: party.loss_tricks for side, party in sides.items()}
        text = f"North-South lost {count(lost[Side.NS], 'trick')} and East-West {lost[Side.EW]}."
        return (f"{count(hands, 'hand')} without bids: {text}", *_open(open_hands))
    best = max(party.accuracy for party in players.values())
    names = [seat.full_name for seat, party in players.items() if party.accuracy == best]
    return (
        f"{count(hands, 'hand')}: {margin_text(account.final_margin, not open_hands)}.",
        *_open(open_hands),
        sources_text(account),
        f"Most accurate: {joined(names, 'and')} with {best:g} % of the points at stake kept.",
    )
