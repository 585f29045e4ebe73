"""Answers as text: tables, signs and names."""

from __future__ import annotations

import pytest

from solver.cli.text import bid_words, seat_name, signed, table, wrapped


def test_numbers_stand_right_and_names_left() -> None:
    shown = table(["First leader", "NS", ""], [("North", 2, "best"), ("East", 11, "")])
    assert shown.splitlines() == ["First leader  NS", "North          2  best", "East          11"]


def test_points_have_their_sign_but_for_nought() -> None:
    assert [signed(points) for points in (40, -40, 0)] == ["+40", "-40", "0"]


def test_bids_and_seats_in_words() -> None:
    assert [bid_words(bid) for bid in (0, "0", 3, "board")] == ["pass", "pass", "3", "board"]
    assert [seat_name(letter) for letter in "NESW"] == ["North", "East", "South", "West"]


def test_a_sentence_fits_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = wrapped("word " * 30).splitlines()
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("  ") for line in lines[1:])
