"""Best bids of many deals at once by backward induction, as JSON: what ``BidsTask`` answers, in a tenth of the time.

Deals of one auction share all arrays, and an answer is made of words that its outcome has once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from solver.bidding.constraints import NONE
from solver.bidding.induction import codes_of, induce_many
from solver.bidding.objectives import read_objective
from solver.bidding.outcomes import Auctions, Scores
from solver.game.auction import Auction, Contract
from solver.game.cards import Seat, Side

__all__ = ["Played", "induced_bids"]

_CASES: Final = 19
_BOARD: Final = 26
"""Contract numbers above it are boards, by claim: see ``Auctions``."""


@dataclass(frozen=True, slots=True)
class Played:
    """What bidding needs to know of a deal's cards: NS tricks by case, rainbow hands of NS and EW, and nodes taken.

    Cases are those of ``solver.search.double_dummy.bid_cases``.
    """

    tricks: Sequence[int]
    nodes: int
    rainbows: tuple[int, int] = (0, 0)


def induced_bids(auction: Auction, objective: str, deals: Sequence[Played]) -> list[dict[str, Any]]:
    """The JSON of ``optimal_bids`` for each deal but for plan, grid and explanations.

    ``auction`` has a bid to come, and ``objective`` is one that needs a name alone.
    """
    auctions = Auctions.of(auction)
    tricks = np.full((len(deals), _CASES), -1, np.int16)
    for row, deal in enumerate(deals):
        tricks[row, : len(deal.tricks)] = deal.tricks
    bonus = {side: np.array([[deal.rainbows[side]] for deal in deals]) for side in Side}
    scores = Scores.of(auctions, tricks, bonus)
    wanted = read_objective(objective, auction)
    side = auctions.seat.side
    mine, theirs = (codes_of(wanted.keys(scores, each)) for each in (side, side.other))
    follows, lines = induce_many(auctions.outcomes(auctions.legal), auctions.made, mine, theirs)
    return list(_answers(auctions, scores, wanted.name, follows, lines, [deal.nodes for deal in deals]))


def _answers(
    auctions: Auctions, scores: Scores, objective: str, follows: Any, lines: Any, nodes: Sequence[int]
) -> Iterator[dict[str, Any]]:
    auction, made = auctions.auction, auctions.made
    side = auctions.seat.side
    margins = np.concatenate((scores.margin(side), np.zeros((len(nodes), 1), np.int64)), 1)
    bids = [[bid.to_json() for bid in choices] for choices in auctions.bids]
    names = [str(bid) for bid in auctions.bids[made]]
    order = [str(seat) for seat in auction.order]
    before = {order[place]: bids[place][0] for place in range(made)}
    words: dict[int, tuple[str | None, dict[str, Any]]] = {}
    ends = np.take_along_axis(follows, lines[:, :1], 1)
    ns, ew = (np.take_along_axis(points, ends, 1)[:, 0].tolist() for points in scores.points)
    taken = np.take_along_axis(scores.tricks, ends, 1)[:, 0].tolist()
    options = np.take_along_axis(margins, follows, 1).tolist()
    possible = (follows < auctions.impossible).tolist()
    for row, (end, line) in enumerate(zip(ends[:, 0].tolist(), lines.tolist(), strict=True)):
        if end not in words:
            words[end] = _words(auctions, end)
        leader, contracts = words[end]
        yield {
            "next": order[made],
            "options": {
                name: margin for name, margin, can_be in zip(names, options[row], possible[row], strict=True) if can_be
            },
            "best": bids[made][line[0]],
            "line": before | {order[made + step]: bids[made + step][place] for step, place in enumerate(line)},
            "leader": leader,
            "contracts": contracts,
            "tricks": None if leader is None else {"NS": taken[row], "EW": auction.cards - taken[row]},
            "score": {"NS": ns[row], "EW": ew[row]},
            "margin": ns[row] - ew[row],
            "objective": objective,
            "constraints": NONE.to_dict(),
            "nodes": nodes[row],
            "status": "optimal",
        }


def _words(auctions: Auctions, end: int) -> tuple[str | None, dict[str, Any]]:
    """Who leads after an outcome, None if all pass, and the sides' contracts."""
    auction = auctions.auction
    contracts: dict[str, Any] = {}
    for side in Side:
        number = int(auctions.contract[side][end])
        claim = number - _BOARD
        contract = Contract(side, number) if claim <= 0 else Contract(side, None, 1, claim)
        contracts[str(side)] = contract.to_json()
    if auctions.passed[end]:
        return None, contracts
    case = int(auctions.case[end])
    if case < len(Seat):
        return str(Seat.at(case)), contracts
    claimants = [seat for seat in auction.order if (case - 3) >> seat.place & 1]
    return str(claimants[-1]), contracts
