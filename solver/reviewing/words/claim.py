"""The sentence about a claim."""

from __future__ import annotations

from solver.game.cards import Side
from solver.reviewing.claim import ClaimReview
from solver.reviewing.words.phrases import tricks_and_points

__all__ = ["claim_text"]


def claim_text(claim: ClaimReview) -> str:
    """How the rest was settled, and whether best play says so."""
    rest, best = claim.rest, claim.best
    said = f"The rest was settled without play: {rest[Side.NS]} for North-South, {rest[Side.EW]} for East-West."
    if claim.side is None:
        return said + " Best play gives the same."
    gave = f"{claim.side.full_name} gave away {tricks_and_points(claim.loss_tricks, claim.loss_points)}"
    return f"{said} Best play gives {best[Side.NS]} and {best[Side.EW]}: {gave}."
