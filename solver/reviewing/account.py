"""From the par of a deal to its result, and how much of that was luck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from solver.answer import Answer
from solver.game.cards import Side
from solver.reviewing.expected import Expected

__all__ = ["Account", "Luck"]


@dataclass(frozen=True, slots=True)
class Account(Answer):
    """final_margin = par_margin − bidding.NS + bidding.EW − play.NS + play.EW, always exactly.

    Points won by illegal cards are taken off a side's play, and told in illegal.
    """

    par_margin: Annotated[int, "Points of NS less those of EW with best bidding and best play from the start."]
    bidding: Annotated[dict[Side, int], "Points lost by each side's bids."]
    play: Annotated[dict[Side, int], "Points lost by each side's cards and claims, less those won by illegal cards."]
    illegal: Annotated[dict[Side, int], "Points won by each side's illegal cards."]
    final_margin: Annotated[int, "Points of NS less those of EW in the end."]

    @property
    def residual(self) -> int:
        """What the sum leaves unexplained: always 0."""
        ns, ew = (self.bidding[side] + self.play[side] for side in Side)
        return self.final_margin - (self.par_margin - ns + ew)

    @classmethod
    def sum(cls, accounts: Iterable[Account]) -> Account:
        """Of several hands."""
        known = list(accounts)
        return cls(
            sum(account.par_margin for account in known),
            _by_side(account.bidding for account in known),
            _by_side(account.play for account in known),
            _by_side(account.illegal for account in known),
            sum(account.final_margin for account in known),
        )


def _by_side(parts: Iterable[dict[Side, int]]) -> dict[Side, int]:
    known = list(parts)
    return {side: sum(part[side] for part in known) for side in Side}


@dataclass(frozen=True, slots=True)
class Luck(Answer):
    """final margin = expected + cards + skill, NS less EW."""

    MEMBERS: ClassVar[tuple[str, ...]] = ("expected", "error", "cards", "skill", "measured")

    expected: Annotated[float, "Mean par margin of deals of this size and dealer; 0 where none was measured."]
    error: Annotated[float, "The mean's standard error."]
    cards: Annotated[float, "What this deal's par has beyond it."]
    skill: Annotated[int, "What bids and cards made of par."]
    hands: int = 1
    unmeasured: int = 0

    @property
    def measured(self) -> bool:
        """Whether the mean was measured for all hands; 0 is assumed for those where it was not."""
        return not self.unmeasured

    @classmethod
    def of(cls, account: Account, expected: Expected) -> Luck:
        """Of one hand, of whose kind so much could be expected."""
        cards = round(account.par_margin - expected.margin, 1)
        skill = account.final_margin - account.par_margin
        return cls(expected.margin, expected.error, cards, skill, unmeasured=int(not expected.measured))

    @classmethod
    def sum(cls, parts: Iterable[Luck]) -> Luck:
        """Of several hands."""
        known = list(parts)
        return cls(
            round(sum(luck.expected for luck in known), 1),
            round(sum(luck.error**2 for luck in known) ** 0.5, 1),
            round(sum(luck.cards for luck in known), 1),
            sum(luck.skill for luck in known),
            sum(luck.hands for luck in known),
            sum(luck.unmeasured for luck in known),
        )
