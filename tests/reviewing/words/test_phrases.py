"""Parts of sentences."""

from __future__ import annotations

from solver.game.auction import Contract
from solver.game.cards import Side
from solver.reviewing.words.phrases import contract_text, margin_text, standing, tricks_and_points


def test_margins() -> None:
    assert margin_text(0) == "both sides level"
    assert margin_text(1) == "North-South ahead by 1 point"
    assert margin_text(-12) == "East-West ahead by 12 points"
    assert [standing(margin) for margin in (0, 1, -12)] == ["level", "1 point ahead", "12 points behind"]


def test_tricks_and_points() -> None:
    assert tricks_and_points(1) == "a trick"
    assert tricks_and_points(2, 1) == "2 tricks and 1 point"


def test_contracts() -> None:
    assert contract_text(Contract(Side.NS, 5)) == "bid of 5"
    assert contract_text(Contract(Side.NS, None, 2, 2)) == "double board"
