"""What every answer is: a frozen dataclass that says once which JSON members it has, and what they mean.

A field's name is the member's, its type the member's form, and the text beside the type what it tells::

    margin: Annotated[int, "Points of NS less those of EW."]

``to_dict`` and the schemas that document and check answers follow from that.  Inside are values (Seat, Card,
Bid, Side); they become text only in ``to_dict``.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar, Final, Protocol, runtime_checkable

__all__ = ["Answer", "ToJson", "members", "to_json"]


@runtime_checkable
class ToJson(Protocol):
    """A value with a JSON form of its own."""

    def to_json(self) -> Any: ...


class Answer:
    """Base of answers; ``MEMBERS`` names the JSON members in order where they are not just the fields.

    A member may be a property: its docstring then tells what it means.  ``OPTIONAL`` members are left out
    where they are None.
    """

    __slots__ = ()
    MEMBERS: ClassVar[tuple[str, ...]] = ()
    OPTIONAL: ClassVar[tuple[str, ...]] = ()

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        values = ((name, getattr(self, name)) for name in members(type(self)))
        return {name: to_json(value) for name, value in values if value is not None or name not in self.OPTIONAL}


def members(kind: type[Answer]) -> tuple[str, ...]:
    """The names of an answer's JSON members, in order."""
    return kind.MEMBERS or _field_names(kind)  # type: ignore[arg-type]  # classes are hashable


@functools.cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


_PLAIN: Final = frozenset((bool, int, float, str, type(None)))


def to_json(value: Any) -> Any:
    """A value of an answer as JSON: values by their own JSON form, sequences as lists, mappings with text keys."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Answer):
        return value.to_dict()
    if hasattr(value, "to_json"):  # a ToJson, for which isinstance takes 2 µs
        return value.to_json()
    if isinstance(value, enum.Enum):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_json(item) for item in value]
    return value
