"""One moment of the play, or one deal before it, with many layouts of the hidden cards: exact values in one call.

The search runs without the interpreter's lock, with threads inside, and each thread keeps its search from layout to
layout.  Layouts are arrays of masks, values arrays of small numbers, as in ``solver.search.many``; layouts are taken
in the order given, so that what is done by a deadline is the front of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solver import _core
from solver.errors import DealError, check_kind
from solver.game.cards import Card, Seat, Suit
from solver.game.play import Position
from solver.game.rules import Rules
from solver.search.engine import play_rules, seat_mask, stopped
from solver.search.limits import NO_LIMITS, Limits

__all__ = ["LayoutValues", "case_tricks", "tricks_after", "tricks_reached"]

_NEVER: Final = 14
"""More tricks than any hand has."""


@dataclass(frozen=True, slots=True)
class LayoutValues:
    """A row of ``values`` (int8) for each layout, and whether it was reached in time (``done``, bool).

    Rows that are not done mean nothing.
    """

    values: NDArray[np.int8]
    done: NDArray[np.bool_]

    @property
    def front(self) -> int:
        """How many of the first layouts are all done: a part that does not depend on what is hard to search."""
        return int(self.done.argmin()) if not self.done.all() else len(self.done)


def tricks_after(
    moment: Position, layouts: NDArray[np.uint64], cards: Sequence[Card], limits: Limits = NO_LIMITS
) -> LayoutValues:
    """North-South's tricks of the whole deal after each of ``cards``, in each layout; values (layouts, cards).

    ``moment`` says all but the hands, which are ``layouts`` (uint64, shape (layouts, 4), N E S W): the cards left
    to each, without those of the trick.  The cards must be legal in every layout.  ``limits`` are of the whole call:
    what is not done at ``time_limit`` says so; there is no node limit.  DealError for layouts that cannot be or
    cards that are not legal; Cancelled.
    """
    asked, numbers = _moment(moment), _numbers(cards)
    found = _ask(_core.world_tricks, moment.rules, layouts, limits, (len(cards),), asked, numbers)
    return LayoutValues(found.values + np.int8(moment.ns_tricks), found.done)


def tricks_reached(
    moment: Position,
    layouts: NDArray[np.uint64],
    cards: Sequence[Card],
    needs: Sequence[int],
    limits: Limits = NO_LIMITS,
) -> LayoutValues:
    """Whether North-South take at least each of ``needs`` tricks of the whole deal after each of ``cards``.

    As ``tricks_after``, with 0 or 1 for values, of shape (layouts, cards, needs).  One number costs about half of
    the exact values.
    """
    asked, numbers = _moment(moment), _numbers(cards)
    for need in needs:
        check_kind("needs", need, int)
    # Whatever none or all have is told by a number that the core can take.
    wanted = [min(max(need - moment.ns_tricks, 0), _NEVER) for need in needs]
    shape = (len(cards), len(needs))
    return _ask(_core.world_reaches, moment.rules, layouts, limits, shape, asked, numbers, wanted)


def case_tricks(
    trump: Suit | None,
    layouts: NDArray[np.uint64],
    rules: Rules,
    cases: Sequence[tuple[Seat, Collection[Seat]]],
    limits: Limits = NO_LIMITS,
) -> LayoutValues:
    """North-South's tricks in each case (first leader, seats exempt from the lead limit); values (layouts, cases).

    ``layouts`` are the hands as dealt.  Limits and errors are those of ``tricks_after``.
    """
    check_kind("trump", trump, Suit, NoneType)
    check_kind("rules", rules, Rules)
    for leader, exempt in cases:
        check_kind("cases", leader, Seat)
        for seat in exempt:
            check_kind("cases", seat, Seat)
    asked = [(leader.place, seat_mask(exempt)) for leader, exempt in cases]
    return _ask(_core.world_cases, rules, layouts, limits, (len(cases),), -1 if trump is None else int(trump), asked)


def _numbers(cards: Sequence[Card]) -> list[int]:
    for card in cards:
        check_kind("cards", card, Card)
    return [card.index for card in cards]


def _moment(moment: Position) -> _core.Position:
    check_kind("moment", moment, Position)
    return _core.Position(
        (0, 0, 0, 0),
        -1 if moment.trump is None else int(moment.trump),
        moment.leader.place,
        [card.index for card in moment.trick],
        moment.broken,
        seat_mask(moment.exempt),
    )


def _ask(
    ask: Callable[..., None],
    rules: Rules,
    layouts: NDArray[np.uint64],
    limits: Limits,
    shape: tuple[int, ...],
    *question: Any,
) -> LayoutValues:
    check_kind("layouts", layouts, np.ndarray)
    check_kind("limits", limits, Limits)
    if layouts.dtype != np.uint64 or layouts.ndim != 2 or layouts.shape[1] != 4:
        raise ValueError("layouts are an array of 64-bit numbers without sign, of shape (layouts, 4)")
    number = len(layouts)
    values = np.zeros((number, *shape), np.int8)
    done = np.zeros(number, np.uint8)
    within = _core.Limits(
        -1.0 if limits.time_limit is None else float(min(limits.time_limit, 1e9)),
        0,
        None if limits.cancel is None else limits.cancel._flag,
    )
    hands = np.ascontiguousarray(layouts).ravel()
    try:
        ask(
            play_rules(rules),
            limits.memory_mb << 20,
            limits.threads,
            *question[:1],
            hands,
            *question[1:],
            within,
            values.ravel(),
            done,
        )
    except _core.Stopped as stop:
        raise stopped(stop) from None
    except ValueError as error:
        raise DealError(str(error)) from None
    return LayoutValues(values, done.astype(bool))
