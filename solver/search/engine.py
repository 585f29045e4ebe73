"""The search engine: exact values with best play by all four, over a table that stays warm (R10 to R14)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from solver import _core
from solver.deal import Deal
from solver.errors import Cancelled, DealError, LimitError, PlayError, json_pointer
from solver.game.cards import PACK, Card, Seat, trump_mask
from solver.game.play import Position
from solver.game.rules import BigLed, BreakOn, LittleLed, Rules
from solver.search.known import Case, Known, known_cards, known_line, known_table
from solver.search.limits import NO_LIMITS, Limits, check_whole

__all__ = ["Engine", "best_line", "card_values", "exempt_that_matters", "play_rules", "seat_mask", "stopped", "value"]

_BREAK_ON: Final = tuple(BreakOn)
_BIG: Final = {BigLed.NONE: 0, BigLed.OPPONENTS_HIGHEST: 1, BigLed.ALL_HIGHEST: 2}
_LITTLE: Final = {LittleLed.NONE: 0, LittleLed.OPPONENTS_LOWEST: 1, LittleLed.ALL_LOWEST: 2}
_STOPPED: Final[Mapping[str, Callable[[], LimitError]]] = {
    "time": lambda: LimitError("the time limit was reached before the exact answer was known"),
    "nodes": lambda: LimitError("the node limit was reached before the exact answer was known"),
    "cancel": lambda: Cancelled("cancelled before the exact answer was known"),
}


class Engine:
    """A search context under one set of rules; its table stays warm from question to question.

    ``threads`` share one question: the cases of a table, the cards of a position, the windows of a
    value.  Values are the same for every number of threads; visited nodes are only for one.
    ``nodes`` counts the positions searched since it was made, ``bytes`` is its table's size now.
    ``known`` keeps tables, card values and lines beyond the engine's own life, for all that are alike.
    An engine asked by two callers at once raises RuntimeError in the second.  DealError for a
    position that cannot be (unequal hands, a card twice), and where the play has other rules.
    """

    __slots__ = ("_known", "_play_rules", "_solver", "rules")

    def __init__(self, rules: Rules, memory_mb: int = 256, threads: int = 1, known: Known | None = None) -> None:
        check_whole("memory_mb", memory_mb, 1 << 20)
        check_whole("threads", threads, 256)
        self.rules = rules
        self._known = known
        self._play_rules = play_rules(rules)
        self._solver = _core.Solver(*self._play_rules, memory_mb << 20, threads)

    @property
    def nodes(self) -> int:
        return int(self._solver.nodes)

    @property
    def bytes(self) -> int:
        return int(self._solver.bytes)

    def value(self, position: Position, limits: Limits = NO_LIMITS, guess: int | None = None) -> int:
        """NS tricks of the whole deal with best play from ``position``; ``guess`` (NS tricks) only saves time."""
        self._check(position)
        if position.finished:
            return position.ns_tricks
        start = -1 if guess is None else max(0, guess - position.ns_tricks)
        to_come: int = self._run(self._solver.value, position, limits, start)
        return position.ns_tricks + to_come

    def card_values(self, position: Position, limits: Limits = NO_LIMITS) -> dict[Card, int]:
        """NS tricks of the whole deal after each legal card, by falling card index; {} when finished."""
        self._check(position)
        if position.finished:
            return {}

        def search() -> list[tuple[Card, int]]:
            return [(PACK[card], tricks) for card, tricks in self._run(self._solver.cards, position, limits)]

        to_come = known_cards(self._known, position, search)
        return {card: position.ns_tricks + tricks for card, tricks in to_come}

    def best_line(self, position: Position, limits: Limits = NO_LIMITS) -> tuple[Card, ...]:
        """Cards of one optimal continuation to the end: at each turn the lowest card that keeps the value."""
        self._check(position)
        if position.finished:
            return ()

        def search() -> list[Card]:
            return [PACK[card] for card in self._run(self._solver.line, position, limits)]

        return tuple(known_line(self._known, position, search))

    def played(self, position: Position, plays: Sequence[Card], limits: Limits = NO_LIMITS) -> list[dict[Card, int]]:
        """``card_values`` before each of ``plays``, legal cards played one after another from ``position``.

        Searched from the last play back over one table, so a whole hand costs little more than its
        first position.  PlayError names the first card that is not legal.
        """
        taken = self._taken(position, plays)[:-1]
        if not taken:
            return []
        to_come = self._run(self._solver.played, position, limits, [card.index for card in plays])
        return [
            {PACK[card]: before + tricks for card, tricks in values}
            for before, values in zip(taken, to_come, strict=True)
        ]

    def played_values(self, position: Position, plays: Sequence[Card], limits: Limits = NO_LIMITS) -> list[int]:
        """``value`` before each of ``plays`` and after the last (one number more); cheaper than ``played``."""
        taken = self._taken(position, plays)
        if position.finished:
            return taken
        to_come = self._run(self._solver.played_values, position, limits, [card.index for card in plays])
        return [before + tricks for before, tricks in zip(taken, to_come, strict=True)]

    def _taken(self, position: Position, plays: Sequence[Card]) -> list[int]:
        """NS tricks taken before each play and after the last; PlayError points to the first illegal one."""
        self._check(position)
        taken = [position.ns_tricks]
        now = position
        for index, card in enumerate(plays):
            try:
                now = now.play(card)
            except PlayError as error:
                raise PlayError.of(fault.under(json_pointer(index)) for fault in error.faults) from None
            taken.append(now.ns_tricks)
        return taken

    def table(
        self, deal: Deal, cases: Iterable[tuple[Seat, Collection[Seat]]], limits: Limits = NO_LIMITS
    ) -> list[int]:
        """NS tricks of each case (first leader, seats exempt from the lead limit), from the first card.

        Cases that cannot differ are searched once, see :func:`exempt_that_matters`.
        """
        self._check_rules(deal.rules)
        wanted = [(leader, exempt_that_matters(deal, exempt)) for leader, exempt in cases]
        distinct = list(dict.fromkeys(wanted))

        def search(cases: Sequence[Case]) -> list[int]:
            start = Position(deal.hands, deal.trump, Seat.N, rules=deal.rules)
            asked = [(leader.place, seat_mask(exempt)) for leader, exempt in cases]
            tricks: list[int] = self._run(self._solver.table, start, limits, asked)
            return tricks

        values = known_table(self._known, deal, distinct, search)
        by_case = dict(zip(distinct, values, strict=True))
        return [by_case[case] for case in wanted]

    def _check(self, position: Position) -> None:
        position.check()
        self._check_rules(position.rules)

    def _check_rules(self, rules: Rules) -> None:
        # The table holds what is true under the engine's own rules of play.
        if rules is not self.rules and play_rules(rules) != self._play_rules:
            text = "these rules have another break_on, big_led or little_led than the engine's"
            raise DealError(text, "R12", pointer="/rules")

    def _run(self, ask: Callable[..., Any], position: Position, limits: Limits, *more: Any) -> Any:
        asked = _core.Position(
            position.hands,
            -1 if position.trump is None else int(position.trump),
            position.leader.place,
            [card.index for card in position.trick],
            position.broken,
            seat_mask(position.exempt),
        )
        within = _core.Limits(
            -1.0 if limits.time_limit is None else float(min(limits.time_limit, 1e9)),
            limits.node_limit or 0,
            None if limits.cancel is None else limits.cancel._flag,
        )
        try:
            return ask(asked, within, *more)
        except _core.Stopped as stop:
            raise stopped(stop) from None


def stopped(stop: _core.Stopped) -> LimitError:
    """Why the core stopped, as the error for it."""
    return _STOPPED[str(stop)]()


def play_rules(rules: Rules) -> tuple[int, int, int]:
    """The knobs that the search plays by, as the core numbers them."""
    return _BREAK_ON.index(rules.break_on), _BIG[rules.big_led], _LITTLE[rules.little_led]


def seat_mask(seats: Iterable[Seat]) -> int:
    """The seats as a set, bit ``Seat.place``."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def exempt_that_matters(deal: Deal, exempt: Collection[Seat]) -> frozenset[Seat]:
    """The exempt seats whose freedom from the lead limit can change the play of ``deal``.

    A seat without trumps has none to lead, one with nothing else may lead them anyway (R12 b), and
    both stay so to the end.  Where trumps may be led at once nobody needs the freedom.
    """
    if not exempt or deal.rules.break_on is BreakOn.UNRESTRICTED:
        return frozenset()
    trumps = trump_mask(deal.trump)
    return frozenset(seat for seat in exempt if deal.hands[seat] & trumps and deal.hands[seat] & ~trumps)


def value(position: Position, limits: Limits = NO_LIMITS) -> int:
    """NS tricks of the whole deal with best play from ``position`` (tricks already taken included)."""
    return Engine(position.rules, limits.memory_mb, limits.threads).value(position, limits)


def card_values(position: Position, limits: Limits = NO_LIMITS) -> dict[Card, int]:
    """NS tricks of the whole deal after each legal card of ``position.turn``."""
    return Engine(position.rules, limits.memory_mb, limits.threads).card_values(position, limits)


def best_line(position: Position, limits: Limits = NO_LIMITS) -> tuple[Card, ...]:
    """Cards of one optimal continuation of ``position`` to the end."""
    return Engine(position.rules, limits.memory_mb, limits.threads).best_line(position, limits)
