"""The score of one deal (R15 to R17); ``solver.game`` adds deals up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from solver.auction import Auction, Contract
from solver.cards import Side
from solver.errors import DealError
from solver.rules import Rules

if TYPE_CHECKING:
    from solver.deal import Deal
    from solver.game import GameDeal, GameScore

__all__ = ["DealScore", "deal_score", "score", "side_score"]


def side_score(contract: Contract, tricks: int, cards: int, rules: Rules) -> int:
    """A side's points for its contract when it takes ``tricks`` of ``cards`` (R15, R16)."""
    if contract.total is None:
        points = rules.board_points * cards * contract.level
        return points if tricks == cards else -points
    if tricks < contract.total:
        return -rules.fail_points * contract.total
    return rules.trick_points * contract.total + tricks - contract.total


def deal_score(auction: Auction, ns_tricks: int, rainbows: Mapping[Side, int] | None = None) -> dict[Side, int]:
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
    points = {}
    for side, contract in auction.contracts().items():
        tricks = ns_tricks if side is Side.NS else auction.cards - ns_tricks
        bonus = auction.rules.rainbow_bonus * (rainbows or {}).get(side, 0)
        points[side] = side_score(contract, tricks, auction.cards, auction.rules) + bonus
    return points


@dataclass(frozen=True, slots=True)
class DealScore:
    """A scored deal, keyed by "NS" and "EW".

    ``contracts`` are totals or "board", "double board" …; ``leader`` is a seat's letter, and
    ``tricks`` counts tricks: both None if all passed (R9).  ``score`` is in points, of which
    ``rainbow`` came from rainbow hands.
    """

    cards: int
    dealer: str
    contracts: dict[str, int | str]
    leader: str | None
    tricks: dict[str, int] | None
    rainbow: dict[str, int]
    score: dict[str, int]

    @classmethod
    def of(cls, auction: Auction, ns_tricks: int, rainbows: Mapping[Side, int] | None = None) -> DealScore:
        """The score of a complete auction; ``ns_tricks`` does not matter if all passed."""
        out = auction.passed_out
        points = deal_score(auction, 0 if out else ns_tricks, rainbows)
        bonus = 0 if out else auction.rules.rainbow_bonus
        return cls(
            auction.cards,
            str(auction.dealer),
            {str(side): contract.to_json() for side, contract in auction.contracts().items()},
            None if auction.leader is None else str(auction.leader),
            None if out else {"NS": ns_tricks, "EW": auction.cards - ns_tricks},
            {str(side): bonus * (rainbows or {}).get(side, 0) for side in Side},
            {str(side): points[side] for side in Side},
        )

    @property
    def passed_out(self) -> bool:
        return self.tricks is None

    def to_dict(self) -> dict[str, Any]:
        """JSON with the fields above and ``passed_out``."""
        return {
            "cards": self.cards,
            "dealer": self.dealer,
            "contracts": dict(self.contracts),
            "leader": self.leader,
            "tricks": None if self.tricks is None else dict(self.tricks),
            "passed_out": self.passed_out,
            "rainbow": dict(self.rainbow),
            "score": dict(self.score),
        }


@overload
def score(deal: Deal, tricks: Mapping[str, int] | None = None) -> DealScore: ...
@overload
def score(deal: Sequence[GameDeal | Deal | Mapping[str, Any]]) -> GameScore: ...
@overload
def score(deal: Mapping[str, Any], tricks: Mapping[str, int] | None = None) -> DealScore | GameScore: ...
def score(
    deal: Deal | Mapping[str, Any] | Sequence[GameDeal | Deal | Mapping[str, Any]],
    tricks: Mapping[str, int] | None = None,
) -> DealScore | GameScore:
    """The score of one deal with all its bids, or of a game as a list of deals.

    A deal is a ``Deal`` or JSON: the fields of a deal, or just ``cards``, ``dealer`` and ``bids``.
    Unless the play is complete it needs ``tricks``, as in ``{"NS": 8, "EW": 5}``.  JSON with
    ``deals`` is a game and gives a GameScore.  DealError for anything unclear.
    """
    from solver.game import GameDeal, read_game

    if isinstance(deal, Sequence) or (isinstance(deal, Mapping) and "deals" in deal):
        return read_game(deal)
    if isinstance(deal, Mapping):
        return GameDeal.from_dict(deal if tricks is None else {**deal, "tricks": tricks}).score()
    return GameDeal.of(deal, tricks).score()
