"""What is said of each bid: fields against the oracle, sentences by example, the grid, and break-even chances."""

from __future__ import annotations

import doctest
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from bidding_cases import random_case
from hypothesis import given, settings
from hypothesis import strategies as st
from solver.bidding.breakeven import one_card_sweep
from strategies import any_rules, seeds

from solver.bidding import board_break_even, optimal_bids, raise_break_even
from solver.deal import Deal
from solver.game.auction import Contract
from solver.game.cards import PACK, Card, Seat, Side
from solver.game.play import trick_winner
from solver.game.rules import PRESETS, Rules
from solver.game.scoring import side_score

ROOT = Path(__file__).resolve().parents[2]


def sentences(line: str) -> dict[str, str]:
    return {str(option.bid): option.text for option in optimal_bids(Deal.parse(line)).explanations}


def test_a_bid_that_gives_the_lead_away() -> None:
    said = sentences("W C N:Q8.J.7.T.L T.AT.9.J7 5.K.QT2.Q .Q52.J5.2 up=6C")
    assert said["0"] == "Pass: NS take 1 trick more than their 3 (+16), EW take exactly their 2 (+10)."
    assert said["1"] == (
        "1 hands the lead to West, who then takes a third trick for EW: NS take exactly their 3 (1 and 2) (+15),"
        " EW take exactly their 3 (+15); 6 points worse than pass."
    )
    assert said["3"].startswith("3 takes the lead: ")
    assert said["3"].endswith("; as good as pass, which is the smaller bid.")


def test_a_board_names_its_level_and_break_even() -> None:
    said = sentences("W C N:T2..A852. 63.AT.J6. 7.J2..974 .Q6..QT5.B 4 up=AC")
    assert said["board"] == (
        "Board: EW in double board (level 2) take all 6 (+120), NS need 4 and take none (-20);"
        " it pays from a chance of 75% for all the tricks."
    )
    found = optimal_bids(Deal.parse("W C N:T2..A852. 63.AT.J6. 7.J2..974 .Q6..QT5.B 4 up=AC"))
    assert (found.explanations[-1].level, found.explanations[-1].break_even) == (2, pytest.approx(0.75))


@settings(max_examples=60)
@given(st.integers(1, 6), seeds)
def test_explanations_tell_what_happens(cards: int, seed: int) -> None:
    case = random_case(Random(seed), cards, most_bids=3)
    found, oracle, prefix = case.answer(), case.oracle(), case.prefix
    side = oracle.seat(len(prefix)) % 2
    options = oracle.options(prefix)
    assert [str(option.bid) for option in found.explanations] == list(options) == list(found.options)
    for option in found.explanations:
        line = options[str(option.bid)]
        assert tuple(option.line.values()) == line
        assert (option.score["NS"], option.score["EW"]) == oracle.result(line)[:2]
        assert option.margin == oracle.margin(line, side) == found.options[str(option.bid)]
        assert option.value == oracle.keys(line, side)[0]
        passed = all(bid == 0 for bid in line)
        assert option.leader == (None if passed else str(Seat.at(oracle.leader(line))))
        assert (option.tricks is None) is passed
        assert (option.level is not None) is (option.bid == "board")
        assert option.text.endswith(".")
        assert "four passes" in option.text if passed else "take" in option.text


@settings(max_examples=60)
@given(st.integers(1, 6), seeds)
def test_a_board_breaks_even_where_it_says(cards: int, seed: int) -> None:
    case = random_case(Random(seed), cards, most_bids=3)
    found, oracle = case.answer(), case.oracle()
    side = oracle.seat(len(case.prefix)) % 2
    quiet = [option.margin for option in found.explanations if option.bid != "board"]
    for option in found.explanations:
        if option.break_even is None:
            continue
        line = tuple(option.line.values())
        won, lost = (
            oracle.points(line, side, own) - oracle.points(line, 1 - side, cards - own) for own in (cards, cards - 1)
        )
        mixed = option.break_even * won + (1 - option.break_even) * lost
        assert mixed == pytest.approx(max(quiet)) if option.break_even > 0 else lost >= max(quiet)


@settings(max_examples=40)
@given(st.integers(1, 5), seeds)
def test_the_grid_fixes_partners_bid(cards: int, seed: int) -> None:
    case = random_case(Random(seed), cards, most_bids=3)
    found, oracle, prefix = case.answer(), case.oracle(), case.prefix
    assert found.grid is not None
    me = len(prefix)
    partner = me + 2 if me < 2 else me - 2
    side = oracle.seat(me) % 2
    for row, values in zip(found.grid.rows, found.grid.margin, strict=True):
        for column, value in zip(found.grid.columns, values, strict=True):
            oracle.allowed = lambda line: str(line[me]) == row and str(line[partner]) == column  # noqa: B023
            line = oracle.best_line(prefix)
            assert value == (None if line is None else oracle.margin(line, side))


def test_every_objective_says_why() -> None:
    case = random_case(Random(3), 5, most_bids=0)
    score = {"NS": 0, "EW": 10}
    for objective, words in (
        ("own", "for the own score"),
        ("safe", "if a trick goes astray"),
        ({"name": "win", "score": score, "left": []}, "of the games"),
    ):
        found = optimal_bids(case.deal, table=case.table, objective=objective)
        assert any(words in option.text for option in found.explanations)


@given(st.integers(0, 12), any_rules, st.fractions(0, 1), st.integers(0, 3))
def test_raising_pays_above_its_break_even(total: int, rules: Rules, chance: Fraction, over: int) -> None:
    """Against the score itself: at least ``total`` tricks are sure, one more with this chance, then perhaps others."""
    cards = 26

    def points(bid: int, taken: int) -> int:
        return side_score(Contract(Side.NS, bid), taken, cards, rules)

    stay, go = (
        (1 - chance) * points(bid, total) + chance * points(bid, total + 1 + over) for bid in (total, total + 1)
    )
    threshold = raise_break_even(total, rules)
    if chance > threshold:
        assert go > stay
    elif chance < threshold:
        assert go < stay


@given(st.integers(1, 13), any_rules, st.fractions(0, 1))
def test_board_pays_above_its_break_even(cards: int, rules: Rules, chance: Fraction) -> None:
    for claim, level in enumerate(rules.board_levels, 1):
        board = Contract(Side.NS, None, level, claim)
        total = Contract(Side.NS, cards - 1)
        stay, go = (
            (1 - chance) * side_score(bid, cards - 1, cards, rules) + chance * side_score(bid, cards, cards, rules)
            for bid in (total, board)
        )
        threshold = board_break_even(cards, level, rules=rules)
        if chance > threshold:
            assert go >= stay
        elif chance < threshold:
            assert go <= stay


def test_closed_forms_of_standard_rules() -> None:
    for b in range(13):
        assert raise_break_even(b) == Fraction(10 * b + 5, 10 * b + 9)
    assert [round(100 * float(raise_break_even(b)), 1) for b in (0, 1, 5)] == [55.6, 78.9, 93.2]
    for n in range(1, 14):
        assert board_break_even(n) == Fraction(15 * n - 5, 20 * n - 1)
    assert raise_break_even(0, PRESETS["bab_online"]) == Fraction(10, 19)


@pytest.mark.parametrize(("card", "beaters"), [("LB", 1), ("KH", 3), ("TS", 18)])
def test_one_card_sweeps_equal_a_count_of_all_deals(card: str, beaters: int) -> None:
    """Upcard 2H, North leads the card: every way to deal one of the other 52 to East, South and West."""
    mine, upcard = Card.parse(card), Card.parse("2H")
    others = [other for other in PACK if other not in (mine, upcard)]
    winners = Counter(trick_winner((mine, *three), Seat.N, upcard.suit) for three in permutations(others, 3))
    alone, side = one_card_sweep(beaters)
    assert alone == Fraction(winners[Seat.N], winners.total())
    assert side == Fraction(winners[Seat.N] + winners[Seat.S], winners.total())


def test_the_session_in_the_document_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "bidding.md"), module_relative=False)
    assert (failed, tried > 4) == (0, True)


def test_the_document_of_facts_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "generate" / "bidding_facts.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
