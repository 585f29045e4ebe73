"""How much of what was at stake was kept: accuracy of bids and cards, of players and of sides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Self

from solver.answer import Answer

__all__ = ["Losses", "PartyReview", "PointLosses", "accuracy"]


def accuracy(lost: int, at_stake: int) -> float:
    """What was kept of what was at stake, in percent: 100 · (at_stake − lost) / at_stake, 100 if nothing is lost.

    Rounded down to one decimal, so that only a flawless or choiceless hand has 100.
    """
    return 100.0 if not lost else 1000 * (at_stake - lost) // at_stake / 10


@dataclass(frozen=True, slots=True)
class Losses(Answer):
    """Accuracy of bids or of cards where no bids are known, measured in tricks.

    At stake is, for each choice, the best option less the worst.
    """

    MEMBERS: ClassVar[tuple[str, ...]] = ("accuracy",)

    at_stake: Annotated[int, "Tricks between the best and the worst option, of all choices."] = 0
    lost: Annotated[int, "Tricks lost of those."] = 0

    def __add__(self, other: Losses) -> Losses:
        """Of points only if both are."""
        kind = type(self) if type(self) is type(other) else Losses
        return kind(self.at_stake + other.at_stake, self.lost + other.lost)

    @property
    def accuracy(self) -> float:
        """What was kept of what was at stake, in percent, rounded down to a decimal; 100 where nothing was lost."""
        return accuracy(self.lost, self.at_stake)

    @classmethod
    def sum(cls, parts: Iterable[Losses]) -> Self:
        """Of parts of the same kind."""
        known = list(parts)
        return cls(sum(part.at_stake for part in known), sum(part.lost for part in known))


@dataclass(frozen=True, slots=True)
class PointLosses(Losses):
    """Accuracy of bids or of cards, with points lost and at stake."""

    MEMBERS: ClassVar[tuple[str, ...]] = ("accuracy", "loss_points", "at_stake")

    at_stake: Annotated[int, "Points between the best and the worst option, of all choices."] = 0
    lost: Annotated[int, "Points lost of those."] = 0

    @property
    def loss_points(self) -> int:
        """Points lost of those at stake."""
        return self.lost


@dataclass(frozen=True, slots=True)
class PartyReview(Answer):
    """A player's or a side's losses.

    accuracy = 100 · (at stake − lost) / at stake in points, where a choice puts its best option less its worst at
    stake, rounded down to a decimal; 100 where nothing was lost.  Where no bids are known tricks stand for points.
    """

    MEMBERS: ClassVar[tuple[str, ...]] = (
        "accuracy",
        "loss_tricks",
        "loss_points",
        "choices",
        "bidding",
        "play",
        "claim_points",
        "gain_points",
    )

    bidding: Annotated[PointLosses | Losses, "Of bids."]
    play: Annotated[PointLosses | Losses, "Of cards."]
    loss_tricks: Annotated[int, "Tricks lost by cards; a side's with those of its claim."]
    choices: Annotated[int, "Cards at which the legal ones were not all equally good."]
    gain_points: Annotated[int, "Points won by illegal cards."] = 0
    claim_points: Annotated[int, "Points that a side gave away in its claim."] = 0

    @property
    def in_points(self) -> bool:
        """Whether losses are points; tricks where no bids are known."""
        return isinstance(self.play, PointLosses)

    @property
    def accuracy(self) -> float:
        """What was kept of what was at stake in bids and cards, in percent."""
        return (self.bidding + self.play).accuracy

    @property
    def loss_points(self) -> int | None:
        """Points lost by bids, cards and claim; null where no bids are known."""
        return self.bidding.lost + self.play.lost + self.claim_points if self.in_points else None

    def __add__(self, other: PartyReview) -> PartyReview:
        return PartyReview(
            self.bidding + other.bidding,
            self.play + other.play,
            self.loss_tricks + other.loss_tricks,
            self.choices + other.choices,
            self.gain_points + other.gain_points,
            self.claim_points + other.claim_points,
        )

    @classmethod
    def sum(cls, parts: Iterable[PartyReview]) -> PartyReview:
        """Of at least one."""
        first, *others = parts
        for other in others:
            first = first + other
        return first
