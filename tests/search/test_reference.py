"""The search against the plain referees on random positions; scripts/check/reference.py does many more."""

from __future__ import annotations

from random import Random

from agreement import NativeReferee, difference, differences
from random_positions import after_any_cards, puzzles
from reference import Puzzle, card_values


def test_positions_of_up_to_four_cards() -> None:
    assert [text for text in differences(puzzles("ci", 400, largest=4)) if text] == []


def test_positions_of_five_cards(native_referee: NativeReferee) -> None:
    for puzzle in puzzles("ci", 200, largest=5, smallest=5):
        assert difference(puzzle, native_referee.card_values(puzzle)) is None


def test_positions_of_six_cards(native_referee: NativeReferee) -> None:
    for puzzle in puzzles("ci", 8, largest=6, smallest=6):
        assert difference(puzzle, native_referee.card_values(puzzle)) is None


def test_positions_behind_broken_rules(native_referee: NativeReferee) -> None:
    """A review may go on behind a revoke: whoever kept a card of the suit led is not void of it."""
    rng = Random("revokes")
    for start in puzzles("revokes", 400, largest=4, smallest=2):
        puzzle = after_any_cards(rng, start)
        assert difference(puzzle, native_referee.card_values(puzzle)) is None


def test_both_referees_agree(native_referee: NativeReferee) -> None:
    for puzzle in puzzles("referees", 300, largest=4):
        assert native_referee.card_values(puzzle) == card_values(puzzle)


def test_two_trump_tops_that_fall_together() -> None:
    """A bound once crossed to the ace of trumps with the jack and counted both; found among 200,000 positions."""
    hands = {"N": ["2S", "8S", "JH"], "E": ["3S", "8D", "9D"], "S": ["3H", "AH", "AD"], "W": ["2H", "7H", "2D"]}
    puzzle = Puzzle(hands, "H", "N", broken=True)
    assert difference(puzzle, card_values(puzzle)) is None


def test_partner_who_has_to_overtake() -> None:
    """A bound once let a queen win though the partner's bare king had to fall on it and took the lead away."""
    hands = {
        "N": ["2S", "QS", "AH", "6H", "4C"],
        "E": ["8C", "7C", "5S", "6D"],
        "S": ["KS", "QC", "JD", "3C"],
        "W": ["5H", "9S", "8S", "2H"],
    }
    puzzle = Puzzle(hands, None, "E", trick=["QH", "4H", "KH"], rules={"joker_upcard": "no_trump_live"})
    assert difference(puzzle, card_values(puzzle)) is None
