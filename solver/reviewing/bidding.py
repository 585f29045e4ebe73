"""What each bid cost: the margin with best bidding before and after it, and what the lead was worth (R6 to R10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from solver.bidding.induction import codes_of, last_choice
from solver.bidding.objectives import Margin
from solver.bidding.outcomes import Auctions, Ints, Scores, case_tricks
from solver.deal import Deal
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat, Side
from solver.game.scoring import DealScore
from solver.reviewing.stakes import Kept, Stakes
from solver.search import Engine, Limits
from solver.search.double_dummy_table import TrickTable

__all__ = ["BidReview", "Bidding", "Lead", "Par", "judge_bids", "judge_lead"]


@dataclass(frozen=True, slots=True)
class BidReview:
    """One bid; margins are NS less EW with best bidding after it and best play.

    ``best`` is the bid to make, the smallest of those with the best margin and score; ``as_good`` are all
    that lose nothing.  ``options`` map every legal bid to the margin for the bidder's own side.
    """

    seat: Seat
    bid: Bid
    margin_before: int
    margin_after: int
    loss_points: int
    best: Bid
    as_good: tuple[Bid, ...]
    options: Mapping[str, int]

    @property
    def choice(self) -> bool:
        """Whether the legal bids were not all equally good."""
        return len(set(self.options.values())) > 1

    @property
    def kept(self) -> Kept:
        """Points at stake and lost."""
        return Kept(max(self.options.values()) - min(self.options.values()), self.loss_points)

    def to_dict(self) -> dict[str, Any]:
        return {
            "seat": str(self.seat),
            "bid": self.bid.to_json(),
            "margin_before": self.margin_before,
            "margin_after": self.margin_after,
            "loss_points": self.loss_points,
            "best": self.best.to_json(),
            "as_good": [bid.to_json() for bid in self.as_good],
            "choice": self.choice,
            "options": dict(self.options),
        }


@dataclass(frozen=True, slots=True)
class Par:
    """An auction in which all bid their best, and its result with best play; tricks None if all pass."""

    line: dict[Seat, int | str]
    score: DealScore
    margin: int

    def to_dict(self) -> dict[str, Any]:
        found = {name: value for name, value in self.score.to_dict().items() if name in _PAR_FIELDS}
        return {"line": dict(self.line), **found, "margin": self.margin}


_PAR_FIELDS = ("leader", "contracts", "tricks", "score")


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bids judged; ``par`` is best bidding from the start, ``best`` from the bids made on."""

    bids: tuple[BidReview, ...]
    par: Par
    best: Par


@dataclass(frozen=True, slots=True)
class Lead:
    """Who got the first lead and what it was worth to their side.

    ``ns`` are NS tricks by first leader, the contracts and exempt seats unchanged.  ``other`` is the
    opponent whose lead would be best for the other side; ``worth_tricks`` and ``worth_points`` are what
    the leader's side gains over that, negative where the lead is a burden.
    """

    seat: Seat
    ns: tuple[int, int, int, int]
    margins: tuple[int, int, int, int]
    other: Seat
    worth_tricks: int
    worth_points: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "seat": str(self.seat),
            "ns_tricks": {seat: self.ns[seat] for seat in Seat},
            "margins": {seat: self.margins[seat] for seat in Seat},
            "other": str(self.other),
            "worth_tricks": self.worth_tricks,
            "worth_points": self.worth_points,
        }


def judge_bids(auction: Auction, table: TrickTable, rainbows: Mapping[Side, int]) -> Bidding:
    """Every bid of ``auction``, by backward induction over all auctions of the deal."""
    auctions = Auctions.of(Auction(auction.dealer, auction.cards, auction.rules))
    scores = Scores.of(auctions, case_tricks(table), rainbows)
    margin = scores.margin(Side.NS)
    codes = [codes_of(Margin().keys(scores, side)) for side in Side]
    # After k bids: the kind of auction that best bidding leads to, and the place of the best bid on axis k.
    kinds = [auctions.outcomes(auctions.legal)]
    places: list[Ints] = []
    for seat in reversed(auction.order):
        place, kind = last_choice(kinds[0], codes[seat.side])
        kinds.insert(0, kind)
        places.insert(0, place)

    def outcome(made: tuple[int, ...]) -> Par:
        """Best bidding after the bids at these places."""
        kind = int(kinds[len(made)][made])
        while len(made) < 4:
            made = (*made, int(places[len(made)][made]))
        bids = tuple(axis[place] for axis, place in zip(auctions.bids, made, strict=True))
        ended = Auction(auction.dealer, auction.cards, auction.rules, bids)
        score = DealScore.of(ended, 0 if ended.passed_out else table.ns_tricks(ended), rainbows)
        named = {seat: bid.to_json() for seat, bid in ended.by_seat().items()}
        return Par(named, score, int(margin[kind]))

    made: tuple[int, ...] = ()
    judged = []
    for at, (seat, bid) in enumerate(auction.by_seat().items()):
        sign = 1 if seat.side is Side.NS else -1
        axis, after = auctions.bids[at], kinds[at + 1][made]
        options = {axis[int(place)]: sign * int(margin[after[place]]) for place in np.flatnonzero(after < margin.size)}
        best = axis[int(places[at][made])]
        top = options[best]
        judged.append(
            BidReview(
                seat=seat,
                bid=bid,
                margin_before=sign * top,
                margin_after=sign * options[bid],
                loss_points=top - options[bid],
                best=best,
                as_good=tuple(other for other, value in options.items() if value == top),
                options={str(other): value for other, value in options.items()},
            )
        )
        made = (*made, axis.index(bid))
    return Bidding(tuple(judged), outcome(()), outcome(made))


def judge_lead(
    deal: Deal, auction: Auction, table: TrickTable, stakes: Stakes, engine: Engine, limits: Limits
) -> Lead | None:
    """What the first lead was worth; None where nobody leads."""
    seat = auction.leader
    if seat is None:
        return None
    if auction.claim_mask:
        n, e, s, w = engine.table(deal, [(leader, auction.exempt) for leader in Seat], limits)
    else:
        n, e, s, w = table.ns
    ns = (n, e, s, w)
    n, e, s, w = (stakes.margin(tricks) for tricks in ns)
    margins = (n, e, s, w)
    sign = 1 if seat.side is Side.NS else -1
    # The other side's better leader in points, then in tricks, then the first in order.
    other = min(seat.side.other.seats, key=lambda s: (sign * margins[s], sign * ns[s], s))
    return Lead(seat, ns, margins, other, sign * (ns[seat] - ns[other]), sign * (margins[seat] - margins[other]))
