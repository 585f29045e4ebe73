"""How much of what was at stake was kept: accuracy of bids and cards, of players and of sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar, Self

from solver.answer import Answer
from solver.game.cards import Seat, Side

if TYPE_CHECKING:
    from solver.reviewing.bids import BidReview
    from solver.reviewing.card_play import PlayReview
    from solver.reviewing.claim import ClaimReview

__all__ = ["Losses", "PartyReview", "PointLosses", "accuracy", "reviews_by_seat", "reviews_by_side"]


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


def reviews_by_seat(
    bids: Sequence[BidReview], plays: Sequence[PlayReview], *, in_points: bool
) -> dict[Seat, PartyReview]:
    """Each seat's losses in bids and cards; tricks stand for points unless ``in_points``."""
    return {
        seat: _of_player(
            [bid for bid in bids if bid.seat is seat],
            [play for play in plays if play.seat is seat],
            PointLosses if in_points else Losses,
        )
        for seat in Seat
    }


def _of_player(bids: Sequence[BidReview], plays: Sequence[PlayReview], kind: type[Losses]) -> PartyReview:
    return PartyReview(
        bidding=kind.sum(bid.losses for bid in bids),
        play=kind.sum(play.losses for play in plays),
        loss_tricks=sum(play.loss_tricks for play in plays),
        choices=sum(play.choice and play.legal for play in plays),
        gain_points=sum(play.gain_points or 0 for play in plays),
    )


def reviews_by_side(players: Mapping[Seat, PartyReview], claim: ClaimReview | None) -> dict[Side, PartyReview]:
    """Each side's losses, those of a claim included."""
    sides = {side: PartyReview.sum(players[seat] for seat in side.seats) for side in Side}
    if claim is not None and claim.side is not None:
        party = sides[claim.side]
        sides[claim.side] = replace(
            party, loss_tricks=party.loss_tricks + claim.loss_tricks, claim_points=claim.loss_points or 0
        )
    return sides
