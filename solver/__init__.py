"""Back Alley: exact double-dummy tricks, best bids and reviews, with the house rules of every table.

>>> from solver import Card, Deal
>>> deal = Deal.parse("W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 up=7H")
>>> deal.hand(deal.auction.leader)
('JS', '5H', '4C')
>>> deal.with_play([Card.parse("5H")])
Traceback (most recent call last):
solver.errors.DealError: /play/0: W may not lead the trump 5H: trump is not broken (R12)

What needs the search or an optimiser is imported when first asked for, so this package loads fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from solver.deal import Deal, replay
from solver.errors import (
    BackAlleyError,
    BidError,
    Cancelled,
    CardError,
    DealError,
    Fault,
    LimitError,
    PlayError,
    RulesError,
)
from solver.game.auction import Auction, Bid, Contract
from solver.game.cards import Card, Seat, Side, Suit
from solver.game.play import Position, trick_winner
from solver.game.rules import PRESETS, Rules
from solver.seen_deal import SeenDeal

if TYPE_CHECKING:
    from solver.bidding import optimal_bids
    from solver.dealing import deal_hands, deals
    from solver.game.score_sheet import GameScore
    from solver.game.scoring import DealScore
    from solver.requests.deals import read_deals
    from solver.requests.review import review
    from solver.requests.score import score, score_game
    from solver.search import Cancel, solve, solve_many, trick_table

__all__ = [
    "PRESETS",
    "Auction",
    "BackAlleyError",
    "Bid",
    "BidError",
    "Cancel",
    "Cancelled",
    "Card",
    "CardError",
    "Contract",
    "Deal",
    "DealError",
    "DealScore",
    "Fault",
    "GameScore",
    "LimitError",
    "PlayError",
    "Position",
    "Rules",
    "RulesError",
    "Seat",
    "SeenDeal",
    "Side",
    "Suit",
    "deal_hands",
    "deals",
    "optimal_bids",
    "read_deals",
    "replay",
    "review",
    "score",
    "score_game",
    "solve",
    "solve_many",
    "trick_table",
    "trick_winner",
]

_LATE: Final = {
    "Cancel": "solver.search",
    "DealScore": "solver.game.scoring",
    "GameScore": "solver.game.score_sheet",
    "deal_hands": "solver.dealing",
    "deals": "solver.dealing",
    "optimal_bids": "solver.bidding",
    "read_deals": "solver.requests.deals",
    "review": "solver.requests.review",
    "score": "solver.requests.score",
    "score_game": "solver.requests.score",
    "solve": "solver.search",
    "solve_many": "solver.search",
    "trick_table": "solver.search",
}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LATE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
