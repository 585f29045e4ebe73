"""Every auction that can still happen, and what it pays, as dense arrays (R6 to R10, R15 to R17).

An array over auctions has one axis a seat in bidding order; along an axis stand the bids that seat
may make, ascending, board last, or the one it has made.  With 13 cards and nothing bid that is 13
numbers and board on each axis: 38,416 auctions.  All of an auction that touches its payoff is its
*outcome*: both sides' contracts, and which of the 4 + 15 cases of the trick table is played.  There are
some 2,500 outcomes, none of which depends on the cards, so payoffs are worked out by outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solver.game.auction import Auction, Bid, Contract
from solver.game.cards import Seat, Side
from solver.game.rules import BoardMultiplier, Rules, SideTotalCap
from solver.game.scoring import side_score
from solver.search.double_dummy_table import TrickTable

__all__ = ["Auctions", "Floats", "Ints", "Mask", "Scores", "case_tricks", "on_axis"]

Ints = NDArray[Any]
"""An array of whole numbers."""
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

_CASES: Final = 19
"""Cases of a trick table: the four first leaders, then the fifteen sets of claimants by their mask."""
_BOARD: Final = 26
"""Contract numbers: a total is itself, 0 to 26; board by the k-th board bid is 26 + k."""
_CONTRACTS: Final = _BOARD + 5


def case_tricks(table: TrickTable) -> Ints:
    """NS tricks by case, shape (19,); -1 for boards where the rules have none."""
    return np.array((*table.ns, *table.boards[1:]), dtype=np.int16)


@dataclass(frozen=True, slots=True, eq=False)
class Auctions:
    """All ways in which ``auction`` can go on; arrays over auctions have shape ``tuple(map(len, bids))``.

    ``bids`` are the axes, ``legal`` tells which auctions the rules allow (R7, R8), ``outcome`` numbers
    their outcomes.  By outcome: ``passed``, nobody bid (R9); ``case``, an index into ``case_tricks`` (0
    where passed); ``contract`` of both sides, NS first: a total, or 26 + k for board at the level of board k.
    """

    auction: Auction
    bids: tuple[tuple[Bid, ...], ...]
    legal: Mask
    outcome: Ints
    passed: Mask
    case: Ints
    contract: tuple[Ints, Ints]

    @classmethod
    def of(cls, auction: Auction) -> Auctions:
        """The auctions that begin with the bids of ``auction``."""
        rules, cards = auction.rules, auction.cards
        numbers = tuple(Bid.of(number) for number in range(rules.top_bid(cards) + 1))
        every = numbers + ((Bid.BOARD,) if rules.has_boards else ())
        bids = tuple((auction.bids[axis],) if axis < len(auction.bids) else every for axis in range(4))
        number = [on_axis(axis, [bid.number for bid in choices]) for axis, choices in enumerate(bids)]
        board = [on_axis(axis, [bid.is_board for bid in choices]) for axis, choices in enumerate(bids)]

        boards: Ints = np.zeros((1, 1, 1, 1), np.int16)
        last_board: list[Ints] = [boards, boards]
        mask = boards
        for axis, seat in enumerate(auction.order):
            boards = boards + board[axis]
            last_board[seat.side] = np.where(board[axis], boards, last_board[seat.side])
            mask = mask | board[axis] << np.int16(seat)
        legal = boards <= len(rules.board_levels)
        if rules.side_total_cap is SideTotalCap.HAND_SIZE:
            # A partner's board counts 0, and a board needs no room (R7).
            for first in (0, 1):
                legal = legal & (number[first] + number[first + 2] <= cards)
        highest = reduce(np.maximum, number)
        leader: Ints = np.zeros((1, 1, 1, 1), np.int16)
        for axis in (3, 2, 1, 0):  # the first of equal numbers leads (R10)
            leader = np.where(number[axis] == highest, np.int16(auction.order[axis]), leader)
        contract = []
        for side in Side:
            total = sum(number[axis] for axis, seat in enumerate(auction.order) if seat.side is side)
            level = boards if rules.board_multiplier is BoardMultiplier.DEAL_HIGHEST else last_board[side]
            contract.append(np.where(last_board[side] > 0, _BOARD + level, total))

        passed = (mask == 0) & (highest == 0)
        case = np.where(mask > 0, mask + 3, leader)
        code = ((contract[0].astype(np.intp) * _CONTRACTS + contract[1]) * _CASES + case) * 2 + passed
        occurs = np.zeros(_CONTRACTS * _CONTRACTS * _CASES * 2, np.bool_)
        occurs[code] = True
        rest, passed_of = np.divmod(np.flatnonzero(occurs), 2)
        rest, case_of = np.divmod(rest, _CASES)
        ns, ew = np.divmod(rest, _CONTRACTS)
        shape = tuple(map(len, bids))
        outcome = (np.cumsum(occurs) - 1)[code]
        return cls(auction, bids, np.broadcast_to(legal, shape), outcome, passed_of > 0, case_of, (ns, ew))

    @property
    def made(self) -> int:
        """How many bids are made, which is the axis of the next."""
        return len(self.auction.bids)

    @property
    def seat(self) -> Seat:
        """The seat to bid; there must be one."""
        return self.auction.order[self.made]

    @property
    def impossible(self) -> int:
        """The number that stands in arrays of outcomes for an auction that cannot happen: one above the last."""
        return self.case.size

    def outcomes(self, possible: Mask) -> Ints:
        """The outcome of every auction, ``impossible`` for those that are not ``possible``."""
        return np.where(possible, self.outcome, self.impossible)

    def contract_totals(self, side: Side) -> Ints:
        """By outcome, the tricks that the side must take: a board is all of them."""
        contract = self.contract[side]
        return np.where(contract > _BOARD, self.auction.cards, contract)


def on_axis(axis: int, values: list[Any]) -> Ints:
    """The values of one seat's bids, laid along its axis."""
    shape = [1, 1, 1, 1]
    shape[axis] = len(values)
    return np.array(values, np.int16).reshape(shape)


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """What each outcome pays on one deal, or on many at once.

    ``tricks`` are those of NS and ``points`` those of NS and EW, shape (outcomes,) or (deals, outcomes);
    points are 0 where all passed (R9), and tricks mean nothing there.  ``scale`` are points by contract and
    own tricks, ``bonus`` those of the sides for rainbow hands.
    """

    auctions: Auctions
    tricks: Ints
    points: tuple[Ints, Ints]
    scale: Ints
    bonus: tuple[Ints, Ints]

    @classmethod
    def of(cls, auctions: Auctions, tricks: Ints, rainbows: Mapping[Side, Any] | None = None) -> Scores:
        """From NS tricks by case, shape (19,) or (deals, 19), and the sides' rainbow hands, () or (deals, 1)."""
        rules, cards = auctions.auction.rules, auctions.auction.cards
        taken = tricks[..., auctions.case].astype(np.intp)
        scale = _points_by_contract(cards, rules)
        bonus = [rules.rainbow_bonus * np.asarray((rainbows or {}).get(side, 0)) for side in Side]
        unscored = cls(auctions, taken, (taken, taken), scale, (bonus[0], bonus[1]))
        points = (unscored.scored(Side.NS, taken), unscored.scored(Side.EW, cards - taken))
        return cls(auctions, taken, points, scale, (bonus[0], bonus[1]))

    def own_tricks(self, side: Side) -> Ints:
        """The side's tricks."""
        tricks: Ints = self.tricks if side is Side.NS else self.auctions.auction.cards - self.tricks
        return tricks

    def margin(self, side: Side) -> Ints:
        """The side's points less the other's."""
        margin: Ints = self.points[side] - self.points[side.other]
        return margin

    def scored(self, side: Side, own_tricks: Ints) -> Ints:
        """The side's points in each outcome if it took ``own_tricks``."""
        width = self.scale.shape[1]
        points: Ints = self.scale.ravel()[self.auctions.contract[side] * width + own_tricks] + self.bonus[side]
        points[..., self.auctions.passed] = 0
        return points

    def made(self, side: Side) -> Mask:
        """Whether the side makes its contract; passing and a total of 0 cannot fail."""
        enough = self.own_tricks(side) >= self.auctions.contract_totals(side)
        made: Mask = enough | self.auctions.passed
        return made


def _points_by_contract(cards: int, rules: Rules) -> Ints:
    """Points by contract number and own tricks, shape (31, cards + 1); the same for both sides."""
    contracts = [Contract(Side.NS, total) for total in range(_BOARD + 1)]
    contracts += [Contract(Side.NS, None, level, number) for number, level in enumerate(rules.board_levels, 1)]
    points = [[side_score(contract, taken, cards, rules) for taken in range(cards + 1)] for contract in contracts]
    scale = np.zeros((_CONTRACTS, cards + 1), np.int64)
    scale[: len(points)] = points
    return scale
