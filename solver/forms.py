"""What JSON looks like, said beside the code that reads it: small JSON Schemas, and how they are put together.

``ref("Card")`` stands for a form that has a name; who writes a document says where the named ones stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

__all__ = [
    "NULL",
    "Form",
    "Whole",
    "any_of",
    "array",
    "described",
    "keyed",
    "members",
    "one_of",
    "or_null",
    "ref",
    "spelled",
]

Form = dict[str, Any]
"""A JSON Schema."""
NULL: Final[Form] = {"type": "null"}


class Whole(NamedTuple):
    """Whole numbers from ``low`` to ``high``."""

    low: int
    high: int

    def holds(self, number: float) -> bool:
        """Whether a number lies within; that it is whole is not asked."""
        return self.low <= number <= self.high

    @property
    def form(self) -> Form:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


def described(about: str, form: Form) -> Form:
    """The form with what it means."""
    return {"description": about, **form}


def ref(name: str) -> Form:
    """The form of this name."""
    return {"$ref": f"#/$defs/{name}"}


def any_of(*forms: Form) -> Form:
    return {"anyOf": list(forms)}


def or_null(form: Form) -> Form:
    """The form, or null, which is the same as absent."""
    return any_of(form, NULL)


def one_of(names: Iterable[str]) -> Form:
    """One of a few texts."""
    return {"type": "string", "enum": [str(name) for name in names]}


def array(item: Form, most: int | None = None, least: int = 0) -> Form:
    """A list of ``least`` to ``most`` items."""
    bounds = {"minItems": least or None, "maxItems": most}
    return {"type": "array", "items": item, **{name: bound for name, bound in bounds.items() if bound is not None}}


def keyed(names: Iterable[str], item: Form, **more: Any) -> Form:
    """An object whose members have these names and one form."""
    return members({str(name): item for name in names}, **more)


def members(forms: Mapping[str, Form], required: Iterable[str] = (), **more: Any) -> Form:
    """An object with these members and no others."""
    needed = {"required": list(required)} if required else {}
    return {"type": "object", "properties": dict(forms), **needed, "additionalProperties": False, **more}


def spelled(*words: str, blanks: bool = True) -> str:
    """A pattern for any of the words, in either case, with or without blanks around it."""
    space = r"\s*" if blanks else ""
    either = ("".join(f"[{letter.upper()}{letter.lower()}]" for letter in word) for word in words)
    return f"^{space}(?:{'|'.join(either)}){space}$"
