"""One hand from its record to its review."""

from __future__ import annotations

import time

from solver.deal import Deal
from solver.errors import DealError
from solver.game.auction import Auction
from solver.game.cards import Seat, Side
from solver.reviewing.bidding import judge_bids, judge_lead
from solver.reviewing.claims import judge_claim
from solver.reviewing.judged import Judged
from solver.reviewing.plays import PlayReview, judge_plays
from solver.reviewing.record import Record
from solver.reviewing.result import Review
from solver.reviewing.stakes import Stakes
from solver.reviewing.steps import Walk, walk
from solver.reviewing.story import card_texts, summary, turning_points
from solver.search import Engine, Limits, trick_table
from solver.search.double_dummy_table import TrickTable

__all__ = ["review_hand"]


def review_hand(
    deal: Deal,
    record: Record,
    *,
    reject: bool = True,
    limits: Limits,
    engine: Engine | None = None,
    table: TrickTable | None = None,
) -> Review:
    """The review of ``deal``, whose own play is not looked at, as it was played by ``record``.

    With ``reject`` an illegal play is a DealError, else it is told in ``errors``.  ``engine`` lends its
    warm table; ``table`` spares the search for the bids.  Errors: DealError, LimitError, Cancelled.
    """
    clock = _Clock(engine or Engine(deal.rules, limits.memory_mb, limits.threads), limits)
    deal = deal.with_play(())
    auction = _auction(deal, record)
    walked = _walk(deal, auction, record)
    if reject and walked is not None and walked.errors:
        raise DealError.of(illegal.fault for illegal in walked.errors)

    stakes = Stakes.of(auction, deal.rainbows()) if auction is not None and auction.complete else None
    plays: tuple[PlayReview, ...] = ()
    final = claim = bidding = lead = None
    if walked is not None:
        plays, final = judge_plays(walked, stakes, clock.engine, clock.left())
        claim = judge_claim(record, walked, deal.cards, final, stakes)
        if claim is not None:
            final = walked.last.ns_tricks + claim.rest[Side.NS]
    if auction is not None:
        table = table or trick_table(deal, clock.left(), clock.engine)
        bidding = judge_bids(auction, table, deal.rainbows())
        if stakes is not None:
            lead = judge_lead(deal, auction, table, stakes, clock.engine, clock.left())
    hand = Judged(deal, auction, bidding, stakes, lead, walked, plays, claim, final)
    return _finish(hand, clock)


class _Clock:
    """What is left of the limits, and what the work took."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self.engine = engine
        self.limits = limits
        self.began = time.perf_counter()
        self.before = engine.nodes

    @property
    def nodes(self) -> int:
        return self.engine.nodes - self.before

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began

    def left(self) -> Limits:
        return self.limits.less(self.seconds, self.nodes)


def _auction(deal: Deal, record: Record) -> Auction | None:
    """The auction to judge; None where only the cards can be, or DealError if there is nothing to judge."""
    begun = bool(record.play or record.claim is not None or record.won)
    if not deal.bids:
        if begun:
            return None
        raise DealError("there is nothing to review: give bids, play, or both", pointer="/play")
    auction = deal.auction
    if begun and not auction.complete:
        text = f"the play needs all four bids, or none at all, and {auction.next} has not bid"
        raise DealError(text, "R10", pointer="/bids")
    if auction.passed_out and (record.play or record.claim is not None):
        raise DealError("all four passed, so nothing is played", "R9", pointer="/play")
    if auction.leader is not None and record.leader not in (None, auction.leader):
        raise DealError(f"the bids give the first lead to {auction.leader}", "R10", pointer="/leader")
    if auction.complete and record.exempt is not None and frozenset(record.exempt) != auction.exempt:
        raise DealError("the bids say who may lead trump at any time", "R12", pointer="/exempt")
    return auction


def _walk(deal: Deal, auction: Auction | None, record: Record) -> Walk | None:
    """The play step by step; None where there is none to come."""
    if auction is not None:
        return None if auction.leader is None else walk(deal, record, auction.leader, auction.exempt)
    leader = record.first_leader
    if leader is None and record.play:
        first = record.play[0].index
        leader = next((seat for seat in Seat if deal.hands[seat] >> first & 1), None)
    if leader is None:
        raise DealError("nobody leads: give a leader, or all bids", "R10", pointer="/leader")
    return walk(deal, record, leader, record.exempt or ())


def _finish(hand: Judged, clock: _Clock) -> Review:
    """The review as values and words."""
    best = None if hand.bidding is None else hand.bidding.best.score
    cards, ns = hand.deal.cards, hand.final_ns
    contracts, leader, tricks, score = (
        (None, None, None, None) if best is None else (best.contracts, best.leader, best.tricks, best.score)
    )
    if ns is not None:
        tricks = {Side.NS: ns, Side.EW: cards - ns}
        if hand.stakes is not None:
            score = {side: hand.stakes.points[ns][side] for side in Side}
    if leader is None and hand.walk is not None:
        leader = hand.walk.first.leader
    return Review(
        deal=hand.deal,
        status=hand.status,
        contracts=contracts,
        leader=leader,
        tricks=tricks,
        score=score,
        par=None if hand.bidding is None else hand.bidding.par,
        lead=hand.lead,
        bids=hand.bids,
        plays=hand.plays,
        claim=hand.claim,
        players=hand.players(),
        sides=hand.sides(),
        account=hand.account(),
        luck=hand.luck(),
        turning_points=turning_points(hand),
        notes=tuple(text for play, text in card_texts(hand) if play.legal and play.loss_points == 0),
        summary=summary(hand),
        errors=() if hand.walk is None else hand.walk.errors,
        nodes=clock.nodes,
        ms=round(clock.seconds * 1000, 3),
    )
