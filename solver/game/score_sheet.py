"""The score sheet of a whole game: hand sizes, dealers, redeals, running totals and the winner (R2, R9, R18)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, ClassVar, Literal

from solver.answer import Answer
from solver.errors import DealError
from solver.game.auction import Auction
from solver.game.cards import Seat, Side
from solver.game.rules import STANDARD, RedealDealer, Rules
from solver.game.scoring import DealScore

__all__ = ["GameDeal", "GameScore", "NextDeal", "SheetRow"]


@dataclass(frozen=True, slots=True)
class GameDeal:
    """What a score needs of one deal: complete bids, NS tricks (None if all passed), rainbow hands by side.

    DealError if bids are missing, or the tricks of a deal that was played.
    """

    auction: Auction
    ns_tricks: int | None
    rainbows: Mapping[Side, int] = field(default_factory=dict)

    @classmethod
    def of(cls, auction: Auction, ns_tricks: int | None, rainbows: Mapping[Side, int]) -> GameDeal:
        """Checked; the tricks of a deal that all passed are left out (R9)."""
        if not auction.complete:
            raise DealError("a score needs the bids of all four seats", "R6", pointer="/bids")
        if auction.passed_out:
            return cls(auction, None, rainbows)
        if ns_tricks is None:
            raise DealError("give the tricks won, or the play to its end", "R14", pointer="/tricks")
        return cls(auction, ns_tricks, rainbows)

    def score(self) -> DealScore:
        """Its score (R15 to R17)."""
        return DealScore.of(self.auction, self.ns_tricks or 0, self.rainbows)


@dataclass(frozen=True, slots=True)
class SheetRow(DealScore):
    """A deal scored, with the totals after it."""

    MEMBERS: ClassVar[tuple[str, ...]] = (*DealScore.MEMBERS, "totals")

    totals: Annotated[dict[Side, int], "Points of each side up to and with this deal."]


@dataclass(frozen=True, slots=True)
class NextDeal(Answer):
    """The deal that the game is to go on with."""

    cards: Annotated[int, "Cards a hand (R2)."]
    dealer: Annotated[Seat | None, "Who deals; null if anybody may."]


@dataclass(frozen=True, slots=True)
class GameScore(Answer):
    """A game scored: its deals so far, redeals included, and what is to come."""

    MEMBERS: ClassVar[tuple[str, ...]] = ("deals", "totals", "played", "redeals", "finished", "winner", "next", "rules")

    rules: Annotated[Rules, "The rules of the game."] = STANDARD
    deals: Annotated[tuple[SheetRow, ...], "Each deal's score, with the totals after it."] = ()
    played: Annotated[int, "Deals that count."] = 0
    dealer: Seat | None = None

    @property
    def cards(self) -> int | None:
        """The hand size of the next deal (R2); None when the game is over."""
        return None if self.finished else self.rules.hand_sizes[self.played]

    @property
    def finished(self) -> bool:
        """Whether the last deal is scored."""
        return self.played == len(self.rules.hand_sizes)

    @property
    def redeals(self) -> int:
        """Deals that all passed (R9)."""
        return len(self.deals) - self.played

    @property
    def totals(self) -> dict[Side, int]:
        """Points of each side so far."""
        return self.deals[-1].totals if self.deals else dict.fromkeys(Side, 0)

    @property
    def winner(self) -> Side | Literal["draw"] | None:
        """NS, EW or draw once the game is over (R18)."""
        if not self.finished:
            return None
        ns, ew = self.totals[Side.NS], self.totals[Side.EW]
        return Side.NS if ns > ew else Side.EW if ew > ns else "draw"

    @property
    def next(self) -> NextDeal | None:
        """Hand size and dealer of the next deal; null once the game is over."""
        return None if self.cards is None else NextDeal(self.cards, self.dealer)

    def add(self, deal: GameDeal) -> GameScore:
        """The game after one more deal; DealError if the size or the dealer is not the one to come (R2, R9)."""
        auction = deal.auction
        if self.cards is None:
            raise DealError(f"the game is over after {self.played} deals", "R2")
        if auction.cards != self.cards:
            text = f"deal {self.played + 1} of the game has {self.cards} cards a hand, not {auction.cards}"
            text += "; a game of other sizes names them in its rules, as hand_sizes"
            raise DealError(text, "R2", pointer="/cards")
        if self.dealer not in (None, auction.dealer):
            again = self.deals[-1].passed_out
            text = f"{self.dealer} deals {'after four passes' if again else 'next'}, not {auction.dealer}"
            raise DealError(text, "R9" if again else "R2", pointer="/dealer")
        if auction.rules != self.rules:
            raise DealError("all deals of a game have the same rules", pointer="/rules")
        again = auction.passed_out
        same = again and self.rules.redeal_dealer is RedealDealer.SAME
        dealer = auction.dealer if same else auction.dealer.next
        scored = deal.score()
        totals = {side: points + scored.score[side] for side, points in self.totals.items()}
        row = SheetRow(**{each.name: getattr(scored, each.name) for each in fields(scored)}, totals=totals)
        return GameScore(self.rules, (*self.deals, row), self.played + (not again), dealer)
