"""A whole game, or any file of hands: every hand's review, and sums by player and side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from solver.answer import Answer
from solver.game.cards import Seat, Side
from solver.reviewing.account import Account, Luck
from solver.reviewing.accuracy import PartyReview
from solver.reviewing.result import HandReview, Review
from solver.reviewing.words.game import Moment, costliest_moments, game_summary

__all__ = ["GameReview"]


@dataclass(frozen=True, slots=True)
class GameReview(Answer):
    """Reviews of hands in order, with their sums.

    ``players`` and ``sides`` add up losses, what was at stake and real choices; accuracy is of the sums.
    Hands without bids are left out of sums, unless no hand has any: those are of tricks then.
    """

    MEMBERS: ClassVar[tuple[str, ...]] = (
        "deals",
        "score",
        "players",
        "sides",
        "account",
        "luck",
        "turning_points",
        "summary",
        "nodes",
        "ms",
    )

    hands: tuple[HandReview, ...]
    names: tuple[str, ...] = ()
    """What the hands are called where they come from ("board 9"), if anything; as many as there are hands, or none."""
    work: tuple[int, float] | None = None
    """Positions and milliseconds of all hands together, where those of each are not known."""

    def title(self, number: int, many: bool = False) -> str:
        """``Hand 2``, or with ``many`` ``Hand 2 of 5``, and its name; ``number`` counts from 1."""
        name = self.names[number - 1] if self.names else ""
        return f"Hand {number}{f' of {len(self.hands)}' if many else ''}{f' ({name})' if name else ''}"

    @property
    def deals(self) -> tuple[HandReview, ...]:
        """Each hand's review, without nodes and ms."""
        return tuple(hand.hand if isinstance(hand, Review) else hand for hand in self.hands)

    @property
    def counted(self) -> tuple[HandReview, ...]:
        """The hands that are added up."""
        return tuple(hand for hand in self.hands if hand.account is not None) or self.hands

    @property
    def open_hands(self) -> int:
        """Hands added up whose result is not known."""
        return sum(not hand.over for hand in self.counted)

    @property
    def over(self) -> bool:
        """Whether all results that are added up are known."""
        return not self.open_hands

    @property
    def score(self) -> dict[Side, int] | None:
        """Points of each side in all hands with bids; null if there are none."""
        scores = [hand.score for hand in self.hands if hand.score is not None]
        return {side: sum(score[side] for score in scores) for side in Side} if scores else None

    @property
    def players(self) -> dict[Seat, PartyReview]:
        """Losses by seat."""
        return {seat: PartyReview.sum(hand.players[seat] for hand in self.counted) for seat in Seat}

    @property
    def sides(self) -> dict[Side, PartyReview]:
        """Losses by side, those of a claim included."""
        return {side: PartyReview.sum(hand.sides[side] for hand in self.counted) for side in Side}

    @property
    def account(self) -> Account | None:
        """From par to the result; null without bids."""
        accounts = [hand.account for hand in self.hands if hand.account is not None]
        return Account.sum(accounts) if accounts else None

    @property
    def luck(self) -> Luck | None:
        """Luck of the cards and skill; null without bids."""
        parts = [hand.luck for hand in self.hands if hand.luck is not None]
        return Luck.sum(parts) if parts else None

    @property
    def turning_points(self) -> tuple[Moment, ...]:
        """The costliest bids and cards."""
        return costliest_moments(self.hands)

    @property
    def summary(self) -> tuple[str, ...]:
        """A few plain sentences."""
        return game_summary(len(self.hands), self.account, self.players, self.sides, self.open_hands)

    @property
    def nodes(self) -> int:
        """Positions searched."""
        return self.work[0] if self.work else sum(hand.nodes for hand in self._timed)

    @property
    def ms(self) -> float:
        """Milliseconds of work."""
        return self.work[1] if self.work else round(sum(hand.ms for hand in self._timed), 3)

    @property
    def _timed(self) -> tuple[Review, ...]:
        return tuple(hand for hand in self.hands if isinstance(hand, Review))
