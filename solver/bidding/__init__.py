"""What to bid: payoff arrays over all auctions, a CP-SAT plan for the partnership, and its reasons.

``optimal_bids`` (``best_bids``) is the way in.  ``outcomes`` says what every auction pays, ``objectives`` what a
side wants, ``constraints`` what is asked of the bids, ``model`` holds the CP-SAT models, ``explain`` says why, and
``result`` is the answer.  ``worlds`` bids one hand against many deals.  Nothing but the way in knows of cards: a
``TrickTable`` is all that bidding needs of them.

What is named here is imported when first asked for, so that a module which only names an objective loads
without numpy and the search.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from solver.bidding.best_bids import optimal_bids
    from solver.bidding.break_even import board_break_even, raise_break_even
    from solver.bidding.constraints import Constraints, Opponents
    from solver.bidding.objectives import Margin, Objective, Own, Safe, Win
    from solver.bidding.result import BidsResult, ByBid, Grid, Option, Plan

__all__ = [
    "BidsResult",
    "ByBid",
    "Constraints",
    "Grid",
    "Margin",
    "Objective",
    "Opponents",
    "Option",
    "Own",
    "Plan",
    "Safe",
    "Win",
    "board_break_even",
    "optimal_bids",
    "raise_break_even",
]

_MODULE: Final = {
    "BidsResult": "result",
    "ByBid": "result",
    "Constraints": "constraints",
    "Grid": "result",
    "Margin": "objectives",
    "Objective": "objectives",
    "Opponents": "constraints",
    "Option": "result",
    "Own": "objectives",
    "Plan": "result",
    "Safe": "objectives",
    "Win": "objectives",
    "board_break_even": "break_even",
    "optimal_bids": "best_bids",
    "raise_break_even": "break_even",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE[name]}"), name)
    globals()[name] = value
    return value
