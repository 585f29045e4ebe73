"""Counts by side as JSON."""

from __future__ import annotations

from typing import Any

import pytest

from solver.formats.deal_json import DealReader
from solver.requests.sides import read_by_side


@pytest.mark.parametrize("value", [None, {}, {"NS": 3}, {"NS": 3, "EW": 5}, {"EW": 5.0}])
def test_one_side_is_enough(value: Any) -> None:
    reader = DealReader()
    assert read_by_side(reader, value, "/tricks", 13, "R14") == (value or {})
    assert reader.faults == []


@pytest.mark.parametrize(
    ("value", "pointer", "rule"),
    [(7, "/tricks", "R14"), ({"N": 3}, "/tricks/N", "R1"), ({"NS": 14}, "/tricks/NS", "R14"), ([], "/tricks", "R14")],
)
def test_what_is_no_count_is_pointed_at(value: Any, pointer: str, rule: str) -> None:
    reader = DealReader()
    read_by_side(reader, value, "/tricks", 13, "R14")
    assert [(fault.pointer, fault.rule) for fault in reader.faults] == [(pointer, rule)]
