"""Trick tables of many deals in one call: the place where one call of the core can do the work of the loop here.

Cards, seats and suits are plain ints, as the core has them: at 3 cards a hand the search takes 10 µs, and making
values for people takes many times that.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from solver import _core
from solver.errors import Cancelled, LimitError
from solver.game.auction import exempt_seats
from solver.game.cards import Seat, Suit, trump_mask
from solver.game.rules import BreakOn, Rules
from solver.search import Cancel
from solver.search.engine import play_rules, stopped

__all__ = ["Cards", "Cases", "Tricks", "cases_of", "solve_tables"]

Cases = tuple[tuple[int, int], ...]
"""First leader, and the set of seats that may lead trump at any time (R12 a)."""
_TRUMPS: Final = tuple(trump_mask(suit) for suit in Suit)
_NO_TRUMP: Final = trump_mask(None)


@dataclass(slots=True)
class Cards:
    """The cards of a deal for the search: hands of N E S W as sets, trump (-1 for none), rules and own limits."""

    hands: tuple[int, int, int, int]
    trump: int
    rules: Rules
    time_limit: float | None = None
    node_limit: int | None = None


@dataclass(slots=True)
class Tricks:
    """NS tricks by case, positions searched, seconds taken."""

    values: list[int]
    nodes: int
    seconds: float


def cases_of(rules: Rules, wanted: tuple[str, ...] = ()) -> dict[str, tuple[int, int]]:
    """The cases of a table by name: ``N`` … for first leaders, ``board:N`` … for lone claimants, who lead."""
    cases = {str(seat): (seat.place, 0) for seat in Seat}
    if rules.has_boards:
        for seat in Seat:
            free = sum(1 << other.place for other in exempt_seats([seat], rules))
            cases[f"board:{seat}"] = (seat.place, free)
    return {name: case for name, case in cases.items() if not wanted or name in wanted}


def solve_tables(
    deals: Iterable[tuple[Cards, Cases]],
    *,
    time_limit: float | None = None,
    memory_mb: int = 256,
    cancel: Cancel | None = None,
) -> list[Tricks | LimitError]:
    """The tricks of each deal in each of its cases, or the limit that was reached; Cancelled stops all.

    Each deal has a search of its own, so that its nodes do not depend on the deals before it.
    """
    flag = None if cancel is None else cancel._flag
    solved: list[Tricks | LimitError] = []
    clock = time.perf_counter
    rules, knobs = None, (0, 0, 0)
    for cards, cases in deals:
        began = clock()
        if cards.rules is not rules:
            rules, knobs = cards.rules, play_rules(cards.rules)
        seconds = _least(time_limit, cards.time_limit)
        within = _core.Limits(-1.0 if seconds is None else seconds, cards.node_limit or 0, flag)
        solver = _core.Solver(*knobs, memory_mb << 20, 1)
        try:
            values = _values(solver, cards, cases, within)
        except _core.Stopped as stop:
            error = stopped(stop)
            if isinstance(error, Cancelled):
                raise error from None
            solved.append(error)
        else:
            solved.append(Tricks(values, solver.nodes, clock() - began))
    return solved


def _least(one: float | None, other: float | None) -> float | None:
    return other if one is None else one if other is None else min(one, other)


def _values(solver: _core.Solver, cards: Cards, cases: Cases, within: _core.Limits) -> list[int]:
    position = _core.Position(cards.hands, cards.trump, 0, (), False, 0)
    bound = _bound(cards)
    wanted = [(leader, free & bound) for leader, free in cases]
    distinct = list(dict.fromkeys(wanted))
    values = solver.table(position, within, distinct)
    if len(distinct) == len(wanted):
        return values
    known = dict(zip(distinct, values, strict=True))
    return [known[case] for case in wanted]


def _bound(cards: Cards) -> int:
    """The seats whom freedom from the lead limit can help: see ``solver.search.exempt_that_matters``."""
    if cards.rules.break_on is BreakOn.UNRESTRICTED:
        return 0
    trumps = _TRUMPS[cards.trump] if cards.trump >= 0 else _NO_TRUMP
    bound = 0
    for place, hand in enumerate(cards.hands):
        if hand & trumps and hand & ~trumps:
            bound |= 1 << place
    return bound
