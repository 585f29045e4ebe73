"""The score of one deal (R15 to R17)."""

from __future__ import annotations

from collections.abc import Mapping

from solver.auction import Auction, Contract
from solver.cards import Side
from solver.errors import DealError
from solver.rules import Rules

__all__ = ["deal_score", "side_score"]


def side_score(contract: Contract, tricks: int, cards: int, rules: Rules) -> int:
    """A side's points for its contract when it takes ``tricks`` of ``cards`` (R15, R16)."""
    if contract.total is None:
        points = rules.board_points * cards * contract.level
        return points if tricks == cards else -points
    if tricks < contract.total:
        return -rules.fail_points * contract.total
    return rules.trick_points * contract.total + tricks - contract.total


def deal_score(
    auction: Auction, ns_tricks: int, rainbows: Mapping[Side, int] | None = None
) -> dict[Side, int]:
    """Both sides' points for a deal: each scores its own contract (R17), and nobody if all passed (R9).

    ``ns_tricks`` is 0 … ``auction.cards``; ``rainbows`` counts rainbow hands by side, as
    ``Deal.rainbows()`` gives them.  DealError if the bidding is not complete or the tricks cannot be.
    """
    if not auction.complete:
        raise DealError("a score needs the bids of all four seats", "R6", pointer="/bids")
    if not 0 <= ns_tricks <= auction.cards:
        raise DealError(f"NS cannot take {ns_tricks} of {auction.cards} tricks", "R14", pointer="/tricks/NS")
    if auction.passed_out:
        return dict.fromkeys(Side, 0)
    score = {}
    for side, contract in auction.contracts().items():
        tricks = ns_tricks if side is Side.NS else auction.cards - ns_tricks
        bonus = auction.rules.rainbow_bonus * (rainbows or {}).get(side, 0)
        score[side] = side_score(contract, tricks, auction.cards, auction.rules) + bonus
    return score
