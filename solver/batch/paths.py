"""Paths into a record, ``result.tricks.N.NS``, held against the types of the answers that it may have."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from solver.answer import Answer, alternatives, item_of, key_and_item, plain, told_members
from solver.bidding.forms import CONSTRAINTS
from solver.errors import BackAlleyError, DealError, shorten
from solver.game.auction import Bid
from solver.game.cards import Card
from solver.game.rules import KNOBS, Rules

__all__ = ["RECORD", "check_path"]

RECORD: Final = ("line", "id", "deal", "result", "error")
"""The members of a record."""
_RECORDED: Final[Mapping[str, Any]] = {"line": int, "id": str, "deal": str, "error": dict[str, Any]}
_BY_NAME: Final = "Constraints"
"""The type of the members of ``CONSTRAINTS``, which brings the optimiser and so is known by its name."""


def check_path(path: Sequence[str], answers: Sequence[type[Answer]], task: str) -> None:
    """DealError where nothing can stand at this path, which begins with a member of a record."""
    kinds: list[Any] = list(answers) if path[0] == "result" else [_RECORDED[path[0]]]
    for place, step in enumerate(path[1:], 1):
        inner = [each for kind in kinds for each in _inside(kind, step)]
        if not inner:
            raise _unknown(path[:place], step, kinds, task)
        kinds = inner


def _unknown(path: Sequence[str], step: str, kinds: Iterable[Any], task: str) -> DealError:
    names = list(dict.fromkeys(name for kind in kinds for name in _names(kind)))
    name = shorten(".".join((*path[path[0] == "result" :], step)))
    if len(path) == 1 and path[0] == "result":
        return DealError(f"'{name}' is no field of {task}, which has {', '.join((*RECORD, *names))}", pointer="/fields")
    where = ".".join(path[path[0] == "result" :])
    inside = f"has {', '.join(names)}" if names else "is kept whole or not at all"
    return DealError(f"'{name}' is no field of {task}: {where} {inside}", pointer="/fields")


def _kinds(kind: Any) -> Iterator[Any]:
    """The types that a value of this type may have, None apart."""
    kind = plain(kind)
    choices = alternatives(kind)
    if choices is None:
        yield kind
    else:
        for choice in choices:
            yield from _kinds(choice)


def _inside(kind: Any, step: str) -> Iterator[Any]:
    """The types of what this step leads to."""
    for each in _kinds(kind):
        if each is Any:
            yield Any
        elif isinstance(each, type) and issubclass(each, Answer):
            yield from (member.kind for member in told_members(each) if member.name == step)
        elif (both := key_and_item(each)) is not None:
            if _is_key(plain(both[0]), step):
                yield both[1]
        elif step in _names(each):
            yield Any


def _names(kind: Any) -> list[str]:
    """What stands within a type, as far as that can be listed."""
    names: list[str] = []
    for each in _kinds(kind):
        if isinstance(each, type) and issubclass(each, Answer):
            names += (member.name for member in told_members(each))
        elif each is Rules:
            names += KNOBS
        elif isinstance(each, type) and each.__name__ == _BY_NAME:
            names += CONSTRAINTS["properties"]
        elif item_of(each) is None and (both := key_and_item(each)) is not None:
            key = plain(both[0])
            if isinstance(key, type) and issubclass(key, enum.Enum):
                names += map(str, key)
            else:
                names += {Card: ["a card"], Bid: ["a bid"]}.get(key, [])
    return names


def _is_key(key: Any, step: str) -> bool:
    """Whether a mapping by this type may have a member of that name."""
    if key is str:
        return True
    if isinstance(key, type) and issubclass(key, enum.Enum):
        return step in map(str, key)
    try:
        return key in (Card, Bid) and str(key.parse(step)) == step
    except BackAlleyError:
        return False
