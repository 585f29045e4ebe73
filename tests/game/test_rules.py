"""The knobs: presets, reading and writing, and what a knob cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest
import strategies as own
from hypothesis import given

from solver.errors import RulesError
from solver.game.cards import Suit
from solver.game.rules import PRESETS, STANDARD, Rules


@given(own.any_rules)
def test_rules_read_back_from_both_their_json_forms(rules: Rules) -> None:
    assert Rules.from_value(json.loads(json.dumps(rules.to_dict()))) == rules
    assert Rules.from_value(json.loads(json.dumps(rules.to_value()))) == rules


def test_presets_are_what_the_rules_table_says() -> None:
    assert set(PRESETS) == {"standard", "bab_online", "spades_26", "seven_card", "whist"}
    assert all(rules.to_value() == name for name, rules in PRESETS.items())
    standard = STANDARD.to_dict()
    assert standard["hand_sizes"] == [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    assert sum(STANDARD.hand_sizes) == 181
    changed = {
        name: {knob: value for knob, value in rules.to_dict().items() if value != standard[knob]}
        for name, rules in PRESETS.items()
    }
    assert changed["bab_online"] == {
        "hand_sizes": [12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13],
        "joker_upcard": "no_trump_live",
        "max_bid": "n",
        "side_total_cap": "hand_size",
        "redeal_dealer": "same",
        "board_lead_exemption": "none",
        "big_led": "opponents_highest",
        "little_led": "none",
        "trick_points": 10,
        "fail_points": 10,
        "board_points": 20,
        "board_levels": [1, 2, 4, 8],
        "rainbow_bonus": 10,
    }
    assert len(changed["spades_26"]["hand_sizes"]) == 26
    assert changed["spades_26"]["trump_source"] == "S"
    assert changed["seven_card"] == {"hand_sizes": [7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7], "joker_upcard": "reflip"}
    assert changed["whist"] == {"break_on": "unrestricted", "big_led": "none", "little_led": "none", "bloopers": False}


def test_a_preset_can_be_the_start_of_own_rules() -> None:
    rules = Rules.from_value({"preset": "bab_online", "trick_points": 5.0, "trump_source": "h", "board_levels": "none"})
    assert rules.joker_upcard == "no_trump_live"
    assert (rules.trick_points, rules.trump_source, rules.has_boards) == (5, Suit.H, False)


@pytest.mark.parametrize(
    ("value", "knob"),
    [
        ("house", None),
        (7, None),
        (None, None),
        ({"tricks": 5}, "tricks"),
        ({"preset": "house"}, None),
        ({"preset": 3}, "preset"),
        ({"break_on": "trump"}, "break_on"),
        ({"break_on": ["never"]}, "break_on"),
        ({"max_bid": 13}, "max_bid"),
        ({"trick_points": "5"}, "trick_points"),
        ({"trick_points": True}, "trick_points"),
        ({"trick_points": 5.5}, "trick_points"),
        ({"trick_points": float("nan")}, "trick_points"),
        ({"trick_points": -1}, "trick_points"),
        ({"fail_points": 10**30}, "fail_points"),
        ({"hand_sizes": []}, "hand_sizes"),
        ({"hand_sizes": [14]}, "hand_sizes"),
        ({"hand_sizes": [0]}, "hand_sizes"),
        ({"hand_sizes": 13}, "hand_sizes"),
        ({"hand_sizes": [1] * 1000}, "hand_sizes"),
        ({"board_levels": [1, 2, 3, 4, 5]}, "board_levels"),
        ({"board_levels": [2, 1]}, "board_levels"),
        ({"board_levels": "all"}, "board_levels"),
        ({"trump_source": "NT"}, "trump_source"),
        ({"bloopers": "no"}, "bloopers"),
    ],
)
def test_what_a_knob_cannot_be(value: Any, knob: str | None) -> None:
    with pytest.raises(RulesError) as error:
        Rules.from_value(value)
    assert error.value.pointer == ("" if knob is None else f"/{knob}")
    assert len(str(error.value)) < 400
    if knob is not None:
        assert knob in str(error.value)


def test_the_highest_number_is_one_less_than_the_hand_unless_the_house_says_so() -> None:
    assert [STANDARD.top_bid(n) for n in (1, 2, 13)] == [0, 1, 12]
    assert [PRESETS["bab_online"].top_bid(n) for n in (1, 2, 13)] == [1, 2, 13]
