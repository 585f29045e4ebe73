"""Questions about one deal as JSON: its fields, and beside them what is asked (POST /v1/solve, /v1/bids).

A deal line under ``deal`` may stand for the deal's fields.  The service, the command line and batches
read questions alike, so that a line of a file is a request of the service.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import NoneType
from typing import Any, ClassVar, Final, Protocol, Self, TypeVar

from solver.cards import Seat
from solver.deal import Deal
from solver.deal_json import DealReader, kind_of
from solver.dealing import deals
from solver.errors import DealError, Fault, PlayError, json_pointer
from solver.notation import scan_items
from solver.rules import Rules
from solver.search import Cancel, solve

__all__ = ["OBJECTIVES", "Answer", "BidsTask", "SolveTask", "Task", "Work", "deal_many", "draw_seed", "read_tasks"]

OBJECTIVES: Final = ("margin", "own", "safe", "win")
"""What best bids may be best for, as ``solver.bidding.asking`` reads them; this list spares its import."""
_MOST_NODES: Final = 10**15
_LINE: Final = "/deal"


class Answer(Protocol):
    """A result of the engine: its fields as attributes, and as JSON."""

    def to_dict(self) -> dict[str, Any]: ...


class Work(Protocol):
    """What takes a solving slot: a task, or several under one time limit."""

    @property
    def time_limit(self) -> float | None: ...

    def run(self, *, time_limit: float | None = None, memory_mb: int = 256, cancel: Cancel | None = None) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Task:
    """A deal and the limits of the work on it: seconds, and nodes of the search; None is no limit.

    ``place`` says where the deal stands among others, for messages; "" if it is the only one.
    """

    OPTIONS: ClassVar[tuple[str, ...]] = ("time_limit", "node_limit")
    """The fields beside the deal's."""
    AS_FIELDS: ClassVar[bool] = False
    """Whether deal lines and PBN are read as the JSON that says the same, their play not yet judged."""

    deal: Deal
    time_limit: float | None = None
    node_limit: int | None = None
    place: str = field(default="", compare=False, kw_only=True)

    @classmethod
    def from_dict(cls, data: object, rules: Rules | None = None) -> Self:
        """The task in its JSON form; ``rules`` serve where it names none.  DealError with every fault found."""
        if not isinstance(data, Mapping):
            raise DealError(f"a deal is an object, not {kind_of(data)}")
        reader = DealReader()
        options = cls._read(reader, data)
        try:
            deal = cls._deal(data, rules)
        except DealError as error:
            raise DealError.of((*error.faults, *reader.faults)) from None
        if reader.faults:
            raise DealError.of(reader.faults)
        return cls(deal=deal, **options)

    @classmethod
    def _deal(cls, data: Mapping[Any, object], rules: Rules | None) -> Deal:
        rest = {name: value for name, value in data.items() if name not in cls.OPTIONS}
        if "deal" not in rest:
            return Deal.from_dict(rest, rules)
        line = rest.pop("deal")
        if not isinstance(line, str):
            raise DealError(f"expected a deal line, not {kind_of(line)}", pointer="/deal")
        if rest:
            raise DealError("stands beside a deal line, which says it all", pointer=json_pointer(next(iter(rest))))
        try:
            return Deal.parse(line, rules)
        except DealError as error:
            # The line's own faults point into a JSON form that is not there.
            raise DealError.of(Fault("/deal", str(fault), fault.rule) for fault in error.faults) from None

    @classmethod
    def _read(cls, reader: DealReader, data: Mapping[Any, object]) -> dict[str, Any]:
        """The values of ``OPTIONS``, faults going to ``reader``."""
        nodes = data.get("node_limit")
        return {
            "time_limit": _seconds(reader, data.get("time_limit")),
            "node_limit": nodes if nodes is None else reader.number(nodes, "/node_limit", 1, _MOST_NODES),
        }

    def run(self, *, time_limit: float | None = None, memory_mb: int = 256, cancel: Cancel | None = None) -> Answer:
        """The exact answer, or LimitError; the lower of the two time limits holds."""
        raise NotImplementedError

    def _seconds(self, time_limit: float | None) -> float | None:
        return min((limit for limit in (self.time_limit, time_limit) if limit is not None), default=None)


@dataclass(frozen=True, slots=True)
class SolveTask(Task):
    """The tricks of a deal, or of every card that may be played next where ``leader`` or plays are given."""

    OPTIONS: ClassVar[tuple[str, ...]] = (*Task.OPTIONS, "leader", "exempt")

    leader: Seat | None = None
    exempt: tuple[Seat, ...] | None = None
    places: tuple[str, ...] = field(default=(), compare=False, kw_only=True)
    """JSON pointers of the cards played, where they are not /play/0, /play/1 …"""

    @classmethod
    def from_dict(cls, data: object, rules: Rules | None = None) -> Self:
        """The task in its JSON form; ``rules`` serve where it names none.  DealError with every fault found."""
        task = super(SolveTask, cls).from_dict(data, rules)
        return replace(task, places=_places(data)) if isinstance(data, Mapping) else task

    @classmethod
    def _read(cls, reader: DealReader, data: Mapping[Any, object]) -> dict[str, Any]:
        leader = reader.seat(data.get("leader"), "/leader")
        return {**Task._read(reader, data), "leader": leader, "exempt": _seats(reader, data.get("exempt"))}

    def run(self, *, time_limit: float | None = None, memory_mb: int = 256, cancel: Cancel | None = None) -> Answer:
        try:
            return solve(
                self.deal,
                leader=self.leader,
                exempt=self.exempt,
                time_limit=self._seconds(time_limit),
                node_limit=self.node_limit,
                memory_mb=memory_mb,
                cancel=cancel,
            )
        except PlayError as error:
            raise PlayError.of(self._placed(fault) for fault in error.faults) from None

    def _placed(self, fault: Fault) -> Fault:
        """The fault of a card, pointing to where the card was written."""
        for at, place in enumerate(self.places):
            if fault.pointer == json_pointer("play", at):
                return Fault(place, str(fault) if place == _LINE else fault.message, fault.rule)
        return fault


@dataclass(frozen=True, slots=True)
class BidsTask(Task):
    """The best bids of a deal after those already made."""

    OPTIONS: ClassVar[tuple[str, ...]] = (*Task.OPTIONS, "objective", "constraints")

    objective: str | Mapping[str, Any] = "margin"
    constraints: Mapping[str, Any] | None = None

    @classmethod
    def _read(cls, reader: DealReader, data: Mapping[Any, object]) -> dict[str, Any]:
        # Their members are read when the bids are worked out, by what brings the optimiser.
        objective, constraints = data.get("objective"), data.get("constraints")
        if not isinstance(objective, Mapping) and objective not in (None, *OBJECTIVES):
            reader.add("/objective", f"an objective is one of {', '.join(OBJECTIVES)}")
        if not isinstance(constraints, (Mapping, NoneType)):
            reader.add("/constraints", f"expected an object, not {kind_of(constraints)}")
        return {**Task._read(reader, data), "objective": objective or "margin", "constraints": constraints}

    def run(self, *, time_limit: float | None = None, memory_mb: int = 256, cancel: Cancel | None = None) -> Answer:
        from solver.bidding import optimal_bids  # brings ortools, half a second

        return optimal_bids(
            self.deal,
            objective=self.objective,
            constraints=self.constraints,
            time_limit=self._seconds(time_limit),
            node_limit=self.node_limit,
            memory_mb=memory_mb,
            cancel=cancel,
        )


Asked = TypeVar("Asked", bound=Task)


def read_tasks(
    text: str | Iterable[str], kind: type[Asked], rules: Rules | None = None
) -> Iterator[tuple[int, Asked | DealError]]:
    """The tasks of a text or of a file's lines, or what is wrong with each, with its line number.

    Any format of ``solver.notation.read_deals``; JSON may hold the fields beside the deal's as well.
    """
    for number, found in scan_items(text, rules, kind.from_dict, as_fields=kind.AS_FIELDS):
        yield number, kind(deal=found) if isinstance(found, Deal) else found


def draw_seed() -> int:
    """A seed for who gave none."""
    return secrets.randbits(32)


def deal_many(cards: int, count: int, seed: int | str, rules: Rules) -> dict[str, Any]:
    """The answer of POST /v1/deals: ``count`` deals of ``cards`` a hand, and what they were dealt from."""
    return {
        "deals": [deal.to_dict() for deal in deals(cards, count, seed, rules)],
        "seed": seed,
        "cards": cards,
        "rules": rules.to_value(),
    }


def _seconds(reader: DealReader, value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 3600:
        reader.add("/time_limit", "a time limit is a number of seconds, more than 0 and at most 3600")
        return None
    return float(value)


def _places(data: Mapping[Any, object]) -> tuple[str, ...]:
    """Where the cards of a play in tricks stand, or those of a deal line, which all stand in it."""
    if isinstance(data.get("deal"), str):
        return (_LINE,) * 52
    play = data.get("play")
    if not isinstance(play, (list, tuple)):
        return ()
    tricks = [trick for trick in play if isinstance(trick, (list, tuple))]
    return tuple(json_pointer("play", at, place) for at, trick in enumerate(tricks) for place in range(len(trick)))


def _seats(reader: DealReader, value: object) -> tuple[Seat, ...] | None:
    if value is None:
        return None
    if not isinstance(value, (list, tuple)) or len(value) > 4:
        reader.add("/exempt", f"expected a list of up to four seats, not {kind_of(value)}", "R12")
        return None
    seats = [reader.seat(seat, json_pointer("exempt", place)) for place, seat in enumerate(value)]
    return tuple(seat for seat in seats if seat is not None)
