"""The chance to win the game (R18), from the lead and the deals to come.

On the last deal it is exact: who is ahead after it wins, a tie counts half.  Before that the deals to
come are taken to end as measured deals of their hand sizes do when all bid and play their best
(``par_margins``): their margins, seen from the dealer's side, are convolved from the last deal back to the
next one.  A deal that all pass is dealt again (R9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from solver.bidding.outcomes import Floats, Ints
from solver.bidding.par_margins import ParMargins, measured_for
from solver.game.cards import Side
from solver.game.rules import RedealDealer, Rules

__all__ = ["Outlook", "Outlooks", "outlooks"]


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """NS's chance to win by their lead: ``chances[lead + reach]``, and certain beyond ``reach`` points."""

    reach: int
    chances: Floats

    def chance(self, lead: Ints) -> Floats:
        """The chances with these leads of NS, of any shape."""
        within = np.clip(lead, -self.reach, self.reach)
        chances = np.where(lead > self.reach, 1.0, np.where(lead < -self.reach, 0.0, self.chances[within + self.reach]))
        return np.asarray(chances, np.float64)


Outlooks = tuple[Outlook, Outlook]
"""With NS to deal next, and with EW."""

_OVER: Final = Outlook(0, np.array([0.5]))


def outlooks(left: Sequence[int], rules: Rules, margins: Mapping[int, ParMargins] | None = None) -> Outlooks:
    """NS's chances with deals of ``left`` cards to come, in this order; the deal passes clockwise (R2).

    ``margins`` by hand size tell how those deals end; without them the measured ones for ``rules`` do.
    """
    margins = margins or measured_for(rules).by_size
    after: Outlooks = (_OVER, _OVER)
    for cards in reversed(left):
        ns, ew = (_before(margins[cards], side, after[side.other]) for side in Side)
        again = margins[cards].passed_out_chance
        if rules.redeal_dealer is RedealDealer.SAME:
            after = (_scaled(ns, 1 / (1 - again)), _scaled(ew, 1 / (1 - again)))
        else:
            share = 1 / (1 - again * again)
            after = (
                Outlook(ns.reach, share * (ns.chances + again * ew.chances)),
                Outlook(ns.reach, share * (ew.chances + again * ns.chances)),
            )
    return after


def _before(deal: ParMargins, dealer: Side, after: Outlook) -> Outlook:
    """One deal earlier, but for the share of deals that are passed out."""
    reach = after.reach + max(map(abs, deal.margins), default=0)
    leads = np.arange(-reach, reach + 1)
    chances = np.zeros(leads.size)
    for margin, share in zip(deal.margins, deal.chances, strict=True):
        chances += share * after.chance(leads + (margin if dealer is Side.NS else -margin))
    return Outlook(reach, chances)


def _scaled(outlook: Outlook, factor: float) -> Outlook:
    return replace(outlook, chances=outlook.chances * factor)
