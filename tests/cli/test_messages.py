"""A complaint is one line, however long and broken its text."""

from __future__ import annotations

import pytest

from solver.cli.messages import complain


def test_a_complaint_is_one_line_that_ends(capsys: pytest.CaptureFixture[str]) -> None:
    complain("what\n is   wrong")
    complain("x" * 10_000)
    out, err = capsys.readouterr()
    assert out == ""
    short, long = err.splitlines()
    assert short == "backalley: what is wrong"
    assert len(long) < 700
    assert long.endswith("x…")
