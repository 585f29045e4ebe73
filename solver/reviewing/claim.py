"""Tricks settled without play, held against best play (R14 has every deal played out; people often do not)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from solver.answer import Answer
from solver.errors import DealError
from solver.game.cards import Side
from solver.reviewing.payoff import Payoff
from solver.reviewing.record import Record
from solver.reviewing.replay import Replay

__all__ = ["ClaimReview", "review_claim"]


@dataclass(frozen=True, slots=True)
class ClaimReview(Answer):
    """The rest as it was settled, against best play."""

    rest: Annotated[dict[Side, int], "Tricks of the rest by side, as settled."]
    best: Annotated[dict[Side, int], "Tricks of the rest by side, with best play."]
    side: Annotated[Side | None, "Who gave something away; null if nobody did."]
    loss_tricks: Annotated[int, "Tricks given away."]
    loss_points: Annotated[int | None, "Points given away; null where no bids are known."]


def review_claim(record: Record, replay: Replay, cards: int, best_ns: int, payoff: Payoff | None) -> ClaimReview | None:
    """The rest after ``replay``, of which best play would give NS ``best_ns`` tricks in all.

    None where nothing is claimed, or where the record breaks off in nonsense.  DealError for a claim
    that cannot be.
    """
    if replay.stopped:
        return None
    taken = replay.last.ns_tricks
    left = cards - taken - replay.last.ew_tricks
    claimed = _by_claim(record, left)
    by_result = _by_result(record, taken, left, cards)
    if claimed is not None and by_result is not None and claimed != by_result:
        text = f"NS take {claimed} of the rest by the claim, and {by_result} by the tricks given"
        raise DealError(text, "R14", pointer="/tricks")
    ns = by_result if claimed is None else claimed
    if ns is None or not left:
        return None
    best = best_ns - taken
    side = None if ns == best else Side.NS if ns < best else Side.EW
    points = None
    if payoff is not None:
        points = abs(payoff.margin(taken + ns) - payoff.margin(best_ns))
    return ClaimReview(
        {Side.NS: ns, Side.EW: left - ns}, {Side.NS: best, Side.EW: left - best}, side, abs(ns - best), points
    )


def _by_claim(record: Record, left: int) -> int | None:
    """NS tricks of the rest by the claim."""
    claim = record.claim
    if claim is None:
        return None
    if isinstance(claim, Side):
        return left if claim is Side.NS else 0
    ns = claim.get(Side.NS, left - claim.get(Side.EW, 0))
    ew = claim.get(Side.EW, left - ns)
    if ns < 0 or ew < 0 or ns + ew != left:
        said = " and ".join(f"{tricks} for {side}" for side, tricks in claim.items())
        text = f"{said} are claimed, and {left} of the tricks are left, the one in play included"
        raise DealError(text, "R14", pointer="/claim")
    return ns


def _by_result(record: Record, taken: int, left: int, cards: int) -> int | None:
    """NS tricks of the rest by the tricks of the whole deal."""
    won = record.won
    if won is None:
        return None
    ns = won.get(Side.NS, cards - won.get(Side.EW, 0))
    if ns < 0 or ns + won.get(Side.EW, cards - ns) != cards:
        raise DealError(f"the tricks given are not the {cards} of the deal", "R14", pointer="/tricks")
    if not taken <= ns <= taken + left:
        so_far = f"NS have {taken} by the play" + (f" with {left} left" if left else "")
        raise DealError(f"{so_far}, and cannot have {ns} in all", "R14", pointer="/tricks")
    return ns - taken
