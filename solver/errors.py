"""What can be wrong with a deal, a bid, a play or a search, said in one sentence with place and rule.

Every error carries its faults: where in the deal's JSON (an RFC 6901 pointer), what, and the rule of
docs/rules.md that is broken.  ``str(error)`` is the first fault, pointer included.

BackAlleyError (a ValueError)
├── CardError       a word that is no card, suit, seat or side
├── RulesError      a knob or preset that does not exist, or a value that a knob cannot take
├── DealError       a deal that cannot be read or cannot exist
├── BidError        a word that is no bid, or a bid that is not allowed
├── PlayError       a card that may not be played
├── JsonError       a text that is no JSON, or that says something twice or without a value
└── LimitError      a time or node limit was hit before the exact answer was known
    └── Cancelled   the caller's cancel handle was set
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

__all__ = [
    "MAX_FAULTS",
    "BackAlleyError",
    "BidError",
    "Cancelled",
    "CardError",
    "DealError",
    "Fault",
    "JsonError",
    "LimitError",
    "PlayError",
    "RulesError",
    "check_kind",
    "json_pointer",
    "shorten",
    "shown",
]

MAX_FAULTS: Final = 20
"""At most this many faults are kept in one error."""


def json_pointer(*steps: object) -> str:
    """``json_pointer("hands", "N", 3)`` is ``/hands/N/3``; ``~`` and ``/`` are escaped, long steps cut."""
    return "".join("/" + shorten(str(step)).replace("~", "~0").replace("/", "~1") for step in steps)


def shorten(text: str, limit: int = 40) -> str:
    """Printable and at most ``limit`` characters, so that no input can blow up a message."""
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    return shown if shown.isprintable() else repr(shown)[1:-1]


def check_kind(argument: str, value: object, *kinds: type) -> None:
    """TypeError in a sentence that names the argument, unless the value is of one of these kinds.

    A bool is no int here.
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        names = [_KIND_NAMES.get(kind, kind.__name__) for kind in kinds]
        expected = f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]
        raise TypeError(f"{argument}: expected {expected}, not {shown(value)}")


def shown(value: object) -> str:
    """The value as Python writes it, in short; its type where it is too deep or too large for Python to write."""
    try:
        return shorten(repr(value))
    except Exception:  # of a value that is wrong nothing is certain
        return f"a {type(value).__name__}"


_KIND_NAMES: Final = {
    str: "a text",
    int: "a whole number",
    bool: "True or False",
    tuple: "a tuple",
    Mapping: "a mapping",
    Sequence: "a list",
    Iterable: "an iterable",
    type(None): "None",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: ``pointer`` into the JSON ("" is all of it), a sentence, the rule ("R12") or None."""

    pointer: str
    message: str
    rule: str | None = None

    @classmethod
    def of(cls, pointer: str, text: str, rule: str | None = None) -> Fault:
        """A fault whose message ends in its rule: ``of("/upcard", "7H is held", "R3")``."""
        return cls(pointer, f"{text} ({rule})" if rule else text, rule)

    def under(self, prefix: str) -> Fault:
        """The same fault with ``prefix`` before its pointer."""
        return Fault(prefix + self.pointer, self.message, self.rule)

    def __str__(self) -> str:
        return f"{self.pointer}: {self.message}" if self.pointer else self.message


class BackAlleyError(ValueError):
    """Base of all errors; ``faults`` is never empty and holds at most MAX_FAULTS.

    ``place`` says where in a file the deal stands ("line 7"), "" if it is the only one.
    """

    faults: tuple[Fault, ...]
    place: str = ""

    def __init__(self, text: str = "", rule: str | None = None, *, pointer: str = "") -> None:
        super().__init__(text)
        self.faults = (Fault.of(pointer, text, rule),)

    @classmethod
    def of(cls, faults: Iterable[Fault], place: str = "") -> Self:
        """An error with these faults, the first of which it prints."""
        error = cls()
        error.faults = tuple(faults)[:MAX_FAULTS] or error.faults
        error.place = place
        return error

    @property
    def message(self) -> str:
        """The first fault's sentence, without its pointer."""
        return self.faults[0].message

    @property
    def rule(self) -> str | None:
        """The first fault's rule."""
        return self.faults[0].rule

    @property
    def pointer(self) -> str:
        """The first fault's JSON pointer."""
        return self.faults[0].pointer

    def __str__(self) -> str:
        return f"{self.place}: {self.faults[0]}" if self.place else str(self.faults[0])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[[Iterable[Fault], str], Self], tuple[tuple[Fault, ...], str]]:
        # Errors cross process borders in batches, and the default would lose the faults.
        return (type(self).of, (self.faults, self.place))


class CardError(BackAlleyError):
    """A word that is no card, suit, seat or side (R1)."""


class RulesError(BackAlleyError):
    """A knob or preset that does not exist, or a value that a knob cannot take; points to the knob."""


class JsonError(BackAlleyError):
    """A text that is no JSON, or that says something twice or without a value."""


class DealError(BackAlleyError):
    """A deal that cannot be read or cannot exist."""


class BidError(BackAlleyError):
    """A word that is no bid, or a bid that is not allowed (R6 to R8)."""


class PlayError(BackAlleyError):
    """A card that may not be played (R10 to R13)."""


class LimitError(BackAlleyError):
    """A time or node limit was hit before the exact answer was known."""


class Cancelled(LimitError):  # noqa: N818  (reads as what happened)
    """The caller's cancel handle was set."""
