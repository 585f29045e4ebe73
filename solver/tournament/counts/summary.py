"""From the records of a match to its result."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from solver.game.cards import Side
from solver.tournament.counts.beside_open_cards import Beside
from solver.tournament.counts.interval import Mean
from solver.tournament.counts.result import BotResult, ErrorTold, GamesResult, MatchResult
from solver.tournament.match import Match
from solver.tournament.record import RoomRecord, UnitRecord

__all__ = ["ERRORS_TOLD", "Summary", "summarise"]

ERRORS_TOLD: Final = 20
"""Errors that a result lists; all are counted."""
_PHASES: Final = ("bids", "cards", "errors")


def summarise(match: Match, units: Iterable[UnitRecord], *, stopped: bool = False) -> MatchResult:
    """The result of these pairs of rooms, of which there is at least one."""
    summary = Summary(match)
    for unit in units:
        summary.add(unit)
    return summary.result(stopped=stopped)


@dataclass(slots=True)
class _Side:
    """What is counted of one bot."""

    contracts: int = 0
    made: int = 0
    bid: int = 0
    boards: int = 0
    boards_made: int = 0
    errors: int = 0


@dataclass(slots=True)
class Summary:
    """Takes pairs of rooms one by one."""

    match: Match
    points: list[float] = field(default_factory=list)
    _by_cards: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    _phases: dict[str, list[float]] = field(default_factory=lambda: {phase: [] for phase in _PHASES})
    _sides: tuple[_Side, _Side] = field(default_factory=lambda: (_Side(), _Side()))
    _errors: list[ErrorTold] = field(default_factory=list)
    _beside: Beside = field(default_factory=Beside)
    _games: Counter[int] = field(default_factory=Counter)
    _counts: Counter[str] = field(default_factory=Counter)
    _deals_a_game: int = 1

    def add(self, unit: UnitRecord) -> None:
        """One pair of rooms more."""
        self.points.append(unit.points)
        parts = dict.fromkeys(_PHASES, 0.0)
        totals = [0, 0]
        for board in unit.boards:
            self._counts["deals"] += 1
            self._by_cards[board.cards].append(board.points)
            for number, (side, room) in enumerate(board.seen):
                totals[number] += room.margin(side)
                for phase, margin in _split(room, side).items():
                    parts[phase] += margin / (2 * len(unit.boards))
                self._count(unit.unit, number, side, board.cards, room)
        for phase, points in parts.items():
            self._phases[phase].append(points)
        if self.match.games:
            self._deals_a_game = len(unit.boards)
            self._games.update((total > 0) - (total < 0) for total in totals)

    def mean(self) -> Mean:
        """The points a deal so far."""
        return Mean.of(self.points)

    def result(self, *, stopped: bool = False) -> MatchResult:
        """The result; ValueError where nothing was played."""
        if not self.points:
            raise ValueError("nothing was played")
        whole = self.mean()
        games = None
        if self.match.games:
            margin = Mean.of([points * self._deals_a_game for points in self.points])
            games = GamesResult(self._games[1], self._games[0], self._games[-1], margin)
        first, second = map(self._bot, (0, 1))
        return MatchResult(
            bots=(first, second),
            rules=self.match.rules,
            seed=self.match.seed,
            deals=self._counts["deals"],
            mean=whole.mean,
            interval=whole.interval,
            sd=whole.sd,
            stopped=stopped,
            by_cards={cards: Mean.of(points) for cards, points in sorted(self._by_cards.items())},
            phases={phase: Mean.of(points) for phase, points in self._phases.items()},
            redeals=self._counts["redeals"],
            passed_out=self._counts["passed out"],
            errors=tuple(self._errors),
            games=games,
            open_cards=self._beside.result() if self.match.open_cards else None,
        )

    def _bot(self, number: int) -> BotResult:
        counted = self._sides[number]
        return BotResult(
            bot=str(self.match.contenders[number]),
            contracts=counted.contracts,
            made=counted.made,
            set=counted.contracts - counted.made,
            bid=round(counted.bid / counted.contracts, 6) if counted.contracts else None,
            boards=counted.boards,
            boards_made=counted.boards_made,
            boards_missed=counted.boards - counted.boards_made,
            errors=counted.errors,
        )

    def _count(self, unit: int, number: int, first: Side, cards: int, room: RoomRecord) -> None:
        """One room; ``first`` is the side of the first bot."""
        self._counts["redeals"] += len(room.lines) - 1
        self._counts["passed out"] += room.passed_out
        if (lapse := room.lapse) is not None:
            who = 0 if lapse.seat.side is first else 1
            self._sides[who].errors += 1
            if len(self._errors) < ERRORS_TOLD:
                name = str(self.match.contenders[who])
                self._errors.append(ErrorTold(unit, number, lapse.seat, name, lapse.doing, lapse.reason))
            return
        if room.ns_tricks is None:
            return
        for who, side in enumerate((first, first.other)):
            taken = room.ns_tricks if side is Side.NS else cards - room.ns_tricks
            contract, counted = room.contracts[side], self._sides[who]
            if isinstance(contract, str):
                counted.boards += 1
                counted.boards_made += taken == cards
            elif contract:
                counted.contracts += 1
                counted.bid += contract
                counted.made += taken >= contract
        self._beside.add(cards, first, room)


def _split(room: RoomRecord, side: Side) -> dict[str, int]:
    """The side's margin in one room, by what it came from."""
    whole, best = room.margin(side), room.open_margin(side)
    after_bids = "cards" if room.lapse is None else "errors"
    if best is None:
        return {"errors": whole}
    return {"bids": best, after_bids: whole - best}
