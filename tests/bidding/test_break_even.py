"""Break-even chances against the score itself and a count of all deals, and the document that shows them."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_rules

from solver.bidding import board_break_even, raise_break_even
from solver.bidding.break_even import one_card_sweep
from solver.game.auction import Contract
from solver.game.cards import PACK, Card, Seat, Side
from solver.game.play import trick_winner
from solver.game.rules import PRESETS, Rules
from solver.game.scoring import side_score

ROOT = Path(__file__).resolve().parents[2]


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
    for number, level in enumerate(rules.board_levels, 1):
        board = Contract(Side.NS, None, level, number)
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


def test_the_document_of_facts_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "generate" / "bidding_facts.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
