"""A played hand reviewed: what each bid and each card cost, in tricks, points and plain words.

``review`` is the way in.  ``record`` reads a play as people write it down and ``steps`` finds what is illegal in
it; ``plays``, ``bidding`` and ``claims`` judge cards, bids and claims; ``judged`` adds up players, sides and the
account, ``story`` and ``sentences`` put it into words; ``text``, ``markdown`` and ``page`` show it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from solver.cards import Card, Seat
from solver.deal import Deal
from solver.deal_json import kind_of
from solver.errors import DealError
from solver.reviewing.game import GameReview, GameReviewTask
from solver.reviewing.result import Review
from solver.reviewing.task import ON_ILLEGAL, ReviewTask
from solver.search import Cancel, Engine, Limits
from solver.tables import TrickTable

__all__ = ["ON_ILLEGAL", "GameReview", "GameReviewTask", "Review", "ReviewTask", "review", "review_game"]


def review(
    deal: Deal | Mapping[str, Any],
    *,
    play: Sequence[Card | str] | None = None,
    leader: Seat | None = None,
    claim: Mapping[str, int] | str | None = None,
    on_illegal: str | None = None,
    table: TrickTable | None = None,
    engine: Engine | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    threads: int = 1,
    memory_mb: int = 256,
    cancel: Cancel | None = None,
) -> Review:
    """What each bid and each card of a hand cost, against best bidding and best play.

    ``deal`` is a Deal, or JSON with the fields of POST /v1/review.  ``play`` stands for the deal's own, which
    in a Deal must be legal.  ``leader`` leads where there are no bids.  ``claim`` settles the rest: tricks by
    side, or the side that has them all.  An illegal play is a DealError, or told in ``errors`` with
    ``on_illegal="report"``.  ``table`` and ``engine`` spare work already done; the limits are those of
    ``solve``.  Errors: DealError, LimitError, Cancelled.
    """
    given = {"play": play, "leader": leader, "claim": claim, "on_illegal": on_illegal}
    fields = {name: value for name, value in given.items() if value is not None}
    if isinstance(deal, Deal):
        deal = deal.to_dict()
    if not isinstance(deal, Mapping):
        raise DealError(f"a review is of a deal, not of {kind_of(deal)}")
    task = ReviewTask.from_dict({**deal, **fields})
    shorter = [limit for limit in (time_limit, task.time_limit) if limit is not None]
    limits = Limits(min(shorter, default=None), node_limit or task.node_limit, threads, memory_mb, cancel)
    return task.review(limits, engine, table)


def review_game(
    deals: Sequence[Deal | Mapping[str, Any]],
    *,
    on_illegal: str | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_mb: int = 256,
    cancel: Cancel | None = None,
) -> GameReview:
    """The hands of a game, or any others, each reviewed, with sums by player and side.

    Each is what ``review`` takes; the limits hold for all together.  DealError points to ``/deals/<i>``.
    """
    items = [deal.to_dict() if isinstance(deal, Deal) else deal for deal in deals]
    task = GameReviewTask.from_dict({"deals": items, "on_illegal": on_illegal, "node_limit": node_limit})
    return task.run(time_limit=time_limit, memory_mb=memory_mb, cancel=cancel)
