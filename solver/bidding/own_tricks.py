"""How many tricks a hand takes by itself, the simplest way to bid one's own cards."""

from __future__ import annotations

from collections.abc import Iterable

from solver.deal import Deal
from solver.game.cards import Seat
from solver.game.play import trick_winner
from solver.search import Engine, Limits

__all__ = ["own_tricks"]


def own_tricks(deal: Deal, seats: Iterable[Seat], limits: Limits) -> dict[Seat, int]:
    """The tricks that each seat's own cards win when it leads and all play their best, nobody in board.

    The play is the search's line: at each turn the lowest card that loses nothing.  LimitError, Cancelled.
    """
    engine = Engine(deal.rules, limits.memory_mb)
    tricks = {}
    for seat in seats:
        line = engine.best_line(deal.start(seat), limits)
        leader, taken = seat, 0
        for first in range(0, len(line), 4):
            leader = trick_winner(line[first : first + 4], leader, deal.trump)
            taken += leader is seat
        tricks[seat] = taken
    return tricks
