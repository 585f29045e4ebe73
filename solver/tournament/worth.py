"""A played deal with open cards: what its contracts were worth with best play by all four, and what each card cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

from solver.game.cards import Seat, Side
from solver.game.play import Position
from solver.game.scoring import deal_score
from solver.search.engine import Engine
from solver.tournament.room import PlayedDeal

__all__ = ["MEMORY_MB", "Worth"]

MEMORY_MB: Final = 64


@dataclass(frozen=True, slots=True)
class Worth:
    """North-South's tricks and both sides' points with best play from the first card; None where nobody led.

    ``losses`` are a trick (from 0), who played, and the tricks that the card cost its side; None where not asked for.
    """

    ns_tricks: int | None = None
    points: dict[Side, int] | None = None
    losses: tuple[tuple[int, Seat, int], ...] | None = None

    @classmethod
    def of(cls, played: PlayedDeal, engine: Engine, *, each_card: bool) -> Self:
        """By exact search; with ``each_card`` the cost of every card played."""
        deal = played.deal
        auction = deal.auction
        leader = auction.leader
        if leader is None:
            points = dict.fromkeys(Side, 0) if auction.passed_out else None
            return cls(None, points, () if each_card else None)
        start = deal.start(leader, auction.exempt)
        if each_card:
            values = engine.played_values(start, deal.play)
            losses = tuple(_losses(start, played, values))
        else:
            values, losses = [engine.value(start)], None
        return cls(values[0], deal_score(auction, values[0], deal.rainbows()), losses)


def _losses(start: Position, played: PlayedDeal, values: list[int]) -> list[tuple[int, Seat, int]]:
    """The cards that cost a trick."""
    position, losses = start, []
    for number, card in enumerate(played.deal.play):
        seat = position.turn
        lost = values[number] - values[number + 1]
        if lost:
            losses.append((number // 4, seat, lost if seat.side is Side.NS else -lost))
        position = position.after(card)
    return losses
