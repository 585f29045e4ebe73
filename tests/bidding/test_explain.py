"""What is said of each bid: fields against the oracle, and sentences by example."""

from __future__ import annotations

from random import Random

import pytest
from bidding_cases import random_case
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from solver.bidding import optimal_bids
from solver.deal import Deal
from solver.game.auction import Bid
from solver.game.cards import Seat


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
        " it pays from a chance of 75% for all the tricks, against what pass brings here."
    )
    result = optimal_bids(Deal.parse("W C N:T2..A852. 63.AT.J6. 7.J2..974 .Q6..QT5.B 4 up=AC"))
    assert (result.explanations[-1].level, result.explanations[-1].break_even) == (2, pytest.approx(0.75))


@settings(max_examples=60)
@given(st.integers(1, 6), seeds)
def test_explanations_tell_what_happens(cards: int, seed: int) -> None:
    case = random_case(Random(seed), cards, most_bids=3)
    result, oracle, prefix = case.answer(), case.oracle(), case.prefix
    side = oracle.seat(len(prefix)) % 2
    options = oracle.options(prefix)
    assert [option.bid for option in result.explanations] == list(result.options)
    assert result.options.keys() == {Bid.parse(bid) for bid in options}
    for option in result.explanations:
        line = options[str(option.bid)]
        assert tuple(option.line.values()) == line
        assert (option.score["NS"], option.score["EW"]) == oracle.result(line)[:2]
        assert option.margin == oracle.margin(line, side) == result.options[option.bid]
        assert option.value == oracle.keys(line, side)[0]
        passed = all(bid == 0 for bid in line)
        assert option.leader == (None if passed else Seat.at(oracle.leader(line)))
        assert (option.tricks is None) is passed
        assert (option.level is not None) is (option.bid == "board")
        assert option.text.endswith(".")
        assert "four passes" in option.text if passed else "take" in option.text


@settings(max_examples=60)
@given(st.integers(1, 6), seeds)
def test_a_board_breaks_even_where_it_says(cards: int, seed: int) -> None:
    case = random_case(Random(seed), cards, most_bids=3)
    result, oracle = case.answer(), case.oracle()
    side = oracle.seat(len(case.prefix)) % 2
    quiet = [option.margin for option in result.explanations if option.bid != "board"]
    for option in result.explanations:
        if option.break_even is None:
            continue
        line = tuple(bid.to_json() for bid in option.line.values())
        won, lost = (
            oracle.points(line, side, own) - oracle.points(line, 1 - side, cards - own) for own in (cards, cards - 1)
        )
        mixed = option.break_even * won + (1 - option.break_even) * lost
        assert mixed == pytest.approx(max(quiet)) if option.break_even > 0 else lost >= max(quiet)


def test_every_objective_says_why() -> None:
    case = random_case(Random(3), 5, most_bids=0)
    score = {"NS": 0, "EW": 10}
    for objective, words in (
        ("own", "for the own score"),
        ("safe", "if a trick goes astray"),
        ({"name": "win", "score": score, "left": []}, "of the games"),
    ):
        result = optimal_bids(case.deal, table=case.table, objective=objective)
        assert any(words in option.text for option in result.explanations)
