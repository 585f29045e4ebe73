"""The drawings of a page."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from review_cases import PLAYED

from solver import Seat, review
from solver.reviewing.render.stylesheet import STYLESHEET
from solver.reviewing.render.svg import NARROW, WIDE, accuracy_bars, hands_drawing, margin_chart


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


def test_labels_are_large_enough_on_every_screen() -> None:
    """At least 11 pixels, a drawing being as wide as the screen less the page's margins."""
    smallest = float(re.search(r"svg \.small\{font-size:([\d.]+)px", STYLESHEET)[1])  # type: ignore[index]
    turning = 16 * float(re.search(r"max-width:(\d+)rem\)", STYLESHEET)[1])  # type: ignore[index]
    assert smallest * (320 - 2 * 0.7 * 16) / NARROW >= 11
    assert smallest * (turning - 32) / WIDE >= 11
    reviewed = review(PLAYED)
    for drawing in (
        hands_drawing(PLAYED, Seat.W, NARROW),
        margin_chart(reviewed, NARROW),
        accuracy_bars(reviewed.players, NARROW),
    ):
        assert f'viewBox="0 0 {NARROW} ' in drawing
        assert "font-size" not in drawing
        for node in ET.fromstring(drawing).iter():
            assert float(node.get("x", 0)) + float(node.get("width", 0)) <= NARROW


def test_narrow_and_wide_drawings_say_the_same() -> None:
    reviewed = review(PLAYED)
    assert sorted(texts(hands_drawing(PLAYED, Seat.W, NARROW))) == sorted(texts(hands_drawing(PLAYED, Seat.W)))
    assert texts(margin_chart(reviewed, NARROW)) == texts(margin_chart(reviewed))
    assert texts(accuracy_bars(reviewed.players, NARROW)) == texts(accuracy_bars(reviewed.players))


def test_each_player_has_two_bars() -> None:
    assert texts(accuracy_bars(review(PLAYED).players)).count("cards") == 4
    assert texts(accuracy_bars(review(PLAYED).players)).count("bid") == 4
