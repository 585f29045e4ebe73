"""What the first lead was worth (R10): the same contracts with every other first leader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from solver.answer import Answer
from solver.deal import Deal
from solver.game.auction import Auction
from solver.game.cards import Seat, Side
from solver.reviewing.payoff import Payoff
from solver.search import Engine, Limits
from solver.search.double_dummy_table import TrickTable

__all__ = ["LeadReview", "review_lead"]


@dataclass(frozen=True, slots=True)
class LeadReview(Answer):
    """NS tricks and margins by first leader, contracts and exempt seats unchanged."""

    seat: Annotated[Seat, "Who led."]
    ns_tricks: Annotated[dict[Seat, int], "NS tricks by first leader."]
    margins: Annotated[dict[Seat, int], "Points of NS less those of EW by first leader."]
    other: Annotated[Seat, "The opponent whose lead would be best for the other side."]
    worth_tricks: Annotated[int, "Tricks that the leader's side gains over that lead; below 0 for a burden."]
    worth_points: Annotated[int, "Points that it gains."]


def review_lead(
    deal: Deal, auction: Auction, table: TrickTable, payoff: Payoff, engine: Engine, limits: Limits
) -> LeadReview | None:
    """What the first lead was worth; None where nobody leads."""
    leader = auction.leader
    if leader is None:
        return None
    exempt = auction.exempt
    ns = engine.table(deal, [(seat, exempt) for seat in Seat], limits) if auction.board_mask else table.ns
    tricks = dict(zip(Seat, ns, strict=True))
    margins = {seat: payoff.margin(ns) for seat, ns in tricks.items()}
    sign = 1 if leader.side is Side.NS else -1
    # The other side's better leader in points, then in tricks, then the first in order.
    other = min(leader.side.other.seats, key=lambda seat: (sign * margins[seat], sign * tricks[seat], seat))
    return LeadReview(
        leader,
        tricks,
        margins,
        other,
        sign * (tricks[leader] - tricks[other]),
        sign * (margins[leader] - margins[other]),
    )
