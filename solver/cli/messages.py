"""What is said on standard error, one line each."""

from __future__ import annotations

from typing import Final

from solver.cli.output import echo

__all__ = ["complain"]

_LONGEST: Final = 600
"""Characters of a complaint, which may quote what the user gave."""


def complain(message: str) -> None:
    """One line on standard error."""
    words = " ".join(message.split())
    echo("backalley: " + (words if len(words) <= _LONGEST else words[:_LONGEST] + "…"), err=True)
