"""What a setting is beside its name and type: its text, its bounds and what else it must keep to."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["KIND", "Kind", "check_value", "from_text", "from_toml", "setting"]

KIND: Final = "setting"
"""Where a field's metadata has its Kind."""
_YES: Final = ("1", "true", "yes")
_NO: Final = ("0", "false", "no")
_CALLED: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    tuple[str, ...]: "a list of texts",
}


@dataclass(frozen=True, slots=True)
class Kind:
    """``least`` and ``most`` may be taken, ``above`` may not; ``check`` says what is wrong with a value, or None."""

    about: str
    least: float | None = None
    most: float | None = None
    above: float | None = None
    check: Callable[[Any], str | None] | None = None
    secret: bool = False

    @property
    def bounds(self) -> str:
        """As in ``from 1 to 1,024``; empty where there are none."""
        low = f"more than {self.above:,}" if self.above is not None else ""
        if not low and self.least is not None and self.most is not None:
            return f"from {self.least:,} to {self.most:,}"
        low = low or (f"at least {self.least:,}" if self.least is not None else "")
        high = f"at most {self.most:,}" if self.most is not None else ""
        return " and ".join(part for part in (low, high) if part)


def setting(
    default: object,
    about: str,
    *,
    least: float | None = None,
    most: float | None = None,
    above: float | None = None,
    check: Callable[[Any], str | None] | None = None,
    secret: bool = False,
) -> Any:
    """A field of the settings; a ``secret`` one is not shown."""
    kind = Kind(about, least, most, above, check, secret)
    return dataclasses.field(default=default, metadata={KIND: kind})


def check_value(kind: Kind, value: Any) -> str | None:
    """What is wrong with a value of the right type, to stand behind its name; None where it is right."""
    if (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and not (
            (kind.least is None or value >= kind.least)
            and (kind.most is None or value <= kind.most)
            and (kind.above is None or value > kind.above)
        )
    ):  # nan is in no bounds
        return f"must be {kind.bounds}, not {value}"
    return kind.check(value) if kind.check else None


def from_text(wanted: object, text: str) -> Any:
    """A value of type ``wanted`` from a variable's text; ValueError says what was expected."""
    text = text.strip()
    if wanted is bool:
        if text.lower() not in (*_YES, *_NO):
            raise ValueError(_CALLED[bool])
        return text.lower() in _YES
    if wanted in (int, float):
        try:
            return int(text) if wanted is int else float(text)
        except ValueError:
            raise ValueError(_CALLED[wanted]) from None
    if wanted is str:
        return text
    return tuple(part.strip() for part in text.split(",") if part.strip())


def from_toml(wanted: Any, value: object) -> Any:
    """A value of type ``wanted`` from a TOML value, which has a type of its own; ValueError says what was expected."""
    if wanted == tuple[str, ...]:
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
    elif wanted is float and type(value) is int:
        return float(value)
    elif type(value) is wanted:
        return value
    raise ValueError(_CALLED[wanted])
