"""Where in a file a record stands, and what was read there."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from solver.errors import DealError, shorten

__all__ = ["Place", "Scanned"]

T = TypeVar("T")


class Place(NamedTuple):
    """The record's first line, counted from 1, and its board, "" if none is told; prints as ``line 7, board 3``.

    In JSON over many lines pointers say where a deal stands; its place is ``whole`` and prints as nothing.  ``pointer``
    leads to one of several deals within the JSON of a line or of all, ``/deals/3``, and is "" for one by itself.
    """

    line: int
    board: str = ""
    whole: bool = False
    pointer: str = ""

    def __str__(self) -> str:
        if self.whole:
            return ""
        return f"line {self.line}, board {shorten(self.board)}" if self.board else f"line {self.line}"


class Scanned(NamedTuple, Generic[T]):
    """What was made of one record, or what is wrong with it."""

    place: Place
    item: T | DealError
