"""One hand from its record to its review: everything analysed, added up, and told in words."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from solver.deal import Deal
from solver.errors import DealError
from solver.game.auction import Auction
from solver.game.cards import Seat, Side
from solver.reviewing.account import Account, Luck
from solver.reviewing.accuracy import PartyReview, reviews_by_seat, reviews_by_side
from solver.reviewing.bids import BiddingReview, BidReview, review_bids
from solver.reviewing.card_play import PlayReview, review_plays
from solver.reviewing.claim import ClaimReview, review_claim
from solver.reviewing.expected import expected_margin
from solver.reviewing.lead import LeadReview, review_lead
from solver.reviewing.payoff import Payoff
from solver.reviewing.record import Record
from solver.reviewing.replay import Replay, replay_record
from solver.reviewing.result import Review, Status
from solver.reviewing.words.summary import summary
from solver.reviewing.words.turning_points import notes, turning_points
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
    analysis = _analyse(deal.with_play(()), record, reject, table, clock)
    review = _review(analysis, clock)
    return replace(
        review, turning_points=turning_points(review), notes=notes(review), summary=summary(review), ms=clock.ms
    )


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

    @property
    def ms(self) -> float:
        return round(self.seconds * 1000, 3)

    def left(self) -> Limits:
        return self.limits.less(self.seconds, self.nodes)


@dataclass(frozen=True, slots=True)
class _Analysis:
    """The parts of a review, before they are added up.

    ``auction`` and ``bidding`` are None where no bids are known, ``payoff`` also while bids are missing;
    ``replay`` is None where nothing is to be played.  ``final_ns`` are NS tricks at the end: those taken, and
    of the rest those claimed, or else those of best play.
    """

    deal: Deal
    auction: Auction | None
    bidding: BiddingReview | None
    payoff: Payoff | None
    lead: LeadReview | None
    replay: Replay | None
    plays: tuple[PlayReview, ...]
    claim: ClaimReview | None
    final_ns: int | None

    @property
    def bids(self) -> tuple[BidReview, ...]:
        return self.bidding.bids if self.bidding else ()

    @property
    def status(self) -> Status:
        """As in ``Review``."""
        if self.auction is not None and not self.auction.complete:
            return "bidding"
        if self.replay is None:
            return "passed_out"
        if self.replay.stopped:
            return "stopped"
        if self.replay.last.finished:
            return "complete"
        return "unfinished" if self.claim is None else "claimed"

    def players(self) -> dict[Seat, PartyReview]:
        """Each seat's losses in bids and cards."""
        return reviews_by_seat(self.bids, self.plays, in_points=self.auction is not None)

    def sides(self) -> dict[Side, PartyReview]:
        """Each side's losses, those of a claim included."""
        return reviews_by_side(self.players(), self.claim)

    def account(self) -> Account | None:
        """From par to what came out; None where no bids are known."""
        if self.bidding is None:
            return None
        final = self.bidding.best_end.margin
        if self.payoff is not None and self.final_ns is not None:
            final = self.payoff.margin(self.final_ns)
        sides = self.sides()
        return Account(
            par_margin=self.bidding.par.margin,
            bidding={side: sides[side].bidding.lost for side in Side},
            play={side: sides[side].play.lost + sides[side].claim_points - sides[side].gain_points for side in Side},
            illegal={side: sides[side].gain_points for side in Side},
            final_margin=final,
        )

    def luck(self) -> Luck | None:
        """What the cards gave and what bids and cards made of it; None where no bids are known."""
        account = self.account()
        if account is None or self.auction is None:
            return None
        return Luck.of(account, expected_margin(self.auction.cards, self.auction.dealer, self.deal.rules))


def _analyse(deal: Deal, record: Record, reject: bool, table: TrickTable | None, clock: _Clock) -> _Analysis:
    auction = _auction(deal, record)
    replay = _replay(deal, auction, record)
    if reject and replay is not None and replay.irregularities:
        raise DealError.of(irregularity.fault for irregularity in replay.irregularities)

    payoff = Payoff.of(auction, deal.rainbows()) if auction is not None and auction.complete else None
    plays: tuple[PlayReview, ...] = ()
    final = claim = bidding = lead = None
    if replay is not None:
        plays, final = review_plays(replay, payoff, clock.engine, clock.left())
        claim = review_claim(record, replay, deal.cards, final, payoff)
        if claim is not None:
            final = replay.last.ns_tricks + claim.rest[Side.NS]
    if auction is not None:
        table = table or trick_table(deal, clock.left(), clock.engine)
        bidding = review_bids(auction, table, deal.rainbows())
        if payoff is not None:
            lead = review_lead(deal, auction, table, payoff, clock.engine, clock.left())
    return _Analysis(deal, auction, bidding, payoff, lead, replay, plays, claim, final)


def _auction(deal: Deal, record: Record) -> Auction | None:
    """The auction to judge; None where only the cards can be, or DealError if there is nothing to judge."""
    begun = record.tells_of_play
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


def _replay(deal: Deal, auction: Auction | None, record: Record) -> Replay | None:
    """The play card by card; None where there is none to come."""
    if auction is not None:
        return None if auction.leader is None else replay_record(deal, record, auction.leader, auction.exempt)
    leader = record.first_leader
    if leader is None and record.play:
        leader = deal.holder(record.play[0])
    if leader is None:
        raise DealError("nobody leads: give a leader, or all bids", "R10", pointer="/leader")
    return replay_record(deal, record, leader, record.exempt or ())


def _review(analysis: _Analysis, clock: _Clock) -> Review:
    """The review as values, without its words."""
    end = None if analysis.bidding is None else analysis.bidding.best_end
    contracts, leader, tricks, score = (
        (None, None, None, None) if end is None else (end.contracts, end.leader, end.tricks, end.score)
    )
    if (ns := analysis.final_ns) is not None:
        tricks = {Side.NS: ns, Side.EW: analysis.deal.cards - ns}
        if analysis.payoff is not None:
            score = dict(analysis.payoff.points[ns])
    if leader is None and analysis.replay is not None:
        leader = analysis.replay.first.leader
    return Review(
        deal=analysis.deal,
        status=analysis.status,
        contracts=contracts,
        leader=leader,
        tricks=tricks,
        score=score,
        par=None if analysis.bidding is None else analysis.bidding.par,
        lead=analysis.lead,
        bids=analysis.bids,
        plays=analysis.plays,
        claim=analysis.claim,
        players=analysis.players(),
        sides=analysis.sides(),
        account=analysis.account(),
        luck=analysis.luck(),
        errors=() if analysis.replay is None else analysis.replay.irregularities,
        turning_points=(),
        notes=(),
        summary=(),
        nodes=clock.nodes,
        ms=clock.ms,
    )
