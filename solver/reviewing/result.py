"""The review of a hand as plain values, named as in POST /v1/review."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.answer import Answer, to_json
from solver.deal import Deal
from solver.game.auction import Contract
from solver.game.cards import Seat, Side
from solver.reviewing.bidding import BidReview, Lead, Par
from solver.reviewing.plays import PlayReview
from solver.reviewing.stakes import Kept
from solver.reviewing.steps import Illegal

__all__ = ["Account", "ClaimReview", "Luck", "PartyReview", "Review", "TurningPoint"]

BySide = dict[Side, int]
"""``{Side.NS: …, Side.EW: …}``."""


@dataclass(frozen=True, slots=True)
class Account:
    """From the par of the deal to what came out, in points, with nothing left over.

    final_margin = par_margin − bidding.NS + bidding.EW − play.NS + play.EW; margins are NS less EW,
    ``bidding`` and ``play`` the points lost by each side.  What a side won by illegal cards is taken off its
    ``play`` and told in ``illegal``; what it gave away in a claim is in its ``play``.
    """

    par_margin: int
    bidding: BySide
    play: BySide
    illegal: BySide
    final_margin: int

    @property
    def residual(self) -> int:
        """What the sum leaves unexplained: always 0."""
        losses = (self.bidding[side] + self.play[side] for side in Side)
        ns, ew = losses
        return self.final_margin - (self.par_margin - ns + ew)

    def to_dict(self) -> dict[str, Any]:
        return {
            "par_margin": self.par_margin,
            "bidding": dict(self.bidding),
            "play": dict(self.play),
            "illegal": dict(self.illegal),
            "final_margin": self.final_margin,
        }


@dataclass(frozen=True, slots=True)
class Luck:
    """Where the final margin comes from, NS less EW: final = expected + cards + skill.

    ``expected`` is the mean par margin of deals of this size and dealer, with its standard ``error``; 0 where
    none was ``measured``.  ``cards`` is what this deal's par has beyond it, ``skill`` what bids and cards
    made of that.
    """

    expected: float
    error: float
    cards: float
    skill: int
    measured: bool

    def to_dict(self) -> dict[str, Any]:
        return {
            "expected": self.expected,
            "error": self.error,
            "cards": self.cards,
            "skill": self.skill,
            "measured": self.measured,
        }


@dataclass(frozen=True, slots=True)
class PartyReview:
    """A player's or a side's part; ``loss_points`` is None where no bids are known, and accuracy is then of tricks.

    ``choices`` counts the cards at which the legal ones were not all equally good.  A side's losses hold
    its ``claim`` too.  ``gain_points`` were won by illegal cards.
    """

    bidding: Kept
    play: Kept
    loss_tricks: int
    choices: int
    in_points: bool
    gain_points: int = 0
    claim: int = 0

    @property
    def accuracy(self) -> float:
        """Points kept of the points at stake in bids and cards, percent."""
        return (self.bidding + self.play).accuracy

    @property
    def loss_points(self) -> int | None:
        """Points lost by bids, cards and claim."""
        return self.bidding.lost + self.play.lost + self.claim if self.in_points else None

    def __add__(self, other: PartyReview) -> PartyReview:
        return PartyReview(
            self.bidding + other.bidding,
            self.play + other.play,
            self.loss_tricks + other.loss_tricks,
            self.choices + other.choices,
            self.in_points and other.in_points,
            self.gain_points + other.gain_points,
            self.claim + other.claim,
        )

    def to_dict(self) -> dict[str, Any]:
        def part(kept: Kept) -> dict[str, Any]:
            points = {"loss_points": kept.lost, "at_stake": kept.at_stake} if self.in_points else {}
            return {"accuracy": kept.accuracy, **points}

        return {
            "accuracy": self.accuracy,
            "loss_tricks": self.loss_tricks,
            "loss_points": self.loss_points,
            "choices": self.choices,
            "bidding": part(self.bidding),
            "play": part(self.play),
            "claim_points": self.claim,
            "gain_points": self.gain_points,
        }


@dataclass(frozen=True, slots=True)
class ClaimReview:
    """The rest as it was settled, against best play, both in tricks; ``side`` gave something away, or None."""

    rest: BySide
    best: BySide
    side: Side | None
    loss_tricks: int
    loss_points: int | None

    def to_dict(self) -> dict[str, Any]:
        return {
            "rest": dict(self.rest),
            "best": dict(self.best),
            "side": None if self.side is None else str(self.side),
            "loss_tricks": self.loss_tricks,
            "loss_points": self.loss_points,
        }


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A bid, card or claim that lost points (tricks where no bids are known), or an illegal card that won some."""

    kind: str
    seat: Seat | None
    side: Side
    what: str
    trick: int | None
    index: int | None
    loss_tricks: int
    loss_points: int | None
    text: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "seat": None if self.seat is None else str(self.seat),
            "side": str(self.side),
            "what": self.what,
            "trick": self.trick,
            "index": self.index,
            "loss_tricks": self.loss_tricks,
            "loss_points": self.loss_points,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Review(Answer):
    """A hand reviewed; see the fields' own classes.

    ``status``: complete, claimed, unfinished (the rest counts with best play), stopped (as unfinished: the
    record makes no sense from some card on), passed_out, or bidding (bids are missing: they count as best
    bids).  ``deal`` is without its play.  ``tricks``, ``score`` and ``contracts`` are the deal's results.
    Without any bids, ``contracts``, ``score``, ``par``, ``account`` and ``luck`` are None.  ``errors`` is
    what was illegal; ``notes`` tell of the cards that lost a trick and no point.  ``nodes`` and ``ms`` tell the work.
    """

    deal: Deal
    status: str
    contracts: dict[Side, Contract] | None
    leader: Seat | None
    tricks: BySide | None
    score: BySide | None
    par: Par | None
    lead: Lead | None
    bids: tuple[BidReview, ...]
    plays: tuple[PlayReview, ...]
    claim: ClaimReview | None
    players: Mapping[Seat, PartyReview]
    sides: Mapping[Side, PartyReview]
    account: Account | None
    luck: Luck | None
    turning_points: tuple[TurningPoint, ...]
    notes: tuple[str, ...]
    summary: tuple[str, ...]
    errors: tuple[Illegal, ...]
    nodes: int
    ms: float

    def to_dict(self) -> dict[str, Any]:
        """The answer of POST /v1/review."""
        return {
            "status": self.status,
            "contracts": to_json(self.contracts),
            "leader": self.leader,
            "tricks": None if self.tricks is None else dict(self.tricks),
            "score": None if self.score is None else dict(self.score),
            "par": None if self.par is None else self.par.to_dict(),
            "lead": None if self.lead is None else self.lead.to_dict(),
            "bids": [bid.to_dict() for bid in self.bids],
            "plays": [play.to_dict() for play in self.plays],
            "claim": None if self.claim is None else self.claim.to_dict(),
            "players": {seat: player.to_dict() for seat, player in self.players.items()},
            "sides": {side: party.to_dict() for side, party in self.sides.items()},
            "account": None if self.account is None else self.account.to_dict(),
            "luck": None if self.luck is None else self.luck.to_dict(),
            "turning_points": [point.to_dict() for point in self.turning_points],
            "notes": list(self.notes),
            "summary": list(self.summary),
            "errors": [illegal.to_dict() for illegal in self.errors],
            "nodes": self.nodes,
            "ms": self.ms,
            "rules": self.deal.rules.to_value(),
        }
