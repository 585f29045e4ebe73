"""Where a record stands, as it is told."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solver.formats.place import Place


@given(st.integers(1, 10**9), st.text())
def test_a_place_names_its_line_and_its_board_if_it_has_one(line: int, board: str) -> None:
    told = str(Place(line, board))
    assert told.startswith(f"line {line}, board " if board else f"line {line}")
    assert told.isprintable()
    assert len(told) < 300


@given(st.integers(1, 10**9))
def test_in_json_over_many_lines_pointers_tell_the_place(line: int) -> None:
    assert str(Place(line, whole=True)) == ""
