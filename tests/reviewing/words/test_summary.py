"""A hand in a few sentences."""

from __future__ import annotations

import re

from review_cases import PLAYED_LINE

from solver import Deal, review


def test_a_hand_in_plain_words() -> None:
    reviewed = review(Deal.parse(PLAYED_LINE.replace("1 0 0 2", "1 0 0 0").replace("JS.AS.KS.QS", "AS.KS.QS.JS")))
    assert reviewed.summary[:3] == (
        "North-South bid 1 and took 2: made, 6 points.",
        "East-West bid nothing and took 1: 1 point.",
        "North-South ahead by 5 points in this deal.",
    )
    for text in (*reviewed.summary, *reviewed.notes, *(point.text for point in reviewed.turning_points)):
        assert text.endswith(".")
        assert not re.search(r"double dummy|minimax|\bDD\b|\bNS\b|\bEW\b", text)
