"""The chance to win the game (R18), from the lead and the deals to come.

On the last deal it is exact: who is ahead after it wins, a tie counts half.  Before that the deals to
come are taken to end as measured deals of their hand sizes do when all bid and play their best
(``solver/data/par_margins.json``, made by ``scripts/generate/par_margins.py``): their margins, seen from the dealer's
side, are convolved from the last deal back to the next one.  A deal that all pass is dealt again (R9).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from solver.bidding.objectives import Keys
from solver.bidding.payoff import Ints, Scores
from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS, RedealDealer, Rules

__all__ = ["Outlook", "Win", "measured_under", "outlooks", "read_margins"]

_SCALE: Final = 10**9
"""Chances are compared to nine decimals, as whole numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """NS's chance to win by their lead: ``chance[lead + reach]``, and certain beyond ``reach`` points."""

    reach: int
    chance: NDArray[np.float64]

    def at(self, lead: Ints) -> NDArray[np.float64]:
        """The chances at these leads of NS, of any shape."""
        within = np.clip(lead, -self.reach, self.reach)
        found = np.where(lead > self.reach, 1.0, np.where(lead < -self.reach, 0.0, self.chance[within + self.reach]))
        return np.asarray(found, np.float64)


Outlooks = tuple[Outlook, Outlook]
"""With NS to deal next, and with EW."""

_OVER: Final = Outlook(0, np.array([0.5]))


@dataclass(frozen=True, slots=True, eq=False)
class Margins:
    """How deals of one size end: margins of the dealer's side, their chances, and the chance of four passes."""

    margins: tuple[int, ...]
    chances: tuple[float, ...]
    passed_out: float

    @classmethod
    def of(cls, measured: Mapping[str, Any]) -> Margins:
        """From an entry of the data file."""
        counts = measured["margins"]
        deals = measured["deals"]
        return cls(tuple(map(int, counts)), tuple(n / deals for n in counts.values()), measured["passed_out"] / deals)


def measured_under(rules: Rules) -> str:
    """The preset whose measured deals stand for ``rules``: the one that bids and scores alike, else standard."""
    knobs = ("max_bid", "side_total_cap", "trick_points", "fail_points", "board_points", "board_levels")
    online = PRESETS["bab_online"]
    alike = all(getattr(rules, knob) == getattr(online, knob) for knob in knobs)
    return "bab_online" if alike else "standard"


def read_margins(preset: str) -> dict[int, Margins]:
    """The measured deals of a preset by hand size."""
    text = files("solver").joinpath("data/par_margins.json").read_text(encoding="utf-8")
    return {int(size): Margins.of(entry) for size, entry in json.loads(text)[preset].items()}


def outlooks(left: Sequence[int], rules: Rules, margins: Mapping[int, Margins] | None = None) -> Outlooks:
    """NS's chances with deals of ``left`` cards to come, in this order; the deal passes clockwise (R2)."""
    margins = margins or read_margins(measured_under(rules))
    after: Outlooks = (_OVER, _OVER)
    for cards in reversed(left):
        ns, ew = (_before(margins[cards], side, after[side.other]) for side in Side)
        again = margins[cards].passed_out
        if rules.redeal_dealer is RedealDealer.SAME:
            after = (_scaled(ns, 1 / (1 - again)), _scaled(ew, 1 / (1 - again)))
        else:
            share = 1 / (1 - again * again)
            after = (
                Outlook(ns.reach, share * (ns.chance + again * ew.chance)),
                Outlook(ns.reach, share * (ew.chance + again * ns.chance)),
            )
    return after


def _before(deal: Margins, dealer: Side, after: Outlook) -> Outlook:
    """One deal earlier, but for the share of deals that are passed out."""
    reach = after.reach + max(map(abs, deal.margins), default=0)
    leads = np.arange(-reach, reach + 1)
    chance = np.zeros(leads.size)
    for margin, share in zip(deal.margins, deal.chances, strict=True):
        chance += share * after.at(leads + (margin if dealer is Side.NS else -margin))
    return Outlook(reach, chance)


def _scaled(outlook: Outlook, factor: float) -> Outlook:
    return replace(outlook, chance=outlook.chance * factor)


@dataclass(frozen=True, slots=True, eq=False)
class Win:
    """The chance to win the game, then as Margin.

    ``lead`` is NS's before this deal, ``after`` the outlook once it is scored, ``again`` if it is passed out.
    """

    lead: int
    after: Outlook
    again: Outlook
    measured: str
    name: ClassVar[str] = "win"

    @classmethod
    def of(cls, lead: int, left: Sequence[int], cards: int, dealer: Seat, rules: Rules) -> Win:
        """For a deal of ``cards`` by ``dealer``, NS ``lead`` points ahead, deals of ``left`` cards to come."""
        margins = read_margins(measured_under(rules))
        redealer = dealer if rules.redeal_dealer is RedealDealer.SAME else dealer.next
        return cls(
            lead,
            outlooks(left, rules, margins)[dealer.next.side],
            outlooks([cards, *left], rules, margins)[redealer.side],
            measured_under(rules),
        )

    def keys(self, scores: Scores, side: Side) -> Keys:
        chance = self.after.at(self.lead + scores.margin(Side.NS))
        chance[..., scores.auctions.passed] = self.again.at(np.array(self.lead))
        ns = np.rint(chance * _SCALE).astype(np.int64)
        return (ns if side is Side.NS else _SCALE - ns, scores.margin(side), scores.points[side])

    def shown(self, key: float) -> float:
        return key / _SCALE
