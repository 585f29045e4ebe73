"""What to bid: payoff arrays over all auctions, a CP-SAT plan for the partnership, and its reasons.

``optimal_bids`` is the way in.  ``payoff`` says what every auction pays, ``objectives`` what a side
wants, ``model`` and ``choice`` are the CP-SAT models, ``optimal`` puts them together.  Nothing here knows of cards:
a ``TrickTable`` is all that bidding needs of them.
"""

from solver.bidding.breakeven import board_break_even, raise_break_even
from solver.bidding.constraints import Constraints, Opponents
from solver.bidding.objectives import Margin, Objective, Own, Safe
from solver.bidding.optimal import optimal_bids
from solver.bidding.result import BidsResult, Grid, Option, Plan
from solver.bidding.winning import Win

__all__ = [
    "BidsResult",
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
