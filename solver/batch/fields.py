"""Which members of a record are kept: ``--fields line,tricks,max_tricks.NS``.

A name is a member of the record (``line``, ``id``, ``deal``, ``result``, ``error``) or of its result; points lead
further in.  What is wrong with a record is always told, whatever was asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from solver.batch.tasks import Question
from solver.errors import DealError, shorten

__all__ = ["Fields"]

_RECORD: Final = ("line", "id", "deal", "result", "error")
_ABSENT: Final = object()
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """The members kept; none named keeps all but ``ms``, which no second run repeats."""

    names: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str, question: Question) -> Fields:
        """From names with commas between; DealError where one cannot be in a record of this task."""
        names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
        if not names:
            raise DealError("no field is named", pointer="/fields")
        known = question.members()
        for name in names:
            first = name.split(".")
            if first[0] == "result" and len(first) > 1:
                first = first[1:]
            if first[0] not in (*_RECORD, *known):
                text = f"'{shorten(name)}' is no field of {question.task}, which has {', '.join((*_RECORD, *known))}"
                raise DealError(text, pointer="/fields")
        return cls(names)

    @property
    def timed(self) -> bool:
        """Whether ``ms`` is asked for by name."""
        return "ms" in self.names or "result.ms" in self.names

    def paths(self) -> list[Path]:
        """Where each named member stands in a record."""
        return [path if (path := tuple(name.split(".")))[0] in _RECORD else ("result", *path) for name in self.names]

    def prune(self, record: dict[str, Any]) -> dict[str, Any]:
        """The record with only what is asked for, in the order that it has."""
        if "error" in record:
            return record
        record = self.without_time(record, self.timed)
        if not self.names:
            return record
        pruned: dict[str, Any] = _kept(record, self.paths())
        return pruned

    @staticmethod
    def without_time(record: dict[str, Any], timed: bool) -> dict[str, Any]:
        """The record without ``ms``, unless that is asked for."""
        result = record.get("result")
        if timed or result is None or "ms" not in result:
            return record
        return {**record, "result": {name: value for name, value in result.items() if name != "ms"}}


def _kept(value: Any, paths: list[Path]) -> Any:
    if any(not path for path in paths):
        return value
    if not isinstance(value, dict):
        return _ABSENT
    wanted: dict[str, list[Path]] = {}
    for first, *rest in paths:
        wanted.setdefault(first, []).append(tuple(rest))
    inner = {str(key): _kept(item, wanted[key]) for key, item in value.items() if key in wanted}
    return {key: item for key, item in inner.items() if item is not _ABSENT}
