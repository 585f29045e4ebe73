"""Each technique of the search is sound, alone and among the others; scripts/check/techniques.py does many more.

The checks themselves are in techniques.py, where they say what they prove.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from agreement import NativeReferee, best_of
from bridge import in_strain
from random_positions import puzzles, to_position
from reference import Puzzle, card_values
from techniques import (
    TECHNIQUES,
    alone_differences,
    build_prover,
    engine_without,
    expansion,
    false_assertions,
    redeal_differences,
    switch_differences,
    tricks_to_lead,
)

from solver.dealing import deals
from solver.game.cards import Seat
from solver.game.rules import PRESETS
from solver.search import Engine, trick_table


def test_no_value_changes_without_a_technique() -> None:
    for puzzle in puzzles("switches", 600, largest=6):
        assert list(switch_differences(puzzle)) == []


@pytest.mark.parametrize("name", TECHNIQUES)
def test_no_table_changes_without_a_technique(name: str) -> None:
    for preset, rules in PRESETS.items():
        for deal in deals(7, 2, f"without/{preset}", rules):
            without, usual = trick_table(deal, engine=engine_without(rules, name)), trick_table(deal)
            assert (without.ns, without.boards) == (usual.ns, usual.boards)


def test_each_technique_alone_wherever_four_cards_can_lead(native_referee: NativeReferee) -> None:
    for puzzle in tricks_to_lead("alone", 360, largest=4, smallest=3):
        assert list(alone_differences(puzzle, expansion(native_referee, puzzle))) == []


def test_each_technique_alone_wherever_five_cards_can_lead(native_referee: NativeReferee) -> None:
    for puzzle in tricks_to_lead("alone", 36, largest=5, smallest=5):
        assert list(alone_differences(puzzle, expansion(native_referee, puzzle))) == []


def test_patterns_hold_for_redeals(native_referee: NativeReferee) -> None:
    for number, puzzle in enumerate(tricks_to_lead("redeals", 108, largest=4, smallest=3)):
        assert list(redeal_differences(native_referee, puzzle, Random(f"redeals/{number}"), 20)) == []


def test_every_assertion_of_a_bound_holds_and_rests_on_the_ranks_it_names(tmp_path: Path, compiler: str) -> None:
    made, faults = false_assertions(build_prover(tmp_path, compiler), 1, 20_000, (2, 5))
    assert faults == []
    assert min(made.values()) > 500  # a bound that asserted nothing would pass


@pytest.mark.parametrize("turn", range(4))
def test_a_crossing_that_spends_two_trumps_rests_on_a_third(turn: int) -> None:
    """West crosses with the king of trumps to East's ace, so that the side's second trump trick is East's queen.

    The pattern once left the queen out, and a kept engine gave the value to hands in which South holds it.
    """
    plain = {"break_on": "unrestricted", "big_led": "none", "little_led": "none", "bloopers": False}
    engine = Engine(PRESETS["whist"])
    for second, other in (("QS", "JS"), ("JS", "QS")):
        cards = ("KH QH TH KC", f"AS {second} AH QC", f"{other} TS JH JC", "KS AD KD AC")
        hands = {"NESW"[(place + turn) % 4]: held.split() for place, held in enumerate(cards)}
        puzzle = Puzzle(hands, "S", "NESW"[turn], rules=plain)
        truth = best_of(puzzle, card_values(puzzle))
        lost = truth if turn % 2 == 0 else 4 - truth
        assert lost == (0 if second == "QS" else 1)
        assert engine.value(to_position(puzzle)) == truth


def test_each_technique_saves_nodes() -> None:
    """A switch that did nothing would make every test here pass."""
    book = list(deals(8, 5, "saves", PRESETS["standard"]))
    dealt = [*book, *(in_strain(deal, None) for deal in deals(8, 5, "saves", PRESETS["whist"]))]

    def nodes(*off: str) -> int:
        engines = [engine_without(deal.rules, *off) for deal in dealt]
        for deal, engine in zip(dealt, engines, strict=True):
            engine.table(deal, [(seat, ()) for seat in Seat])
        return sum(engine.nodes for engine in engines)

    all_on = nodes()
    for name in TECHNIQUES:
        assert nodes(name) > all_on, name


def test_an_unknown_technique_is_refused() -> None:
    with pytest.raises(ValueError, match="technique"):
        Engine(PRESETS["standard"])._solver.switch("magic", False)
