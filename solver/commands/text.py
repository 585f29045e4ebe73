"""Answers as text: aligned tables and plain sentences."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["bid_words", "seat_name", "signed", "table"]

_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns under their heads, the first to the left, the others to the right; text in the last is left too."""
    cells = [list(head), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(head))]
    lines = []
    for row in cells:
        first = row[0].ljust(widths[0])
        rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join([first, *rest]).rstrip())
    return "\n".join(lines)


def seat_name(letter: str) -> str:
    """``N`` is North."""
    return _SEATS[letter]


def bid_words(bid: object) -> str:
    """0 is pass; a number or board stays."""
    return "pass" if bid in (0, "0") else str(bid)


def signed(points: int) -> str:
    """With its sign, but for 0."""
    return f"{points:+d}" if points else "0"
