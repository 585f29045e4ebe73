"""Every auction that can still happen, and what it pays, as dense arrays (R6 to R10, R15 to R17).

An array has one axis a seat in bidding order; along an axis stand the bids that seat may make,
ascending, board last, or the one it has made.  With 13 cards and nothing bid that is 14 numbers and
board on each axis: 50,625 auctions.  All of an auction that touches its payoff fits in three small
numbers, none of which depends on the cards: both sides' contracts and which of the 4 + 15 cases of
the trick table is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solver.auction import Auction, Bid, Contract
from solver.cards import Side
from solver.rules import BoardMultiplier, Rules, SideTotalCap
from solver.scoring import side_score
from solver.tables import TrickTable

__all__ = ["CASES", "Auctions", "Ints", "Mask", "case_tricks"]

Ints = NDArray[Any]
"""An array of whole numbers."""
Mask = NDArray[np.bool_]

CASES: Final = 19
"""Cases of a trick table: the four first leaders, then the fifteen sets of claimants by their mask."""
_BOARD: Final = 26
"""Contract numbers: a total is itself, 0 to 26; board by the k-th claim is 26 + k."""


def case_tricks(table: TrickTable) -> Ints:
    """NS tricks by case, shape (19,); -1 where the rules have no boards."""
    return np.array((*table.ns, *table.claims[1:]), dtype=np.int16)


@dataclass(frozen=True, slots=True, eq=False)
class Auctions:
    """All legal ways in which ``auction`` can go on; arrays have shape ``tuple(map(len, bids))``.

    ``bids`` are the axes.  ``legal`` tells the auctions that the rules allow (R7, R8), ``passed`` those
    without a bid (R9).  ``case`` indexes ``case_tricks`` (0 where passed).  ``contract`` are the numbers
    of both sides' contracts, NS first: a total, or 26 + k for board at the level of the k-th claim.
    """

    auction: Auction
    bids: tuple[tuple[Bid, ...], ...]
    legal: Mask
    passed: Mask
    case: Ints
    contract: tuple[Ints, Ints]

    @classmethod
    def of(cls, auction: Auction) -> Auctions:
        """The auctions that begin with the bids of ``auction``."""
        rules, cards = auction.rules, auction.cards
        numbers = tuple(Bid.of(number) for number in range(rules.top_bid(cards) + 1))
        every = numbers + ((Bid.BOARD,) if rules.has_boards else ())
        bids = tuple((auction.bids[at],) if at < len(auction.bids) else every for at in range(4))
        number = [_along(at, [bid.number for bid in axis]) for at, axis in enumerate(bids)]
        board = [_along(at, [bid.is_board for bid in axis]) for at, axis in enumerate(bids)]
        shape = tuple(map(len, bids))

        claims: Ints = np.zeros((1, 1, 1, 1), np.int8)
        claim: list[Ints] = [claims, claims]
        mask = claims
        for at, seat in enumerate(auction.order):
            claims = claims + board[at]
            claim[seat.side] = np.where(board[at], claims, claim[seat.side])
            mask = mask | board[at] << np.int8(seat)
        legal = claims <= len(rules.board_levels)
        if rules.side_total_cap is SideTotalCap.HAND_SIZE:
            # A partner's board counts 0, and a board needs no room (R7).
            for first in (0, 1):
                legal = legal & (number[first] + number[first + 2] <= cards)
        highest = reduce(np.maximum, number)
        leader: Ints = np.zeros((1, 1, 1, 1), np.int8)
        for at in (3, 2, 1, 0):  # the first of equal numbers leads (R10)
            leader = np.where(number[at] == highest, np.int8(auction.order[at]), leader)

        contract = []
        for side in Side:
            total = sum(number[at] for at, seat in enumerate(auction.order) if seat.side is side)
            level = claims if rules.board_multiplier is BoardMultiplier.DEAL_HIGHEST else claim[side]
            contract.append(np.broadcast_to(np.where(claim[side] > 0, _BOARD + level, total), shape))
        return cls(
            auction,
            bids,
            np.broadcast_to(legal, shape),
            np.broadcast_to((mask == 0) & (highest == 0), shape),
            np.broadcast_to(np.where(mask > 0, mask + 3, leader), shape),
            (contract[0], contract[1]),
        )

    def ns_tricks(self, tricks: Ints) -> Ints:
        """NS tricks of each auction, given those by case (``case_tricks``); int16, meaningless where passed."""
        taken: Ints = tricks.astype(np.int16)[self.case]
        return taken

    def points(self, side: Side, own_tricks: Ints, rainbows: Mapping[Side, int] | None = None) -> Ints:
        """The side's points in each auction when it takes ``own_tricks``; int32, 0 where passed (R9)."""
        bonus = self.auction.rules.rainbow_bonus * (rainbows or {}).get(side, 0)
        scale = _points_by_contract(side, self.auction.cards, self.auction.rules) + np.int32(bonus)
        width = self.auction.cards + 1
        found = scale.ravel()[self.contract[side] * np.int16(width) + own_tricks]
        found[self.passed] = 0
        return found


def _along(axis: int, values: list[Any]) -> Ints:
    shape = [1, 1, 1, 1]
    shape[axis] = len(values)
    return np.array(values, np.int8).reshape(shape)


def _points_by_contract(side: Side, cards: int, rules: Rules) -> Ints:
    """Points by contract number and own tricks, shape (31, cards + 1)."""
    contracts = [Contract(side, total) for total in range(_BOARD + 1)]
    contracts += [Contract(side, None, level, claim) for claim, level in enumerate(rules.board_levels, 1)]
    rows = [[side_score(contract, taken, cards, rules) for taken in range(cards + 1)] for contract in contracts]
    scale = np.zeros((_BOARD + 5, cards + 1), np.int32)
    scale[: len(rows)] = rows
    return scale
