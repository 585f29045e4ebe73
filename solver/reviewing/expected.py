"""The margin to be expected before a deal, by hand size and dealer, from measured deals."""

from __future__ import annotations

from dataclasses import dataclass

from solver.bidding.par_margins import measured_for
from solver.game.cards import Seat, Side
from solver.game.rules import Rules

__all__ = ["Expected", "expected_margin"]


@dataclass(frozen=True, slots=True)
class Expected:
    """A mean par margin, NS less EW, and its standard error; both 0 where nothing was ``measured``."""

    margin: float = 0.0
    error: float = 0.0
    measured: bool = False


def expected_margin(cards: int, dealer: Seat, rules: Rules) -> Expected:
    """What deals of this size come to on average when all bid and play their best.

    Exchanging the sides changes nothing but who deals, so all that there is to measure is what dealing,
    and with it the last bid, is worth.  Rules that bid, play and score unlike every measured preset have 0.
    """
    deals = measured_for(rules)
    margins = deals.by_size.get(cards) if deals.exact else None
    if margins is None or not margins.played:
        return Expected()
    sign = 1 if dealer.side is Side.NS else -1
    return Expected(round(sign * margins.mean, 1), round((margins.variance / margins.played) ** 0.5, 1), True)
