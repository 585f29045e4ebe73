"""What each bid cost: the margin with best bidding before and after it (R6 to R8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from solver.answer import Answer
from solver.bidding.induction import codes_of, last_choice
from solver.bidding.objectives import Margin
from solver.bidding.outcomes import Auctions, Ints, Scores, case_tricks
from solver.game.auction import Auction, Bid, Contract
from solver.game.cards import Seat, Side
from solver.game.scoring import DealScore
from solver.reviewing.accuracy import PointLosses
from solver.search.double_dummy_table import TrickTable

__all__ = ["BidReview", "BiddingReview", "Par", "review_bids"]


@dataclass(frozen=True, slots=True)
class BidReview(Answer):
    """One bid; margins are points of NS less those of EW with best bidding and best play after it."""

    MEMBERS: ClassVar[tuple[str, ...]] = (
        "seat",
        "bid",
        "margin_before",
        "margin_after",
        "loss_points",
        "best",
        "as_good",
        "choice",
        "options",
    )

    seat: Annotated[Seat, "Who bid."]
    bid: Annotated[Bid, "The bid."]
    margin_before: Annotated[int, "The margin before it."]
    margin_after: Annotated[int, "The margin after it."]
    loss_points: Annotated[int, "Points that it lost, never below 0."]
    best: Annotated[Bid, "The smallest of the bids with the best margin and score."]
    as_good: Annotated[tuple[Bid, ...], "All bids that lose nothing."]
    options: Annotated[dict[Bid, int], "Margin of the bidder's own side for each legal bid."]

    @property
    def choice(self) -> bool:
        """Whether the legal bids were not all equally good."""
        return len(set(self.options.values())) > 1

    @property
    def losses(self) -> PointLosses:
        """Points at stake and lost."""
        return PointLosses(max(self.options.values()) - min(self.options.values()), self.loss_points)


@dataclass(frozen=True, slots=True)
class Par(Answer):
    """An auction in which all bid their best, and its result with best play."""

    line: Annotated[dict[Seat, Bid], "The bids, in bidding order."]
    contracts: Annotated[dict[Side, Contract], "What each side has to make."]
    leader: Annotated[Seat | None, "Who leads (R10); null if all pass."]
    tricks: Annotated[dict[Side, int] | None, "Tricks of each side; null if all pass."]
    score: Annotated[dict[Side, int], "Points of each side."]
    margin: Annotated[int, "Points of NS less those of EW."]


@dataclass(frozen=True, slots=True)
class BiddingReview:
    """Every bid; ``par`` is best bidding from the start, ``best_end`` from the bids made on."""

    bids: tuple[BidReview, ...]
    par: Par
    best_end: Par


def review_bids(auction: Auction, table: TrickTable, rainbows: Mapping[Side, int]) -> BiddingReview:
    """Every bid of ``auction``, by backward induction over all auctions of the deal."""
    auctions = Auctions.of(Auction(auction.dealer, auction.cards, auction.rules))
    scores = Scores.of(auctions, case_tricks(table), rainbows)
    margin = scores.margin(Side.NS)
    codes = [codes_of(Margin().keys(scores, side)) for side in Side]
    # After k bids: the outcome that best bidding leads to, and the place of the best bid on axis k.
    outcomes = [auctions.outcomes(auctions.legal)]
    places: list[Ints] = []
    for seat in reversed(auction.order):
        place, outcome = last_choice(outcomes[0], codes[seat.side])
        outcomes.insert(0, outcome)
        places.insert(0, place)

    def best_after(made: tuple[int, ...]) -> Par:
        """Best bidding after the bids at these places."""
        reached = int(outcomes[len(made)][made])
        while len(made) < 4:
            made = (*made, int(places[len(made)][made]))
        bids = tuple(axis[place] for axis, place in zip(auctions.bids, made, strict=True))
        ended = Auction(auction.dealer, auction.cards, auction.rules, bids)
        score = DealScore.of(ended, 0 if ended.passed_out else table.ns_tricks(ended), rainbows)
        return Par(ended.by_seat(), score.contracts, score.leader, score.tricks, score.score, int(margin[reached]))

    made: tuple[int, ...] = ()
    reviews = []
    for number, (seat, bid) in enumerate(auction.by_seat().items()):
        sign = 1 if seat.side is Side.NS else -1
        axis, after = auctions.bids[number], outcomes[number + 1][made]
        options = {axis[int(place)]: sign * int(margin[after[place]]) for place in np.flatnonzero(after < margin.size)}
        best = axis[int(places[number][made])]
        top = options[best]
        reviews.append(
            BidReview(
                seat=seat,
                bid=bid,
                margin_before=sign * top,
                margin_after=sign * options[bid],
                loss_points=top - options[bid],
                best=best,
                as_good=tuple(other for other, value in options.items() if value == top),
                options=options,
            )
        )
        made = (*made, axis.index(bid))
    return BiddingReview(tuple(reviews), best_after(()), best_after(made))
