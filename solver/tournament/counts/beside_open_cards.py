"""Adds up how the play of a match differs from double dummy: tricks lost card by card, and tricks taken in the end."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from solver.game.cards import Side
from solver.tournament.counts.result import OpenCards, SizeLosses, TrickDifference
from solver.tournament.record import RoomRecord

__all__ = ["Beside"]

_Kind = tuple[int, bool, int, bool]
"""Cards, whether in board, the number, whether the side leads."""


@dataclass(slots=True)
class Beside:
    """Counts of rooms whose deal was played to its end, and whose cards were held against best play."""

    _rooms: Counter[int] = field(default_factory=Counter)
    _lost: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    _differences: dict[_Kind, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, cards: int, first: Side, room: RoomRecord) -> None:
        """One room; ``first`` is the side of the first bot."""
        if room.losses is None or room.ns_tricks is None or room.open_tricks is None or room.leader is None:
            return
        self._rooms[cards] += 1
        for trick, seat, lost in room.losses:
            self._lost[cards, trick, 0 if seat.side is first else 1] += lost
        for side in Side:
            more = room.ns_tricks - room.open_tricks
            contract = room.contracts[side]
            board = isinstance(contract, str)
            kind = (cards, board, 0 if isinstance(contract, str) else contract, room.leader.side is side)
            self._differences[kind][more if side is Side.NS else -more] += 1

    def result(self) -> OpenCards:
        """The means."""
        return OpenCards(
            {cards: self._losses(cards) for cards in sorted(self._rooms)},
            tuple(_difference(kind, counts) for kind, counts in sorted(self._differences.items())),
        )

    def _losses(self, cards: int) -> SizeLosses:
        rooms = self._rooms[cards]
        by_trick = []
        for trick in range(cards):
            one, other = (round(self._lost[cards, trick, who] / rooms, 6) for who in (0, 1))
            by_trick.append((one, other))
        one, other = (round(sum(self._lost[cards, t, who] for t in range(cards)) / rooms, 6) for who in (0, 1))
        return SizeLosses(rooms, (one, other), tuple(by_trick))


def _difference(kind: _Kind, counts: Counter[int]) -> TrickDifference:
    cards, board, number, leads = kind
    total = counts.total()
    mean = sum(more * count for more, count in counts.items()) / total
    square = sum(more * more * count for more, count in counts.items()) / total
    sd = math.sqrt(max(0.0, square - mean * mean))
    return TrickDifference(cards, "board" if board else number, leads, total, round(mean, 6) + 0.0, round(sd, 6))
