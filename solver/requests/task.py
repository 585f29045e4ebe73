"""What every question about one deal has as JSON: the deal's fields, the limits, and how it is run.

A deal line under ``deal`` may stand for the deal's fields.  The service, the command line and batches
read questions alike, so that a line of a file is a request of the service.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final, Protocol, Self, TypeVar

from solver.answer import Answer
from solver.deal import Deal
from solver.errors import DealError, Fault, json_pointer
from solver.formats.deal_forms import DEAL_FORMS, DEAL_LINE
from solver.formats.deal_json import DealReader, kind_of
from solver.formats.files import scan_records
from solver.formats.place import Scanned
from solver.forms import Form, Whole, any_of, described, members, or_null
from solver.game.rules import Rules
from solver.search.known import Known
from solver.search.limits import Cancel

__all__ = ["LIMITS", "MOST_SECONDS", "NODES", "Task", "Work", "read_tasks", "scan_tasks"]

NODES: Final = Whole(1, 10**15)
"""Node limits that may be asked for."""
MOST_SECONDS: Final = 3600
"""The longest time limit that may be asked for."""
LIMITS: Final[Mapping[str, Form]] = MappingProxyType(
    {
        "time_limit": described(
            "Seconds of work, waiting for its turn included; the service's own limit holds where it is lower.",
            or_null({"type": "number", "exclusiveMinimum": 0, "maximum": MOST_SECONDS}),
        ),
        "node_limit": described("Most positions to search.", or_null(NODES.form)),
    }
)
"""The fields of the limits."""


class Work(Protocol):
    """What takes a solving slot: a task, or several under one time limit; a dataclass, to be had with other limits."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def time_limit(self) -> float | None: ...

    @property
    def node_limit(self) -> int | None: ...

    def run(
        self,
        *,
        time_limit: float | None = None,
        memory_mb: int = 256,
        cancel: Cancel | None = None,
        known: Known | None = None,
    ) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Task:
    """A deal and the limits of the work on it: seconds, and nodes of the search; None is no limit."""

    OPTIONS: ClassVar[Mapping[str, Form]] = LIMITS
    """The fields beside the deal's, with their forms."""
    ALSO: ClassVar[tuple[str, ...]] = ()
    """The fields that it takes of a record of bridge beside the deal's: ``leader``, ``tricks``."""

    deal: Deal
    time_limit: float | None = None
    node_limit: int | None = None

    @classmethod
    def fields(cls) -> dict[str, Form]:
        """Every field of the JSON form: a deal's, or ``deal`` in place of them, and ``OPTIONS``."""
        return {**DEAL_FORMS, "deal": DEAL_LINE, **cls.OPTIONS}

    @classmethod
    def form(cls) -> Form:
        """The JSON form that ``from_dict`` reads."""
        return {**members(cls.fields()), **any_of({"required": ["hands"]}, {"required": ["deal"]})}

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
            "node_limit": nodes if nodes is None else reader.number(nodes, "/node_limit", *NODES),
        }

    def run(
        self,
        *,
        time_limit: float | None = None,
        memory_mb: int = 256,
        cancel: Cancel | None = None,
        known: Known | None = None,
    ) -> Answer:
        """The exact answer, or LimitError; the lower of the two time limits holds.

        ``known`` spares the search what it has found before for this deal or one that is alike.
        """
        raise NotImplementedError

    def _seconds(self, time_limit: float | None) -> float | None:
        return min((limit for limit in (self.time_limit, time_limit) if limit is not None), default=None)


Asked = TypeVar("Asked", bound=Task)


def read_tasks(
    text: str | Iterable[str], kind: type[Asked], rules: Rules | None = None, trump: str | None = None
) -> Iterator[tuple[int, Asked | DealError]]:
    """The tasks of a text or of a file's lines, or what is wrong with each, with its line number.

    Any format of ``solver.formats.files``; JSON may hold the fields beside the deal's as well.  ``rules`` and
    ``trump`` serve where a deal tells none.
    """
    return ((place.line, item) for place, item in scan_tasks(text, kind, rules, trump))


def scan_tasks(
    text: str | Iterable[str], kind: type[Asked], rules: Rules | None = None, trump: str | None = None
) -> Iterator[Scanned[Asked]]:
    """Like ``read_tasks``, but with the place of each, which names the board as well."""
    return scan_records(text, rules, kind.from_dict, trump=trump, also=kind.ALSO)


def _seconds(reader: DealReader, value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= MOST_SECONDS:
        text = f"a time limit is a number of seconds, more than 0 and at most {MOST_SECONDS}"
        reader.add("/time_limit", text)
        return None
    return float(value)
