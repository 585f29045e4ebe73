"""The review of a hand as plain values, named as in its JSON."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, ClassVar, Literal

from solver.answer import Answer
from solver.deal import Deal
from solver.game.auction import Bid, Contract
from solver.game.cards import Card, Seat, Side
from solver.game.rules import Rules
from solver.reviewing.account import Account, Luck
from solver.reviewing.accuracy import PartyReview
from solver.reviewing.bids import BidReview, Par
from solver.reviewing.card_play import PlayReview
from solver.reviewing.claim import ClaimReview
from solver.reviewing.irregularity import Irregularity
from solver.reviewing.lead import LeadReview

__all__ = ["HandReview", "Review", "Status", "TurningPoint"]

Status = Literal["complete", "claimed", "unfinished", "stopped", "passed_out", "bidding"]


@dataclass(frozen=True, slots=True)
class TurningPoint(Answer):
    """A bid, card or claim that lost points (tricks where no bids are known), or an illegal card that won some."""

    MEMBERS: ClassVar[tuple[str, ...]] = (
        "kind",
        "seat",
        "side",
        "what",
        "trick",
        "index",
        "loss_tricks",
        "loss_points",
        "text",
    )

    kind: Annotated[Literal["bid", "card", "illegal", "claim"], "What it was; illegal for a card against the rules."]
    seat: Annotated[Seat | None, "Whose it was; null for a claim."]
    side: Annotated[Side, "The side that lost by it, or won by an illegal card."]
    choice: Bid | Card | None
    trick: Annotated[int | None, "In which trick, from 1; null for bids and claims."]
    index: Annotated[int | None, "Cards played before; null for bids and claims."]
    loss_tricks: Annotated[int, "Tricks lost; below 0 what an illegal card won."]
    loss_points: Annotated[int | None, "Points lost; below 0 what an illegal card won; null where no bids are known."]
    text: Annotated[str, "What happened, in plain words."]

    @property
    def what(self) -> str:
        """The bid, the card, or claim."""
        match self.choice:
            case Bid():
                return self.choice.word
            case Card():
                return self.choice.name
        return "claim"

    @property
    def loss(self) -> int:
        """Points lost, tricks where no bids are known; below 0 what an illegal card won."""
        return self.loss_tricks if self.loss_points is None else self.loss_points


@dataclass(frozen=True, slots=True)
class HandReview(Answer):
    """A hand reviewed; ``deal`` is without its play."""

    MEMBERS: ClassVar[tuple[str, ...]] = (
        "status",
        "contracts",
        "leader",
        "tricks",
        "score",
        "par",
        "lead",
        "bids",
        "plays",
        "claim",
        "players",
        "sides",
        "account",
        "luck",
        "turning_points",
        "notes",
        "summary",
        "errors",
        "rules",
    )

    deal: Deal
    status: Annotated[
        Status,
        "complete, claimed, unfinished (the rest counts with best play), stopped (the record makes no sense from some"
        " card on), passed_out, or bidding (what is missing counts as best bids).",
    ]
    contracts: Annotated[dict[Side, Contract] | None, "What each side had to make; null without bids."]
    leader: Annotated[Seat | None, "Who led first; null if all passed."]
    tricks: Annotated[dict[Side, int] | None, "Tricks of each side; null if all passed."]
    score: Annotated[dict[Side, int] | None, "Points of each side; null without bids."]
    par: Annotated[Par | None, "Best bidding and best play from the start; null without bids."]
    lead: Annotated[
        LeadReview | None,
        "What the first lead was worth to the leader's side, beside a lead by the other side's better leader.",
    ]
    bids: Annotated[tuple[BidReview, ...], "Every bid, in bidding order."]
    plays: Annotated[tuple[PlayReview, ...], "Every card, in the order played."]
    claim: Annotated[ClaimReview | None, "The rest as it was settled, against best play."]
    players: Annotated[dict[Seat, PartyReview], "Losses by seat."]
    sides: Annotated[dict[Side, PartyReview], "Losses by side, those of a claim included."]
    account: Annotated[Account | None, "From par to the result; null without bids."]
    luck: Annotated[Luck | None, "Luck of the cards and skill; null without bids."]
    errors: Annotated[tuple[Irregularity, ...], "What was illegal in the play, in order."]
    turning_points: Annotated[tuple[TurningPoint, ...], "What lost points, in order."]
    notes: Annotated[tuple[str, ...], "Of cards that lost a trick and no point."]
    summary: Annotated[tuple[str, ...], "A few plain sentences."]

    @property
    def over(self) -> bool:
        """Whether the result is known: nothing of it is taken from best bids or best play."""
        return self.status in ("complete", "claimed", "passed_out")

    @property
    def rules(self) -> Rules:
        """The rules it was judged by."""
        return self.deal.rules


@dataclass(frozen=True, slots=True)
class Review(HandReview):
    """A hand reviewed, with the work that it took."""

    MEMBERS: ClassVar[tuple[str, ...]] = (*HandReview.MEMBERS[:-1], "nodes", "ms", "rules")

    nodes: Annotated[int, "Positions searched."]
    ms: Annotated[float, "Milliseconds of work."]

    @property
    def hand(self) -> HandReview:
        """The review without the work."""
        return HandReview(**{each.name: getattr(self, each.name) for each in fields(HandReview)})
