"""The typed face of the double-dummy search: exact values with best play by all four (R10 to R14).

Every call takes its own limits and answers exactly or raises: ``LimitError`` when time or nodes ran
out, ``Cancelled`` when the caller's :class:`Cancel` was set.  An :class:`Engine` keeps its table over
many questions under the same rules; without one each call has a fresh engine.  Engines share
nothing, so threads may solve side by side (the search runs without the GIL); one engine serves one
thread at a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from solver import _core
from solver.cards import PACK, Card, Seat, Side
from solver.deal import Deal
from solver.deal_json import DealReader
from solver.errors import Cancelled, DealError, Fault, LimitError, PlayError, json_pointer
from solver.play import Position, replay, trump_mask
from solver.rules import BigLed, BoardExemption, BreakOn, LittleLed, Rules
from solver.tables import TrickTable

__all__ = [
    "Cancel",
    "Engine",
    "Limits",
    "PositionResult",
    "TableResult",
    "best_line",
    "card_values",
    "exempt_seats",
    "solve",
    "trick_table",
    "value",
]

Tricks = dict[str, int]
"""``{"NS": t, "EW": n - t}``."""

_BREAK_ON: Final = tuple(BreakOn)
_BIG: Final = {BigLed.NONE: 0, BigLed.OPPONENTS_HIGHEST: 1, BigLed.ALL_HIGHEST: 2}
_LITTLE: Final = {LittleLed.NONE: 0, LittleLed.OPPONENTS_LOWEST: 1, LittleLed.ALL_LOWEST: 2}
_STOPPED: Final[Mapping[str, Callable[[], LimitError]]] = {
    "time": lambda: LimitError("the time limit was reached before the exact answer was known"),
    "nodes": lambda: LimitError("the node limit was reached before the exact answer was known"),
    "cancel": lambda: Cancelled("cancelled before the exact answer was known"),
}


class Cancel:
    """A handle to stop a solve from another thread, within 10 ms."""

    __slots__ = ("_flag",)

    def __init__(self) -> None:
        self._flag = _core.Cancel()

    def set(self) -> None:
        self._flag.set()

    @property
    def is_set(self) -> bool:
        return bool(self._flag.is_set)


@dataclass(frozen=True, slots=True)
class Limits:
    """How far one solve may go: seconds of wall clock, nodes, threads, table memory in MB, a cancel handle.

    Several threads have equal shares of ``node_limit``, and one that has spent its share ends the solve.
    """

    time_limit: float | None = None
    node_limit: int | None = None
    threads: int = 1
    memory_mb: int = 256
    cancel: Cancel | None = None

    def __post_init__(self) -> None:
        if self.time_limit is not None and not (isinstance(self.time_limit, (int, float)) and self.time_limit > 0):
            raise ValueError("time_limit must be a number of seconds, more than 0")
        if self.node_limit is not None:
            _check_whole("node_limit", self.node_limit, 10**18)
        _check_whole("threads", self.threads, 256)
        _check_whole("memory_mb", self.memory_mb, 1 << 20)

    def less(self, seconds: float, nodes: int) -> Limits:
        """What is left of these limits after a part of the work."""
        return replace(
            self,
            time_limit=None if self.time_limit is None else max(1e-6, self.time_limit - seconds),
            node_limit=None if self.node_limit is None else max(1, self.node_limit - nodes),
        )


def _check_whole(name: str, value: int, most: int) -> None:
    if not (isinstance(value, int) and 1 <= value <= most):
        raise ValueError(f"{name} must be a whole number from 1 to {most}")


NO_LIMITS: Final = Limits()


class Engine:
    """A search context under one set of rules; its table stays warm from question to question.

    ``threads`` share one question: the cases of a table, the cards of a position, the windows of a
    value.  Values are the same for every number of threads; visited nodes are only for one.
    ``nodes`` counts the positions searched since it was made, ``bytes`` is its table's size now.
    An engine asked by two callers at once raises RuntimeError in the second.  DealError for a
    position that cannot be (unequal hands, a card twice), and where the play has other rules.
    """

    __slots__ = ("_policy", "_solver", "rules")

    def __init__(self, rules: Rules, memory_mb: int = 256, threads: int = 1) -> None:
        _check_whole("memory_mb", memory_mb, 1 << 20)
        _check_whole("threads", threads, 256)
        self.rules = rules
        self._policy = _policy(rules)
        self._solver = _core.Solver(*self._policy, memory_mb << 20, threads)

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
        found: int = self._run(self._solver.value, position, limits, start)
        return position.ns_tricks + found

    def card_values(self, position: Position, limits: Limits = NO_LIMITS) -> dict[Card, int]:
        """NS tricks of the whole deal after each legal card, by falling card index; {} when finished."""
        self._check(position)
        if position.finished:
            return {}
        found = self._run(self._solver.cards, position, limits)
        return {PACK[card]: position.ns_tricks + tricks for card, tricks in found}

    def best_line(self, position: Position, limits: Limits = NO_LIMITS) -> tuple[Card, ...]:
        """Cards of one optimal continuation to the end: at each turn the lowest card that keeps the value."""
        self._check(position)
        if position.finished:
            return ()
        return tuple(PACK[card] for card in self._run(self._solver.line, position, limits))

    def played(self, position: Position, plays: Sequence[Card], limits: Limits = NO_LIMITS) -> list[dict[Card, int]]:
        """``card_values`` before each of ``plays``, legal cards played one after another from ``position``.

        Searched from the last play back over one table, so a whole hand costs little more than its
        first position.  PlayError names the first card that is not legal.
        """
        taken = self._taken(position, plays)[:-1]
        if not taken:
            return []
        found = self._run(self._solver.played, position, limits, [card.index for card in plays])
        return [
            {PACK[card]: before + tricks for card, tricks in values}
            for before, values in zip(taken, found, strict=True)
        ]

    def played_values(self, position: Position, plays: Sequence[Card], limits: Limits = NO_LIMITS) -> list[int]:
        """``value`` before each of ``plays`` and after the last (one number more); cheaper than ``played``."""
        taken = self._taken(position, plays)
        if position.finished:
            return taken
        found = self._run(self._solver.played_values, position, limits, [card.index for card in plays])
        return [before + tricks for before, tricks in zip(taken, found, strict=True)]

    def _taken(self, position: Position, plays: Sequence[Card]) -> list[int]:
        """NS tricks taken before each play and after the last; PlayError points to the first illegal one."""
        self._check(position)
        taken = [position.ns_tricks]
        now = position
        for at, card in enumerate(plays):
            try:
                now = now.play(card)
            except PlayError as error:
                raise PlayError.of(fault.under(f"/{at}") for fault in error.faults) from None
            taken.append(now.ns_tricks)
        return taken

    def table(self, deal: Deal, cases: Iterable[tuple[Seat, int]], limits: Limits = NO_LIMITS) -> list[int]:
        """NS tricks of each case (first leader, mask of lead-exempt seats), from the first card.

        Cases that cannot differ are searched once, see :func:`exempt_that_matters`.
        """
        self._check_rules(deal.rules)
        wanted = [(leader, exempt_that_matters(deal, exempt)) for leader, exempt in cases]
        distinct = list(dict.fromkeys(wanted))
        values = self._run(
            self._solver.table,
            Position(deal.hands, deal.trump, Seat.N, rules=deal.rules),
            limits,
            [(int(leader), exempt) for leader, exempt in distinct],
        )
        known = dict(zip(distinct, values, strict=True))
        return [known[case] for case in wanted]

    def _check(self, position: Position) -> None:
        position.check()
        self._check_rules(position.rules)

    def _check_rules(self, rules: Rules) -> None:
        # The table holds what is true under the engine's own rules of play.
        if rules is not self.rules and _policy(rules) != self._policy:
            text = "these rules have another break_on, big_led or little_led than the engine's"
            raise DealError(text, "R12", pointer="/rules")

    def _run(self, ask: Callable[..., Any], position: Position, limits: Limits, *more: Any) -> Any:
        asked = _core.Position(
            position.hands,
            -1 if position.trump is None else int(position.trump),
            int(position.leader),
            [card.index for card in position.trick],
            position.broken,
            _mask(position.exempt),
        )
        within = _core.Limits(
            -1.0 if limits.time_limit is None else float(min(limits.time_limit, 1e9)),
            limits.node_limit or 0,
            None if limits.cancel is None else limits.cancel._flag,
        )
        try:
            return ask(asked, within, *more)
        except _core.Stopped as stopped:
            raise _STOPPED[str(stopped)]() from None


def _policy(rules: Rules) -> tuple[int, int, int]:
    """The knobs that the search plays by, as the core numbers them."""
    return _BREAK_ON.index(rules.break_on), _BIG[rules.big_led], _LITTLE[rules.little_led]


def _seat(value: Seat | str, pointer: str) -> Seat:
    """A seat, or one by its letter or name; DealError for anything else."""
    reader = DealReader()
    seat = reader.seat(value, pointer)
    if seat is None:
        raise DealError.of(reader.faults or [Fault.of(pointer, "expected a seat, not null", "R1")])
    return seat


def _mask(seats: Iterable[Seat]) -> int:
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def exempt_that_matters(deal: Deal, exempt: int) -> int:
    """The exempt seats whose freedom from the lead limit can change the play of ``deal``.

    A seat without trumps has none to lead, one with nothing else may lead them anyway (R12 b), and
    both stay so to the end.  Where trumps may be led at once nobody needs the freedom.
    """
    if deal.rules.break_on is BreakOn.UNRESTRICTED:
        return 0
    trumps = trump_mask(deal.trump)
    mixed = 0
    for seat, hand in enumerate(deal.hands):
        if hand & trumps and hand & ~trumps:
            mixed |= 1 << seat
    return exempt & mixed


def exempt_seats(rules: Rules, claimants: int) -> int:
    """The seats free of the lead limit when the seats of ``claimants`` (bit masks) claimed board (R12 a)."""
    knob = rules.board_lead_exemption
    if not claimants or knob is BoardExemption.NONE:
        return 0
    if knob is BoardExemption.ANYONE:
        return 0b1111
    if knob is BoardExemption.SIDE:
        return claimants | (claimants << 2 | claimants >> 2) & 0b1111
    return claimants


def trick_table(deal: Deal, limits: Limits = NO_LIMITS, engine: Engine | None = None) -> TrickTable:
    """The 4 + 15 values that bidding needs; DealError when ``deal`` has no dealer.  See TrickTable."""
    if deal.dealer is None:
        raise DealError("the dealer is missing, and with it the bidding order", "R6", pointer="/dealer")
    engine = engine or Engine(deal.rules, limits.memory_mb, limits.threads)
    before = engine.nodes
    cases = [(seat, 0) for seat in Seat]
    if deal.rules.has_boards:
        order = deal.dealer.next.clockwise()
        for claimants in range(1, 16):
            leader = next(seat for seat in reversed(order) if claimants >> seat & 1)
            cases.append((leader, exempt_seats(deal.rules, claimants)))
    n, e, s, w, *claims = engine.table(deal, cases, limits)
    return TrickTable(
        cards=deal.cards,
        dealer=deal.dealer,
        ns=(n, e, s, w),
        claims=(-1, *(claims or [-1] * 15)),
        nodes=engine.nodes - before,
    )


def value(position: Position, limits: Limits = NO_LIMITS) -> int:
    """NS tricks of the whole deal with best play from ``position`` (tricks already taken included)."""
    return Engine(position.rules, limits.memory_mb, limits.threads).value(position, limits)


def card_values(position: Position, limits: Limits = NO_LIMITS) -> dict[Card, int]:
    """NS tricks of the whole deal after each legal card of ``position.turn``."""
    return Engine(position.rules, limits.memory_mb, limits.threads).card_values(position, limits)


def best_line(position: Position, limits: Limits = NO_LIMITS) -> tuple[Card, ...]:
    """Cards of one optimal continuation of ``position`` to the end."""
    return Engine(position.rules, limits.memory_mb, limits.threads).best_line(position, limits)


@dataclass(frozen=True, slots=True)
class TableResult:
    """The tricks of a deal before the first card: by first leader, and with each seat as lone claimant leading.

    ``tricks`` and ``board`` map "N" … "W" to {"NS", "EW"} tricks (``board`` is empty under rules without
    boards); ``max_tricks`` is each side's most over both.  ``ms`` is wall-clock milliseconds.
    """

    tricks: dict[str, Tricks]
    board: dict[str, Tricks]
    max_tricks: Tricks
    nodes: int
    ms: float
    rules: Rules

    def to_dict(self) -> dict[str, Any]:
        """The answer of ``POST /v1/solve`` with nothing led."""
        return {
            "tricks": self.tricks,
            "board": self.board,
            "max_tricks": self.max_tricks,
            "nodes": self.nodes,
            "ms": self.ms,
            "rules": self.rules.to_value(),
        }


@dataclass(frozen=True, slots=True)
class PositionResult:
    """The values at one point of the play; tricks are those of the whole deal, taken ones included.

    ``turn`` is None when the play is over.  ``cards`` maps every legal card to {"NS", "EW"}; ``best`` are
    the cards that lose nothing; ``line`` is one optimal continuation; ``tricks`` its result.
    """

    turn: Seat | None
    cards: dict[str, Tricks]
    best: tuple[str, ...]
    line: tuple[str, ...]
    tricks: Tricks
    nodes: int
    ms: float
    rules: Rules

    def to_dict(self) -> dict[str, Any]:
        """The answer of ``POST /v1/solve`` with ``leader`` or ``play``."""
        return {
            "turn": None if self.turn is None else str(self.turn),
            "cards": self.cards,
            "best": list(self.best),
            "line": list(self.line),
            "tricks": self.tricks,
            "nodes": self.nodes,
            "ms": self.ms,
            "rules": self.rules.to_value(),
        }


def solve(
    deal: Deal,
    *,
    leader: Seat | str | None = None,
    exempt: Iterable[Seat | str] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    threads: int = 1,
    memory_mb: int = 256,
    cancel: Cancel | None = None,
    engine: Engine | None = None,
) -> TableResult | PositionResult:
    """The exact tricks of a deal: a table of first leaders, or every card's value where play has begun.

    With ``leader`` given or cards in ``deal.play`` the answer is a PositionResult of that point, else a
    TableResult.  ``exempt`` are the seats free of the lead limit (R12 a); by default those that the
    bids make so.  Seats may be given by letter or name.  Errors: PlayError for an illegal play, DealError
    for what is no seat, LimitError, Cancelled.
    """
    limits = Limits(time_limit, node_limit, threads, memory_mb, cancel)
    began = time.perf_counter()
    engine = engine or Engine(deal.rules, memory_mb, threads)
    before = engine.nodes
    leads = None if leader is None else _seat(leader, "/leader")
    freed = None if exempt is None else [_seat(seat, json_pointer("exempt", at)) for at, seat in enumerate(exempt)]
    if leads is not None or deal.play:
        return _solve_position(replay(deal, leads, freed), engine, limits, before, began)
    free = _mask(freed or ())
    cases = [(seat, free) for seat in Seat]
    if deal.rules.has_boards:
        cases += [(seat, free | exempt_seats(deal.rules, 1 << seat)) for seat in Seat]
    values = engine.table(deal, cases, limits)
    size = deal.cards
    return TableResult(
        tricks={str(seat): _tricks(values[seat], size) for seat in Seat},
        board={str(seat): _tricks(tricks, size) for seat, tricks in zip(Seat, values[4:], strict=False)},
        max_tricks={str(Side.NS): max(values), str(Side.EW): size - min(values)},
        nodes=engine.nodes - before,
        ms=_ms(began),
        rules=deal.rules,
    )


def _solve_position(position: Position, engine: Engine, limits: Limits, before: int, began: float) -> PositionResult:
    size = position.ns_tricks + position.ew_tricks + (position.cards_left + len(position.trick)) // 4
    if position.finished:
        tricks = _tricks(position.ns_tricks, size)
        return PositionResult(None, {}, (), (), tricks, engine.nodes - before, _ms(began), position.rules)
    values = engine.card_values(position, limits)
    best = (max if position.turn.side is Side.NS else min)(values.values())
    line = engine.best_line(position, limits.less(time.perf_counter() - began, engine.nodes - before))
    return PositionResult(
        turn=position.turn,
        cards={str(card): _tricks(tricks, size) for card, tricks in values.items()},
        best=tuple(str(card) for card, tricks in values.items() if tricks == best),
        line=tuple(str(card) for card in line),
        tricks=_tricks(best, size),
        nodes=engine.nodes - before,
        ms=_ms(began),
        rules=position.rules,
    )


def _tricks(ns: int, size: int) -> Tricks:
    return {str(Side.NS): ns, str(Side.EW): size - ns}


def _ms(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 3)
