"""Counts by side as JSON: ``{"NS": 8, "EW": 5}``, of which one is enough."""

from __future__ import annotations

from collections.abc import Mapping

from solver.errors import json_pointer
from solver.formats.deal_json import DealReader, kind_of
from solver.game.cards import Side

__all__ = ["read_by_side"]


def read_by_side(reader: DealReader, value: object, pointer: str, most: int, rule: str) -> dict[Side, int]:
    """The counts given, 0 to ``most`` each; faults, citing ``rule``, go to ``reader``; null is none."""
    counts: dict[Side, int] = {}
    if value is None:
        return counts
    if not isinstance(value, Mapping):
        reader.add(pointer, f"expected an object with NS and EW, not {kind_of(value)}", rule)
        return counts
    for name, item in value.items():
        place = pointer + json_pointer(name)
        if name not in ("NS", "EW"):
            reader.add(place, "no side: use NS, EW", "R1")
        elif (number := reader.number(item, place, 0, most, rule)) is not None:
            counts[Side(name)] = number
    return counts
