"""Sentences about bids: what one cost, what the first lead was worth, par."""

from __future__ import annotations

from solver.formats.words import bids_text, count
from solver.game.cards import Side
from solver.reviewing.bids import BidReview, Par
from solver.reviewing.lead import LeadReview
from solver.reviewing.words.phrases import margin_text, standing

__all__ = ["bid_text", "lead_text", "par_text"]


def bid_text(bid: BidReview) -> str:
    """What a bid that lost points cost, and the better one."""
    sign = 1 if bid.seat.side is Side.NS else -1
    made = "passed" if bid.bid.is_pass else f"bid {bid.bid}"
    return (
        f"Bidding: {bid.seat.full_name} {made}; best was {bid.best.word}{_as_good(bid)}. With best bidding and play"
        f" from there {bid.seat.side.full_name} would have ended {standing(sign * bid.margin_before)}; after this bid"
        f" they end {standing(sign * bid.margin_after)}: {count(bid.loss_points, 'point')} lost."
    )


def _as_good(bid: BidReview) -> str:
    """All other bids that lose nothing; empty if there are none."""
    others = [other for other in bid.as_good if other != bid.best]
    return f" ({bids_text(others)} would do as well)" if others else ""


def lead_text(lead: LeadReview, led: bool = True) -> str:
    """Who led first, or is to lead if nobody has ``led``, and what that is worth."""
    said = f"{lead.seat.full_name} {'had' if led else 'has'} the first lead"
    if lead.worth_tricks == 0:
        return f"{said}, which is worth the same as a lead by {lead.other.full_name}."
    worth = f"{count(abs(lead.worth_tricks), 'trick')} and {count(abs(lead.worth_points), 'point')}"
    what = "worth" if lead.worth_tricks > 0 else "a burden of"
    return f"{said}: {what} {worth} to {lead.seat.side.full_name}, beside a lead by {lead.other.full_name}."


def par_text(par: Par) -> str:
    """The par of a deal in one sentence."""
    if par.leader is None:
        return "With best bidding all four pass."
    return f"With best bidding and best play by all four: {margin_text(par.margin)}."
