"""Everything judged about one hand, before it is added up and put into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from solver.deal import Deal
from solver.game.auction import Auction, Contract
from solver.game.cards import Seat, Side
from solver.reviewing.bidding import Bidding, BidReview, Lead
from solver.reviewing.expected import expected_margin
from solver.reviewing.plays import PlayReview
from solver.reviewing.result import Account, ClaimReview, Luck, PartyReview
from solver.reviewing.stakes import Kept, Stakes
from solver.reviewing.steps import Walk

__all__ = ["Judged"]


@dataclass(frozen=True, slots=True)
class Judged:
    """The parts of a review.

    ``auction`` and ``bidding`` are None where no bids are known, ``stakes`` also while bids are missing;
    ``walk`` is None where nothing is to be played.  ``final_ns`` are NS tricks at the end: those taken, and
    of the rest those claimed, or else those of best play.
    """

    deal: Deal
    auction: Auction | None
    bidding: Bidding | None
    stakes: Stakes | None
    lead: Lead | None
    walk: Walk | None
    plays: tuple[PlayReview, ...]
    claim: ClaimReview | None
    final_ns: int | None

    @property
    def bids(self) -> tuple[BidReview, ...]:
        return self.bidding.bids if self.bidding else ()

    @property
    def contracts(self) -> Mapping[Side, Contract] | None:
        """What each side must make; None before all have bid, or where nobody did."""
        return self.auction.contracts() if self.auction is not None and self.auction.complete else None

    @property
    def status(self) -> str:
        """As in ``Review``."""
        if self.auction is not None and not self.auction.complete:
            return "bidding"
        if self.walk is None:
            return "passed_out"
        if self.walk.stopped:
            return "stopped"
        if self.walk.last.finished:
            return "complete"
        return "unfinished" if self.claim is None else "claimed"

    def players(self) -> dict[Seat, PartyReview]:
        """Each seat's losses in bids and cards."""
        return {seat: self._player(seat) for seat in Seat}

    def sides(self) -> dict[Side, PartyReview]:
        """Each side's losses, those of a claim included."""
        players = self.players()
        found = {}
        for side in Side:
            first, second = side.seats
            party = players[first] + players[second]
            if self.claim is not None and self.claim.side is side:
                party = replace(
                    party,
                    loss_tricks=party.loss_tricks + self.claim.loss_tricks,
                    claim=self.claim.loss_points or 0,
                )
            found[side] = party
        return found

    def _player(self, seat: Seat) -> PartyReview:
        plays = [play for play in self.plays if play.seat is seat]
        return PartyReview(
            bidding=Kept.sum(bid.kept for bid in self.bids if bid.seat is seat),
            play=Kept.sum(play.kept for play in plays),
            loss_tricks=sum(play.loss_tricks for play in plays),
            choices=sum(play.choice and play.legal for play in plays),
            in_points=self.auction is not None,
            gain_points=sum(play.gain_points or 0 for play in plays),
        )

    def account(self) -> Account | None:
        """From par to what came out; None where no bids are known."""
        if self.bidding is None:
            return None
        known = self.stakes is not None and self.final_ns is not None
        sides = self.sides()
        return Account(
            par_margin=self.bidding.par.margin,
            bidding={side: sides[side].bidding.lost for side in Side},
            play={side: sides[side].play.lost + sides[side].claim - sides[side].gain_points for side in Side},
            illegal={side: sides[side].gain_points for side in Side},
            final_margin=self.stakes.margin(self.final_ns) if known else self.bidding.best.margin,  # type: ignore[union-attr,arg-type]
        )

    def luck(self) -> Luck | None:
        """What the cards gave and what bids and cards made of it; None where no bids are known."""
        account = self.account()
        if account is None or self.auction is None:
            return None
        before = expected_margin(self.auction.cards, self.auction.dealer, self.deal.rules)
        cards = round(account.par_margin - before.margin, 1)
        return Luck(before.margin, before.error, cards, account.final_margin - account.par_margin, before.measured)
