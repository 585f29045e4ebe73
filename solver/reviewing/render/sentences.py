"""What every way of showing a review says in sentences, in one card style."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from solver.formats.words import CardStyle
from solver.reviewing.game import GameReview
from solver.reviewing.result import Review
from solver.reviewing.words.account import closing_text, luck_text
from solver.reviewing.words.bids import lead_text
from solver.reviewing.words.claim import claim_text
from solver.reviewing.words.game import costliest_moments
from solver.reviewing.words.irregularities import irregularity_texts
from solver.reviewing.words.summary import summary
from solver.reviewing.words.turning_points import notes, turning_points

__all__ = ["HandSentences", "SumSentences", "moment_sentences"]


@dataclass(frozen=True, slots=True)
class HandSentences:
    """Of one hand; "" where there is nothing to say.

    ``costly`` are turning points without illegal cards, which are in ``illegal``; ``claim`` is told here where it cost
    no points, and else among the turning points.
    """

    summary: tuple[str, ...]
    illegal: tuple[str, ...]
    costly: tuple[str, ...]
    notes: tuple[str, ...]
    claim: str
    lead: str

    @classmethod
    def of(cls, review: Review, style: CardStyle) -> Self:
        points = turning_points(review, style)
        claim = None if any(point.kind == "claim" for point in points) else review.claim
        return cls(
            summary(review, style),
            tuple(irregularity_texts(review, style)),
            tuple(point.text for point in points if point.kind != "illegal"),
            tuple(notes(review, style)),
            "" if claim is None else claim_text(claim),
            "" if review.lead is None else lead_text(review.lead, bool(review.plays)),
        )


@dataclass(frozen=True, slots=True)
class SumSentences:
    """Under the sums of a hand or a game: luck and skill, "" where there are no points, and what it stands on."""

    luck: str
    closing: str

    @classmethod
    def of(cls, review: Review | GameReview) -> Self:
        return cls("" if review.luck is None else luck_text(review.luck), closing_text(review.account is not None))


def moment_sentences(game: GameReview, style: CardStyle) -> list[tuple[str, str]]:
    """The costliest moments of a game: which hand, and what happened."""
    return [(game.title(moment.deal), moment.text) for moment in costliest_moments(game.hands, style)]
