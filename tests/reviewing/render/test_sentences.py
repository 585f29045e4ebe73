"""The sentences of a hand: each way of showing a review has them all."""

from __future__ import annotations

import re
from html import escape

from hypothesis import given, settings
from hypothesis import strategies as st
from shown_reviews import KINDS, any_review
from strategies import seeds

from solver import Deal, review
from solver.formats.words import CardStyle
from solver.reviewing.render.html import review_as_page
from solver.reviewing.render.markdown import review_as_markdown
from solver.reviewing.render.sentences import HandSentences, SumSentences
from solver.reviewing.render.text import review_as_text


def sentences(said: HandSentences, sums: SumSentences) -> list[str]:
    every = [*said.summary, *said.illegal, *said.costly, *said.notes, said.claim, said.lead, sums.luck, sums.closing]
    return [text for text in every if text]


@settings(max_examples=40)
@given(seeds, st.integers(1, 6), st.sampled_from(KINDS))
def test_every_way_of_showing_says_all_of_them(seed: int, size: int, kind: str) -> None:
    reviewed = any_review(seed, size, kind)
    sums = SumSentences.of(reviewed)
    text = re.sub(r"\s+", " ", review_as_text(reviewed))
    page, markdown = review_as_page(reviewed), review_as_markdown(reviewed)
    for sentence in sentences(HandSentences.of(reviewed, CardStyle.LETTERS), sums):
        assert sentence in text
    for sentence in sentences(HandSentences.of(reviewed, CardStyle.SYMBOLS), sums):
        assert escape(sentence) in page
        assert sentence in re.sub(r"\\(.)", r"\1", markdown)


@settings(max_examples=40)
@given(seeds, st.integers(1, 6))
def test_a_claim_is_told_once(seed: int, size: int) -> None:
    reviewed = any_review(seed, size, "claim")
    said = HandSentences.of(reviewed, CardStyle.LETTERS)
    told = [point for point in reviewed.turning_points if point.kind == "claim"]
    assert len(told) + bool(said.claim) == (reviewed.claim is not None)


def test_a_claim_that_cost_tricks_and_no_points_is_told() -> None:
    deal = Deal.parse("E C N:.5.87.J J83.6.. 7..K2.4 .K.Q54. 1 B B 1 up=KC")
    played = "5H 6H 2D KH QD 8D JS KD 7S 5D 7D"
    reviewed = review(deal, play=played.split(), claim="NS")
    assert reviewed.claim is not None
    assert (reviewed.claim.loss_tricks, reviewed.claim.loss_points) == (1, 0)
    sentence = "2 for North-South, 0 for East-West. Best play gives 1 and 1: East-West gave away a trick and 0 points."
    assert HandSentences.of(reviewed, CardStyle.LETTERS).claim.endswith(sentence)
