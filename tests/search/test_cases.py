"""The solved cases of fixtures/cases against the search, and against the plain referees that judge it."""

from __future__ import annotations

from agreement import NativeReferee, best_of
from cases import CASES, case_puzzle, read_cases, table_differences, tricks_differences
from reference import value

TRICKS = read_cases(CASES / "tricks.jsonl")
BIDS = read_cases(CASES / "bids.jsonl")


def test_all_cases_are_there() -> None:
    assert (len(TRICKS), len(BIDS)) == (400, 60)


def test_search_equals_every_case() -> None:
    assert list(tricks_differences(TRICKS)) == []


def test_tables_equal_every_case() -> None:
    assert list(table_differences(BIDS)) == []


def test_referee_equals_the_small_cases() -> None:
    small = [case for case in TRICKS if len(case["hands"]["N"]) <= 4]
    assert [case for case in small if value(case_puzzle(case)) != case["tricks"]["NS"]] == []


def test_native_referee_equals_the_cases(native_referee: NativeReferee) -> None:
    for case in TRICKS:
        if len(case["hands"]["N"]) <= 5:
            puzzle = case_puzzle(case)
            assert best_of(puzzle, native_referee.card_values(puzzle)) == case["tricks"]["NS"], case
