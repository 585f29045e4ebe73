"""``solve`` and ``trick_table``: the questions about a deal that the search answers (R10 to R14)."""

from __future__ import annotations

import time
from collections.abc import Iterable
from types import NoneType

from solver.deal import Deal, replay
from solver.errors import DealError, Fault, check_kind, json_pointer
from solver.formats.deal_json import DealReader
from solver.game.auction import exempt_seats
from solver.game.cards import Seat, Side
from solver.game.play import Position, tricks_by_side
from solver.game.rules import Rules
from solver.search.double_dummy_table import TrickTable
from solver.search.engine import Engine
from solver.search.limits import NO_LIMITS, Cancel, Limits
from solver.search.results import PositionResult, TableResult

__all__ = ["bid_cases", "solve", "trick_table"]


def trick_table(deal: Deal, limits: Limits = NO_LIMITS, engine: Engine | None = None) -> TrickTable:
    """The 4 + 15 values that bidding needs; DealError when ``deal`` has no dealer.  See TrickTable."""
    check_kind("deal", deal, Deal)
    check_kind("limits", limits, Limits)
    check_kind("engine", engine, Engine, NoneType)
    if deal.dealer is None:
        raise DealError("the dealer is missing, and with it the bidding order", "R6", pointer="/dealer")
    engine = engine or Engine(deal.rules, limits.memory_mb, limits.threads)
    before = engine.nodes
    values = engine.table(deal, bid_cases(deal.dealer, deal.rules), limits)
    return TrickTable.of(deal.cards, deal.dealer, values, engine.nodes - before)


def bid_cases(dealer: Seat, rules: Rules) -> list[tuple[Seat, frozenset[Seat]]]:
    """First leader and who may lead trump at any time: by leader without boards, then by the set of claimants (R10)."""
    cases = [(seat, frozenset[Seat]()) for seat in Seat]
    if rules.has_boards:
        for mask in range(1, 16):
            claimants = [seat for seat in dealer.next.clockwise() if mask >> seat & 1]
            cases.append((claimants[-1], exempt_seats(claimants, rules)))
    return cases


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
    check_kind("deal", deal, Deal)
    check_kind("exempt", exempt, Iterable, NoneType)
    check_kind("engine", engine, Engine, NoneType)
    limits = Limits(time_limit, node_limit, threads, memory_mb, cancel)
    began = time.perf_counter()
    engine = engine or Engine(deal.rules, memory_mb, threads)
    before = engine.nodes
    first = None if leader is None else _seat(leader, "/leader")
    free = None if exempt is None else _seats(exempt)
    if first is not None or deal.play:
        return _solve_position(replay(deal, first, free), engine, limits, before, began)
    always = free or frozenset[Seat]()
    cases = [(seat, always) for seat in Seat]
    if deal.rules.has_boards:
        cases += [(seat, always | exempt_seats([seat], deal.rules)) for seat in Seat]
    values = engine.table(deal, cases, limits)
    size = deal.cards
    return TableResult(
        tricks={seat: tricks_by_side(values[seat], size) for seat in Seat},
        board={seat: tricks_by_side(ns_tricks, size) for seat, ns_tricks in zip(Seat, values[4:], strict=False)},
        max_tricks={Side.NS: max(values), Side.EW: size - min(values)},
        nodes=engine.nodes - before,
        ms=_ms(began),
        rules=deal.rules,
    )


def _solve_position(position: Position, engine: Engine, limits: Limits, before: int, began: float) -> PositionResult:
    size = position.ns_tricks + position.ew_tricks + (position.cards_left + len(position.trick)) // 4
    if position.finished:
        tricks = tricks_by_side(position.ns_tricks, size)
        return PositionResult(None, {}, (), (), tricks, engine.nodes - before, _ms(began), position.rules)
    values = engine.card_values(position, limits)
    best = (max if position.turn.side is Side.NS else min)(values.values())
    line = engine.best_line(position, limits.less(time.perf_counter() - began, engine.nodes - before))
    return PositionResult(
        turn=position.turn,
        cards={card: tricks_by_side(ns_tricks, size) for card, ns_tricks in values.items()},
        best=tuple(card for card, ns_tricks in values.items() if ns_tricks == best),
        line=line,
        tricks=tricks_by_side(best, size),
        nodes=engine.nodes - before,
        ms=_ms(began),
        rules=position.rules,
    )


def _ms(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 3)


def _seats(values: Iterable[Seat | str]) -> frozenset[Seat]:
    return frozenset(_seat(value, json_pointer("exempt", index)) for index, value in enumerate(values))


def _seat(value: Seat | str, pointer: str) -> Seat:
    """A seat, or one by its letter or name; DealError for anything else."""
    reader = DealReader()
    seat = reader.seat(value, pointer)
    if seat is None:
        raise DealError.of(reader.faults or [Fault.of(pointer, "expected a seat, not null", "R1")])
    return seat
