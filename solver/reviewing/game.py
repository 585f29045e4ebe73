"""A whole game, or any file of hands: every hand's review, and sums by player and side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from solver.answer import Answer
from solver.game.cards import Seat, Side
from solver.reviewing.result import Account, Luck, PartyReview, Review
from solver.reviewing.sentences import count, joined, margin_text
from solver.reviewing.stakes import Kept

__all__ = ["GameReview"]

_WORST: Final = 5
"""Turning points that a game's summary lists."""
_NOBODY: Final = PartyReview(Kept(), Kept(), 0, 0, True)


@dataclass(frozen=True, slots=True)
class GameReview(Answer):
    """Reviews of hands in order, with their sums.

    ``players`` and ``sides`` add up losses, what was at stake and real choices; accuracy is of the sums.
    Hands without bids are left out of sums, unless no hand has any: those are of tricks then.
    """

    hands: tuple[Review, ...]

    @property
    def counted(self) -> tuple[Review, ...]:
        """The hands that are added up."""
        return tuple(hand for hand in self.hands if hand.account is not None) or self.hands

    @property
    def players(self) -> dict[Seat, PartyReview]:
        return {seat: _sum(hand.players[seat] for hand in self.counted) for seat in Seat}

    @property
    def sides(self) -> dict[Side, PartyReview]:
        return {side: _sum(hand.sides[side] for hand in self.counted) for side in Side}

    @property
    def score(self) -> dict[Side, int] | None:
        """Points of all hands with bids; None if there are none."""
        scores = [hand.score for hand in self.hands if hand.score is not None]
        return {side: sum(score[side] for score in scores) for side in Side} if scores else None

    @property
    def account(self) -> Account | None:
        """The hands' accounts added up; None if none has bids."""
        accounts = [hand.account for hand in self.hands if hand.account is not None]
        if not accounts:
            return None

        def by_side(part: Callable[[Account], Mapping[Side, int]]) -> dict[Side, int]:
            return {side: sum(part(account)[side] for account in accounts) for side in Side}

        return Account(
            sum(account.par_margin for account in accounts),
            by_side(lambda account: account.bidding),
            by_side(lambda account: account.play),
            by_side(lambda account: account.illegal),
            sum(account.final_margin for account in accounts),
        )

    @property
    def luck(self) -> Luck | None:
        """The hands' luck and skill added up; None if none has bids."""
        parts = [hand.luck for hand in self.hands if hand.luck is not None]
        if not parts:
            return None
        return Luck(
            round(sum(luck.expected for luck in parts), 1),
            round(sum(luck.error**2 for luck in parts) ** 0.5, 1),
            round(sum(luck.cards for luck in parts), 1),
            sum(luck.skill for luck in parts),
            all(luck.measured for luck in parts),
        )

    @property
    def turning_points(self) -> tuple[tuple[int, str, int], ...]:
        """The costliest bids and cards of all hands: hand from 1, text, points (tricks without bids)."""
        found = [
            (at, point.text, abs(point.loss_tricks if point.loss_points is None else point.loss_points))
            for at, hand in enumerate(self.hands, 1)
            if hand.account is not None or self.account is None
            for point in hand.turning_points
        ]
        return tuple(sorted(found, key=lambda item: -item[2])[:_WORST])

    @property
    def summary(self) -> tuple[str, ...]:
        """The game in a few sentences."""
        hands = count(len(self.hands), "hand")
        account = self.account
        if account is None:
            lost = {side: party.loss_tricks for side, party in self.sides.items()}
            return (f"{hands} without bids: North-South lost {lost[Side.NS]} and East-West {lost[Side.EW]} tricks.",)
        said = [f"{hands}: {margin_text(account.final_margin)}.", _sources(account)]
        best = max(party.accuracy for party in self.players.values())
        names = [seat.full_name for seat, party in self.players.items() if party.accuracy == best]
        said.append(f"Most accurate: {joined(names, 'and')} with {best:g} % of the points at stake kept.")
        return tuple(said)

    def to_dict(self) -> dict[str, Any]:
        """The answer of POST /v1/review to ``deals``."""
        account, luck = self.account, self.luck
        return {
            "deals": [
                {name: value for name, value in hand.to_dict().items() if name not in ("nodes", "ms")}
                for hand in self.hands
            ],
            "score": self.score,
            "players": {seat: player.to_dict() for seat, player in self.players.items()},
            "sides": {side: party.to_dict() for side, party in self.sides.items()},
            "account": None if account is None else account.to_dict(),
            "luck": None if luck is None else luck.to_dict(),
            "turning_points": [{"deal": deal, "text": text, "size": size} for deal, text, size in self.turning_points],
            "summary": list(self.summary),
            "nodes": sum(hand.nodes for hand in self.hands),
            "ms": round(sum(hand.ms for hand in self.hands), 3),
        }


def _sum(parts: Iterable[PartyReview]) -> PartyReview:
    found = list(parts)
    total = found[0] if found else _NOBODY
    for part in found[1:]:
        total = total + part
    return total


def _sources(account: Account) -> str:
    """Where the margin of a game comes from."""
    lost = {side: account.bidding[side] + account.play[side] for side in Side}
    return (
        f"The cards alone, best bid and played, would have given {margin_text(account.par_margin)};"
        f" North-South gave away {count(lost[Side.NS], 'point')}, East-West {count(lost[Side.EW], 'point')}."
    )
