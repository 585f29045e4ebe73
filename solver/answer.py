"""What every answer is: a frozen dataclass that says once which JSON members it has, and what they mean.

A field's name is the member's, its type the member's form, and the text beside the type what it tells::

    margin: Annotated[int, "Points of NS less those of EW."]

``to_dict`` and the schemas that document and check answers follow from that.  Inside are values (Seat, Card,
Bid, Side); they become text only in ``to_dict``.
"""

from __future__ import annotations

import enum
import functools
import inspect
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Protocol,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    runtime_checkable,
)

__all__ = [
    "Answer",
    "Member",
    "ToJson",
    "alternatives",
    "item_of",
    "key_and_item",
    "members",
    "names_inside",
    "plain",
    "to_json",
    "told_members",
    "types_inside",
]


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


# --- Types -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an answer's JSON: its type, what it means, and whether it is always there."""

    name: str
    kind: Any
    about: str
    required: bool


def told_members(answer: type[Answer]) -> Iterator[Member]:
    """An answer's members, each with its type and what it means."""
    hints = get_type_hints(answer, include_extras=True)
    for name in members(answer):
        computed = getattr(answer, name, None)
        if isinstance(computed, property):
            kind = get_type_hints(computed.fget, include_extras=True)["return"]
            about = inspect.getdoc(computed) or ""
        else:
            kind, about = hints[name], ""
        if get_origin(kind) is Annotated:
            about = next((text for text in kind.__metadata__ if isinstance(text, str)), about)
            kind = get_args(kind)[0]
        yield Member(name, kind, about, name not in answer.OPTIONAL)


def plain(kind: Any) -> Any:
    """The type without what is said about it, and a named alias as what it stands for."""
    return plain(get_args(kind)[0]) if get_origin(kind) is Annotated else kind


def alternatives(kind: Any) -> tuple[Any, ...] | None:
    """The types of a union without None; None where it is no union."""
    if get_origin(kind) not in (Union, types.UnionType):
        return None
    return tuple(each for each in get_args(kind) if each is not types.NoneType)


def item_of(kind: Any) -> Any:
    """The type of a sequence's items; None where it is no sequence of one type."""
    origin, given = get_origin(kind), get_args(kind)
    if origin is tuple and len(given) == 2 and given[1] is Ellipsis:
        return given[0]
    return given[0] if isinstance(origin, type) and issubclass(origin, Sequence) and origin is not tuple else None


def key_and_item(kind: Any) -> tuple[Any, Any] | None:
    """The types of a mapping's keys and items, those of ``ByBid[int]`` too; None where it is no mapping."""
    origin, given = get_origin(kind), get_args(kind)
    if not (isinstance(origin, type) and issubclass(origin, Mapping)):
        return None
    if len(given) == 2:
        return given[0], given[1]
    (base,) = (base for base in vars(origin)["__orig_bases__"] if get_origin(base) is dict)
    return get_args(base)[0], given[0]


# --- Paths -------------------------------------------------------------------------------------------


def types_inside(kind: Any, name: str) -> list[Any]:
    """The types that a member of this name may have in a value of this type; none where there is no such member.

    Lists have none; of another value that is an object in JSON they are its fields, and may hold anything.
    """
    inside: list[Any] = []
    for each in _possible(kind):
        if each is Any:
            inside.append(Any)
        elif _is_answer(each):
            inside += (member.kind for member in told_members(each) if member.name == name)
        elif (both := key_and_item(each)) is not None:
            inside += [both[1]] if _is_key(plain(both[0]), name) else []
        elif name in names_inside(each):
            inside.append(Any)
    return inside


def names_inside(kind: Any) -> list[str]:
    """The members of a value of this type, as far as they can be listed; a kind of key stands for the rest."""
    names: list[str] = []
    for each in _possible(kind):
        if _is_answer(each):
            names += (member.name for member in told_members(each))
        elif (both := key_and_item(each)) is not None:
            key = plain(both[0])
            names += map(str, key) if _is_enum(key) else [] if key is str else [f"a {key.__name__.lower()}"]
        elif is_dataclass(each) and hasattr(each, "to_dict"):
            names += (field.name for field in fields(each))
    return list(dict.fromkeys(names))


def _possible(kind: Any) -> Iterator[Any]:
    """The types that a value of this type may have, None apart."""
    kind = plain(kind)
    choices = alternatives(kind)
    if choices is None:
        yield kind
    for choice in choices or ():
        yield from _possible(choice)


def _is_answer(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Answer)


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, enum.Enum)


def _is_key(key: Any, name: str) -> bool:
    """Whether a mapping by this type may have a member of that name."""
    if key is str or _is_enum(key):
        return key is str or name in map(str, key)
    try:
        return str(key.parse(name)) == name
    except ValueError:
        return False
