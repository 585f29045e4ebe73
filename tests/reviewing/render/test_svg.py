"""The drawings of a page."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from review_cases import PLAYED

from solver import Seat, review
from solver.reviewing.render.svg import accuracy_bars, hands_drawing, margin_chart


def texts(drawing: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(drawing).iter("text")]


def test_the_hands_show_trump_dealer_and_leader() -> None:
    shown = texts(hands_drawing(PLAYED, Seat.W))
    assert "Trump ♥" in shown
    assert "turned 7♥" in shown
    assert "West dealer, leads" in shown
    assert "North" in shown


def test_the_chart_marks_what_moved_the_margin() -> None:
    reviewed = review(PLAYED)
    chart = margin_chart(reviewed)
    costly = sum(play.margin_before != play.margin_after for play in reviewed.plays)
    costly += sum(bid.loss_points > 0 for bid in reviewed.bids)
    assert chart.count("<circle") == costly > 0
    assert margin_chart(review(PLAYED.with_play(()).with_bids(()))) == ""


def test_each_player_has_two_bars() -> None:
    assert texts(accuracy_bars(review(PLAYED).players)).count("cards") == 4
    assert texts(accuracy_bars(review(PLAYED).players)).count("bid") == 4
