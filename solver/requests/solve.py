"""Tricks asked for as JSON: of a deal, or of every card that may be played next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Self

from solver.answer import Answer
from solver.errors import Fault, PlayError, json_pointer
from solver.formats.deal_json import DealReader, kind_of
from solver.forms import Form, array, described, or_null, ref
from solver.game.cards import Seat
from solver.game.rules import Rules
from solver.requests.task import Task
from solver.search import Cancel, Engine, solve
from solver.search.known import Known

__all__ = ["SolveTask"]

_LINE: Final = "/deal"


@dataclass(frozen=True, slots=True)
class SolveTask(Task):
    """The tricks of a deal, or of every card that may be played next where ``leader`` or plays are given."""

    OPTIONS: ClassVar[Mapping[str, Form]] = {
        "leader": described(
            "Who leads to the first trick; then, or with cards in play, every legal card is valued.",
            or_null(ref("Seat")),
        ),
        "exempt": described(
            "Seats that may lead trump at any time (R12); by default those that the bids make so.",
            or_null(array(ref("Seat"), len(Seat))),
        ),
        **Task.OPTIONS,
    }

    leader: Seat | None = None
    exempt: frozenset[Seat] | None = None
    places: tuple[str, ...] = field(default=(), compare=False, kw_only=True)
    """JSON pointers of the cards played, where they are not /play/0, /play/1 …"""

    @classmethod
    def from_dict(cls, data: object, rules: Rules | None = None) -> Self:
        """The task in its JSON form; ``rules`` serve where it names none.  DealError with every fault found."""
        task = super(SolveTask, cls).from_dict(data, rules)
        places = _places(data) if isinstance(data, Mapping) else ()
        return replace(task, places=places) if places else task

    @classmethod
    def _read(cls, reader: DealReader, data: Mapping[Any, object]) -> dict[str, Any]:
        leader = reader.seat(data.get("leader"), "/leader")
        return {**Task._read(reader, data), "leader": leader, "exempt": _seats(reader, data.get("exempt"))}

    def run(
        self,
        *,
        time_limit: float | None = None,
        memory_mb: int = 256,
        cancel: Cancel | None = None,
        known: Known | None = None,
    ) -> Answer:
        try:
            return solve(
                self.deal,
                leader=self.leader,
                exempt=self.exempt,
                time_limit=self._seconds(time_limit),
                node_limit=self.node_limit,
                memory_mb=memory_mb,
                cancel=cancel,
                engine=Engine(self.deal.rules, memory_mb, known=known),
            )
        except PlayError as error:
            raise PlayError.of(self._placed(fault) for fault in error.faults) from None

    def _placed(self, fault: Fault) -> Fault:
        """The fault of a card, pointing to where the card was written."""
        for index, place in enumerate(self.places):
            if fault.pointer == json_pointer("play", index):
                return Fault(place, str(fault) if place == _LINE else fault.message, fault.rule)
        return fault


def _places(data: Mapping[Any, object]) -> tuple[str, ...]:
    """Where the cards of a play in tricks stand, or those of a deal line, which all stand in it."""
    if isinstance(data.get("deal"), str):
        return (_LINE,) * 52
    play = data.get("play")
    if not isinstance(play, (list, tuple)):
        return ()
    tricks = [trick for trick in play if isinstance(trick, (list, tuple))]
    return tuple(
        json_pointer("play", number, place) for number, trick in enumerate(tricks) for place in range(len(trick))
    )


def _seats(reader: DealReader, value: object) -> frozenset[Seat] | None:
    if value is None:
        return None
    if not isinstance(value, (list, tuple)) or len(value) > len(Seat):
        reader.add("/exempt", f"expected a list of up to four seats, not {kind_of(value)}", "R12")
        return None
    seats = [reader.seat(seat, json_pointer("exempt", place)) for place, seat in enumerate(value)]
    return frozenset(seat for seat in seats if seat is not None)
