"""From the dataclass of an answer: the marshmallow schema that validates it, and its component of the document.

Both follow from the types of its members; the text beside a type is the description, a property's docstring its own.
"""

from __future__ import annotations

import enum
import functools
import inspect
import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin

import marshmallow as ma

from solver.answer import Answer, alternatives, item_of, key_and_item, plain, told_members
from solver.bidding.constraints import Constraints
from solver.bidding.forms import CONSTRAINTS
from solver.deal import Deal
from solver.errors import BackAlleyError
from solver.formats.deal_forms import DEAL_FORMS, TRICKS
from solver.forms import NULL, Form, any_of, array, one_of, ref
from solver.forms import members as object_of
from solver.game.auction import Bid, Contract
from solver.game.cards import Card, Seat, Side, Suit
from solver.game.rules import Rules

__all__ = ["VALUE_FORMS", "component", "components", "form_of", "schema_of"]


class Exactly(ma.fields.Field[Any]):
    """A value that is taken as it is where ``holds`` says that it is one, and refused otherwise."""

    def __init__(self, what: str, holds: Callable[[Any], bool], **options: Any) -> None:
        super().__init__(**options)
        self.what = what
        self.holds = holds

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:  # noqa: ARG002
        if not self.holds(value):
            raise ma.ValidationError(f"{value!r} is no {self.what}")
        return value


class Either(ma.fields.Field[Any]):
    """A value of one of several types."""

    def __init__(self, choices: Sequence[ma.fields.Field[Any]], **options: Any) -> None:
        super().__init__(**options)
        self.choices = choices

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        refused = []
        for choice in self.choices:
            try:
                return choice.deserialize(value, attr, data)
            except ma.ValidationError as error:
                refused.append(str(error))
        raise ma.ValidationError(" and ".join(refused))


@dataclass(frozen=True, slots=True)
class _Value:
    """How a type that is no answer itself stands in JSON: its form, what it is called, and what is one."""

    form: Form
    what: str
    holds: Callable[[Any], bool]
    key: str | None = None
    """The pattern of the member names where it is the key of a mapping."""


def _text(pattern: str) -> Callable[[Any], bool]:
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def _is(*kinds: type) -> Callable[[Any], bool]:
    return lambda value: type(value) in kinds


def _reads(read: Callable[[Any], object]) -> Callable[[Any], bool]:
    def holds(value: Any) -> bool:
        try:
            read(value)
        except BackAlleyError:
            return False
        return True

    return holds


def _names(name: str, kind: type[enum.Enum]) -> _Value:
    pattern = "|".join(str(member) for member in kind)
    return _Value(ref(name), name, _text(pattern), pattern)


_CARD: Final = "[2-9TJQKA][SHDC]|[BL]B"
_BID: Final = rf"[0-9]|1[0-{TRICKS.high % 10}]|board"
_CONTRACT: Final = "(?:double |triple |quadruple )?board"


def _is_bid(value: Any) -> bool:
    return value == "board" if isinstance(value, str) else type(value) is int and TRICKS.holds(value)


def _is_contract(value: Any) -> bool:
    return type(value) is int or _text(_CONTRACT)(value)


_VALUES: Final[Mapping[Any, _Value]] = {
    Any: _Value({}, "value", lambda _: True),
    bool: _Value({"type": "boolean"}, "boolean", _is(bool)),
    int: _Value({"type": "integer"}, "whole number", _is(int), "-?[0-9]+"),
    float: _Value({"type": "number"}, "number", _is(int, float)),
    str: _Value({"type": "string"}, "text", _is(str), ".*"),
    Seat: _names("SeatName", Seat),
    Side: _names("SideName", Side),
    Suit: _names("SuitName", Suit),
    Card: _Value(ref("CardName"), "card", _text(_CARD), _CARD),
    Bid: _Value(ref("BidName"), "bid", _is_bid, _BID),
    Contract: _Value(ref("ContractName"), "contract", _is_contract),
    Rules: _Value(ref("Rules"), "rules", _reads(Rules.from_value)),
    Deal: _Value(ref("Deal"), "deal", _reads(Deal.from_dict)),
    Constraints: _Value(ref("Constraints"), "constraints", _reads(Constraints.from_dict)),
}
VALUE_FORMS: Final[dict[str, Form]] = {
    "SeatName": one_of(Seat),
    "SideName": one_of(Side),
    "SuitName": one_of(Suit),
    "CardName": {"type": "string", "pattern": f"^(?:{_CARD})$", "examples": ["TD", "BB"]},
    "BidName": any_of(TRICKS.form, one_of(["board"])),
    "ContractName": {
        "description": 'The side\'s total as a number, or "board", "double board" …',
        **any_of({"type": "integer", "minimum": 0}, {"type": "string", "pattern": f"^{_CONTRACT}$"}),
    },
    "Deal": object_of(DEAL_FORMS, DEAL_FORMS),
    "Constraints": CONSTRAINTS,
}
"""The named forms of the values in answers."""


def _is_answer(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Answer)


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, enum.Enum)


def _unknown(kind: Any) -> TypeError:
    return TypeError(f"an answer cannot have a member of type {kind}: say what that is in JSON in {__name__}")


# --- The document ------------------------------------------------------------------------------------


def form_of(kind: Any) -> Form:
    """The JSON Schema of a type; answers and values are referred to by name."""
    kind = plain(kind)
    if kind in _VALUES:
        return _VALUES[kind].form
    if _is_answer(kind):
        return ref(kind.__name__)
    if _is_enum(kind):
        return one_of(kind)
    if get_origin(kind) is Literal:
        return {"enum": list(get_args(kind))}
    if (choices := alternatives(kind)) is not None:
        null = [NULL] if types.NoneType in get_args(kind) else []
        return any_of(*(form_of(choice) for choice in choices), *null)
    if (item := item_of(kind)) is not None:
        return array(form_of(item))
    if (both := key_and_item(kind)) is not None:
        return _mapping_form(*both)
    raise _unknown(kind)


def _mapping_form(key: Any, item: Any) -> Form:
    key, form = plain(key), form_of(item)
    if key is Side:  # always both
        return object_of(dict.fromkeys(map(str, Side), form), Side)
    if key is Seat:
        return object_of(dict.fromkeys(map(str, Seat), form))
    named = {} if key is str else {"propertyNames": {"pattern": f"^(?:{_key_pattern(key)})$"}}
    return {"type": "object", **named, "additionalProperties": form or True}


def _key_pattern(key: Any) -> str:
    if _is_enum(key) and key not in _VALUES:
        return "|".join(str(member) for member in key)
    value = _VALUES.get(key)
    if value is None or value.key is None:
        raise _unknown(key)
    return value.key


def component(answer: type[Answer]) -> Form:
    """The answer as a component of the document."""
    told = list(told_members(answer))
    forms = {each.name: {"description": each.about, **form_of(each.kind)} for each in told}
    required = [each.name for each in told if each.required]
    return {"description": inspect.getdoc(answer) or "", **object_of(forms, required)}


def components(*answers: type[Answer]) -> dict[str, Form]:
    """The components of these answers, and of all that they hold, by name; TypeError where two share one."""
    kinds: dict[str, type[Answer]] = {}

    def add(kind: Any) -> None:
        kind = plain(kind)
        if _is_answer(kind):
            known = kinds.setdefault(kind.__name__, kind)
            if known is not kind:
                raise TypeError(f"two answers are called {kind.__name__}: {known.__module__} and {kind.__module__}")
        for inner in [each.kind for each in told_members(kind)] if _is_answer(kind) else get_args(kind):
            add(inner)

    for answer in answers:
        add(answer)
    return {name: component(kind) for name, kind in kinds.items()}


# --- The schema --------------------------------------------------------------------------------------


@functools.cache
def schema_of(answer: type[Answer]) -> type[ma.Schema]:
    """The schema that validates the answer's JSON: every member there, of its type, and no others."""
    fields = {each.name: _field(each.kind, required=each.required) for each in told_members(answer)}
    return ma.Schema.from_dict(fields, name=answer.__name__)


def _field(kind: Any, **options: Any) -> ma.fields.Field[Any]:
    kind = plain(kind)
    if kind in _VALUES:
        value = _VALUES[kind]
        return Exactly(value.what, value.holds, **{"allow_none": kind is Any, **options})
    if _is_answer(kind):
        return ma.fields.Nested(lambda: schema_of(kind)(), **options)
    if _is_enum(kind):
        names = [str(member) for member in kind]
        return Exactly(kind.__name__, names.__contains__, **options)
    if get_origin(kind) is Literal:
        values = get_args(kind)
        alike = {(type(value), value) for value in values}  # True is no 1 in JSON
        holds = lambda value: _is_plain(value) and (type(value), value) in alike  # noqa: E731
        return Exactly(f"one of {values}", holds, **{"allow_none": None in values, **options})
    if (choices := alternatives(kind)) is not None:
        none = types.NoneType in get_args(kind)
        if len(choices) == 1:
            return _field(choices[0], allow_none=none, **options)
        return Either([_field(choice) for choice in choices], allow_none=none, **options)
    if (item := item_of(kind)) is not None:
        return ma.fields.List(_field(item), **options)
    if (both := key_and_item(kind)) is not None:
        key = plain(both[0])
        checks = [_has_both_sides] if key is Side else []
        name = Exactly("member here", _text(_key_pattern(key)))
        return ma.fields.Dict(name, _field(both[1]), validate=checks, **options)
    raise _unknown(kind)


def _is_plain(value: Any) -> bool:
    return isinstance(value, (str, int, float, types.NoneType))


def _has_both_sides(value: Mapping[str, Any]) -> None:
    if set(value) != set(Side):
        raise ma.ValidationError("must have NS and EW")
