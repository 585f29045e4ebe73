"""A knob's form and bounds: what the form allows is read, anything else is refused with the knob's place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RulesError
from solver.game.cards import Suit
from solver.game.knobs import Choice, Flag, Knob, Levels, Points, Sizes, TrumpSource, shown
from solver.game.rules import BreakOn


def read(knob: Knob, value: object) -> Any:
    """The value as the rules would have it."""
    taken = knob.read("knob", value)
    knob.check("knob", taken)
    return taken


@given(st.integers(-10, 2000))
def test_points_are_whole_and_within_their_form(points: int) -> None:
    knob = Points("Points.")
    if knob.form["minimum"] <= points <= knob.form["maximum"]:
        assert read(knob, points) == read(knob, float(points)) == points
    else:
        with pytest.raises(RulesError, match=r"^/knob: knob must be from"):
            read(knob, points)


@pytest.mark.parametrize(
    ("knob", "value", "taken"),
    [
        (Choice.of(BreakOn), "never", BreakOn.NEVER),
        (Flag("A flag."), False, False),
        (Levels("Levels."), "none", ()),
        (Levels("Levels."), [1, 2, 4], (1, 2, 4)),
        (Sizes("Sizes."), [3, 2, 1], (3, 2, 1)),
        (TrumpSource("Trump."), "upcard", None),
        (TrumpSource("Trump."), "H", Suit.H),
    ],
)
def test_what_is_read_prints_back(knob: Knob, value: object, taken: object) -> None:
    assert read(knob, value) == taken
    assert knob.plain(taken) == value


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        (Choice.of(BreakOn), "sometimes"),
        (Flag("A flag."), 1),
        (Levels("Levels."), [2, 1]),
        (Sizes("Sizes."), [14]),
        (TrumpSource("Trump."), "X"),
        (Points("Points."), True),
    ],
)
def test_what_no_knob_takes_points_to_it(knob: Knob, value: object) -> None:
    with pytest.raises(RulesError, match=r"^/knob: knob "):
        read(knob, value)


def test_a_long_value_is_cut_in_a_message() -> None:
    assert len(shown("x" * 1000)) == 38
