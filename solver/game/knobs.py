"""What a knob of the house rules takes: its description, JSON form and bounds, each said once.

A field of :class:`~solver.game.rules.Rules` names its knob beside its type; a field whose values are an
enumeration is a :class:`Choice`, described by the enumeration's docstring.
"""

from __future__ import annotations

import enum
import inspect
from dataclasses import dataclass
from types import NoneType
from typing import Any, ClassVar

from solver.errors import CardError, Fault, RulesError, check_kind, json_pointer
from solver.forms import Form, Whole, any_of, one_of
from solver.game.cards import HAND_SIZES, Suit

__all__ = ["Choice", "Flag", "Knob", "Levels", "Points", "Sizes", "TrumpSource", "shown"]


def shown(value: object) -> str:
    """A value in a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"


def _wrong(name: str, text: str, *rules: str) -> RulesError:
    """An error that points to the knob; its first rule is the fault's."""
    cited = f" ({', '.join(rules)})" if rules else ""
    return RulesError.of([Fault(json_pointer(name), f"{name} {text}{cited}", rules[0] if rules else None)])


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value % 1 != 0:
        raise _wrong(name, f"must be a whole number, not {shown(value)}")
    return int(value)


@dataclass(frozen=True, slots=True)
class Knob:
    """One knob: what it means; subclasses say its values."""

    about: str

    @property
    def kinds(self) -> tuple[type, ...]:
        """The types of its values."""
        return (int,)

    @property
    def form(self) -> Form:
        """The JSON Schema of its values."""
        raise NotImplementedError

    def check_kinds(self, name: str, value: Any) -> None:
        """TypeError unless the value has the knob's type, and what it holds is whole numbers."""
        check_kind(name, value, *self.kinds)
        for item in value if isinstance(value, tuple) else ():
            check_kind(name, item, int)

    def read(self, name: str, value: object) -> Any:
        """The value that JSON gives; RulesError where it is none."""
        raise NotImplementedError

    def check(self, name: str, value: Any) -> None:
        """RulesError unless the value lies within the knob's bounds."""

    def plain(self, value: Any) -> Any:
        """The value as JSON."""
        return value


@dataclass(frozen=True, slots=True)
class Choice(Knob):
    """One of an enumeration's names."""

    kind: type[enum.StrEnum]

    @classmethod
    def of(cls, kind: type[enum.StrEnum]) -> Choice:
        return cls(inspect.getdoc(kind) or "", kind)

    @property
    def kinds(self) -> tuple[type, ...]:
        return (self.kind,)

    @property
    def form(self) -> Form:
        return one_of(self.kind)

    def read(self, name: str, value: object) -> enum.StrEnum:
        try:
            return self.kind(value)  # type: ignore[arg-type]
        except ValueError:
            raise _wrong(name, f"must be one of {', '.join(self.kind)}, not {shown(value)}") from None

    def plain(self, value: Any) -> Any:
        return value.value


@dataclass(frozen=True, slots=True)
class Points(Knob):
    """Points of the score."""

    bounds: ClassVar[Whole] = Whole(0, 1000)

    @property
    def form(self) -> Form:
        return self.bounds.form

    def read(self, name: str, value: object) -> int:
        return _whole(name, value)

    def check(self, name: str, value: int) -> None:
        if not self.bounds.holds(value):
            raise _wrong(name, f"must be from {self.bounds.low} to {self.bounds.high}", "R15", "R16")


@dataclass(frozen=True, slots=True)
class Flag(Knob):
    """Yes or no."""

    @property
    def kinds(self) -> tuple[type, ...]:
        return (bool,)

    @property
    def form(self) -> Form:
        return {"type": "boolean"}

    def read(self, name: str, value: object) -> bool:
        if not isinstance(value, bool):
            raise _wrong(name, f"must be true or false, not {shown(value)}")
        return value


def _wholes(name: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or len(value) > Sizes.most:
        raise _wrong(name, f"must be a list of at most {Sizes.most} whole numbers, not {shown(value)}")
    return tuple(_whole(name, item) for item in value)


@dataclass(frozen=True, slots=True)
class Sizes(Knob):
    """Hand sizes of a game, deal by deal."""

    bounds: ClassVar[Whole] = HAND_SIZES
    most: ClassVar[int] = 200

    @property
    def kinds(self) -> tuple[type, ...]:
        return (tuple,)

    @property
    def form(self) -> Form:
        return {"type": "array", "minItems": 1, "maxItems": self.most, "items": self.bounds.form}

    def read(self, name: str, value: object) -> tuple[int, ...]:
        return _wholes(name, value)

    def check(self, name: str, value: tuple[int, ...]) -> None:
        if not value or not all(self.bounds.holds(size) for size in value):
            raise _wrong(name, f"must be a list of numbers from {self.bounds.low} to {self.bounds.high}", "R2")

    def plain(self, value: tuple[int, ...]) -> list[int]:
        return list(value)


@dataclass(frozen=True, slots=True)
class Levels(Knob):
    """Multipliers of the boards, as many as may be bid; none at all where there are no boards."""

    bounds: ClassVar[Whole] = Whole(1, 100)
    most: ClassVar[int] = 4

    @property
    def kinds(self) -> tuple[type, ...]:
        return (tuple,)

    @property
    def form(self) -> Form:
        return any_of({"enum": ["none", None]}, {"type": "array", "maxItems": self.most, "items": self.bounds.form})

    def read(self, name: str, value: object) -> tuple[int, ...]:
        return () if value == "none" or value is None else _wholes(name, value)

    def check(self, name: str, value: tuple[int, ...]) -> None:
        if len(value) > self.most or not all(self.bounds.holds(level) for level in value):
            low, high = self.bounds
            raise _wrong(name, f"takes up to four multipliers from {low} to {high}, or 'none'", "R8")
        if list(value) != sorted(value):
            raise _wrong(name, "must not fall from one claim to the next", "R8")

    def plain(self, value: tuple[int, ...]) -> list[int] | str:
        return list(value) or "none"


@dataclass(frozen=True, slots=True)
class TrumpSource(Knob):
    """A suit, or None for the upcard."""

    @property
    def kinds(self) -> tuple[type, ...]:
        return (Suit, NoneType)

    @property
    def form(self) -> Form:
        return one_of(("upcard", *(suit.name for suit in Suit)))

    def read(self, name: str, value: object) -> Suit | None:
        if value == "upcard":
            return None
        try:
            if isinstance(value, str):
                return Suit.parse(value)
        except CardError:
            pass
        raise _wrong(name, f"must be 'upcard' or a suit, not {shown(value)}")

    def plain(self, value: Suit | None) -> str:
        return "upcard" if value is None else value.name
