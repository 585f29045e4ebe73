"""Answers as text: aligned tables and plain sentences."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence

from solver.formats.words import signed
from solver.game.auction import Bid
from solver.game.cards import Seat

__all__ = ["bid_words", "seat_name", "signed", "table", "wrapped"]


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns under their heads: numbers to the right, the first column and those without a head to the left."""
    cells = [list(head), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    lines = []
    for row in cells:
        placed = [
            cell.rjust(width) if column and name else cell.ljust(width)
            for column, (name, cell, width) in enumerate(zip(head, row, widths, strict=True))
        ]
        lines.append("  ".join(placed).rstrip())
    return "\n".join(lines)


def wrapped(text: str) -> str:
    """A sentence on lines that fit the screen, the later ones indented."""
    width = min(120, shutil.get_terminal_size((100, 24)).columns)
    return textwrap.fill(text, width, subsequent_indent="  ", break_long_words=False)


def seat_name(letter: str) -> str:
    """``N`` is North."""
    return Seat(letter).full_name


def bid_words(bid: object) -> str:
    """0 is pass; a number or board stays."""
    return Bid.parse(bid).word
