"""JSON as strict as its standard (RFC 8259), with the place of every fault: for files, input and requests.

Python's reader takes NaN and Infinity, lets a doubled member win silently, and recurses as deep as a
text asks it to; here each is an error.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from solver.errors import MAX_FAULTS, Fault, JsonError, json_pointer

__all__ = ["MAX_DEPTH", "loads"]

MAX_DEPTH: Final = 32
"""Lists and objects in one another; a game of deals needs 6."""
_MAX_DIGITS: Final = 18


class _Bad:
    """Stands for a number that JSON does not have."""

    __slots__ = ("why",)

    def __init__(self, why: str) -> None:
        self.why = why


class _OddError(Exception):
    """Something that wants the closer look."""


class _Doubled(dict[str, Any]):
    """An object that names a member twice."""

    __slots__ = ("name",)
    name: str


def loads(text: str | bytes) -> Any:
    """The value of one JSON text; JsonError with a sentence and, inside a value, its pointer.

    Refused: bytes that are no UTF-8, an empty text, NaN, Infinity, numbers out of range, a member
    named twice, more than ``MAX_DEPTH`` levels.  A byte order mark is let pass.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise JsonError(f"byte {error.start} is not valid UTF-8") from None
    text = text.removeprefix("\ufeff")
    if text.count("{") + text.count("[") <= MAX_DEPTH:  # as in nearly every line of a large file
        try:
            return _QUICK.decode(text)
        except (_OddError, ValueError):
            pass
    if not text.strip():
        raise JsonError("nothing there: expected a JSON value")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=lambda word: _Bad(f"{word} is no JSON number"),
            parse_int=_integer,
            parse_float=_number,
        )
    except json.JSONDecodeError as error:
        if _open_at(text[: error.pos]) > MAX_DEPTH:  # which Python from 3.12 on reads without a RecursionError
            raise _too_deep() from None
        raise JsonError(f"line {error.lineno}, column {error.colno}: {_sentence(error.msg)}") from None
    except RecursionError:
        raise _too_deep() from None
    faults = list(_faults(value))
    if faults:
        raise JsonError.of(faults)
    return value


def _too_deep() -> JsonError:
    return JsonError(f"nested more than {MAX_DEPTH} levels deep")


def _open_at(text: str) -> int:
    """How many lists and objects are open at the end of a text that is JSON up to there."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"?', "", text)
    return sum(bare.count(mark) for mark in "[{") - sum(bare.count(mark) for mark in "]}")


def _sentence(message: str) -> str:
    return message[:1].lower() + message[1:].removesuffix(" at")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    doubled = _Doubled(members)
    doubled.name = Counter(name for name, _ in pairs).most_common(1)[0][0]
    return doubled


def _plain_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _OddError
    return members


def _plain_number(text: str) -> int | float:
    value = _integer(text) if text.lstrip("-").isdigit() else _number(text)
    if isinstance(value, _Bad):
        raise _OddError
    return value


def _no_number(word: str) -> Any:
    raise _OddError(word)


def _integer(digits: str) -> int | _Bad:
    if (length := len(digits.lstrip("-"))) > _MAX_DIGITS:
        return _Bad(f"a number of {length} digits is out of range")
    return int(digits)


def _number(text: str) -> float | _Bad:
    value = float(text)
    return value if abs(value) < 1e300 else _Bad("the number is out of range")


def _faults(value: Any) -> Iterator[Fault]:
    """Where the value holds what JSON does not have, found without recursion."""
    told = 0
    todo: list[tuple[Any, tuple[str | int, ...]]] = []
    if isinstance(value, (dict, list, _Bad)):
        todo.append((value, ()))
    while todo and told < MAX_FAULTS:
        node, path = todo.pop()
        if isinstance(node, _Bad):
            yield Fault(json_pointer(*path), node.why)
            told += 1
            continue
        if len(path) >= MAX_DEPTH:
            raise _too_deep()
        if isinstance(node, _Doubled):
            yield Fault(json_pointer(*path, node.name), "named twice in one object")
            told += 1
        items: Iterable[tuple[str | int, Any]] = node.items() if isinstance(node, dict) else enumerate(node)
        inner = [(item, (*path, key)) for key, item in items if item and isinstance(item, (dict, list, _Bad))]
        todo.extend(reversed(inner))


_QUICK: Final = json.JSONDecoder(
    object_pairs_hook=_plain_object,
    parse_constant=_no_number,
    parse_int=_plain_number,
    parse_float=_plain_number,
)
"""Reads a text with nothing odd in it; where it stops, ``loads`` tells why."""
