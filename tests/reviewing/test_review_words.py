"""How reviews are shown: sentences, plain text, Markdown, and the page that needs nothing else."""

from __future__ import annotations

import doctest
import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from review_cases import random_hand, random_play
from strategies import seeds

from solver import Deal, Seat, review
from solver.dealing import deal_hands
from solver.game.rules import PRESETS
from solver.reviewing.game import GameReview
from solver.reviewing.markdown import game_as_markdown, review_as_markdown
from solver.reviewing.page import game_as_page, review_as_page
from solver.reviewing.result import Review
from solver.reviewing.rows import error_lines, mark, tricks_of
from solver.reviewing.sentences import joined, margin_text, with_symbols
from solver.reviewing.text import game_as_text, review_as_text

# W leads; N overtakes its partner in trick 1 for nothing, E gives a trick up in trick 2.
HAND = "W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 JS.AS.KS.QS.2H.3H.4H.5H.4C.BB.2C.3C up=7H"
VOID = {"area", "base", "br", "hr", "img", "input", "link", "meta"}


class Balanced(HTMLParser):
    """Raises where tags do not nest; keeps every tag and attribute."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def any_review(seed: int, size: int, kind: str) -> Review:
    """A review of every sort: finished or not, claimed, passed out, without bids, with a fault."""
    rng = Random(seed)
    if kind == "no bids":
        deal = deal_hands(size, PRESETS["standard"], seed)
        return review(deal, play=random_play(deal.start(Seat.N), rng, rng.randint(1, 4 * size)))
    deal = random_hand(rng, size, whole=0.5)
    if kind == "bids only" or deal.auction.leader is None:
        return review(deal.with_play(()))
    if kind == "claim":
        return review(deal, claim=rng.choice(["NS", "EW"]))
    if kind == "fault":
        play = [card.name for card in deal.play]
        rng.shuffle(play)
        return review(deal.with_play(()), play=play, on_illegal="report")
    return review(deal)


def check_page(page: str) -> None:
    found = Balanced(page)
    assert page.startswith("<!DOCTYPE html>")
    names = {tag for tag, _ in found.tags}
    assert not names & {"script", "link", "img", "iframe", "object"}
    attributes = {name for _, attrs in found.tags for name in attrs}
    assert not attributes & {"src", "href", "onclick", "onload"}
    assert "url(" not in page
    assert "://" not in page
    assert "@media (prefers-color-scheme:dark)" in page
    assert "@media print" in page
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert drawings
    for drawing in drawings:
        root = ET.fromstring(drawing)  # well-formed as XML too
        assert root.get("role") == "img"
        assert root.get("aria-label")
        for node in root.iter():
            for name in ("x", "y", "cx", "cy", "width", "height"):
                assert -1 <= float(node.get(name, 0)) <= 1000


@settings(max_examples=40)
@given(seeds, st.integers(1, 6), st.sampled_from(["play", "claim", "no bids", "bids only", "fault"]))
def test_every_review_can_be_shown(seed: int, size: int, kind: str) -> None:
    found = any_review(seed, size, kind)
    text, markdown, page = review_as_text(found), review_as_markdown(found), review_as_page(found)
    check_page(page)
    for play in found.plays:
        assert f"{play.seat} {play.card.name}{mark(play)}" in text
    for shown in (text, markdown, page):
        assert "None" not in shown
    for point in found.turning_points:
        if point.kind != "illegal":
            assert point.text in re.sub(r"\s+", " ", text)
    for line in error_lines(found):
        assert line in re.sub(r"\s+", " ", text)
    assert review_as_text(found, symbols=True)
    game = GameReview((found, found))
    check_page(game_as_page(game))
    assert game_as_text(game).count("Hand 1") >= 1
    assert game_as_markdown(game).count("## Hand 2") == 1


def test_tables_of_markdown_have_even_rows() -> None:
    for line in review_as_markdown(review(Deal.parse(HAND))).split("\n\n"):
        if line.startswith("|"):
            assert len({row.count("|") for row in line.splitlines()}) == 1


def test_tricks_are_counted_as_they_were_won() -> None:
    found = review(Deal.parse(HAND))
    tricks = tricks_of(found)
    assert [str(trick.winner) for trick in tricks] == ["N", "W", "N"]
    assert [(trick.ns, trick.ew) for trick in tricks] == [(1, 0), (1, 1), (2, 1)]
    assert tricks[-1].best_ns == 2


def test_a_hand_in_plain_words() -> None:
    found = review(Deal.parse(HAND.replace("1 0 0 2", "1 0 0 0").replace("JS.AS.KS.QS", "AS.KS.QS.JS")))
    assert found.summary[:3] == (
        "North-South bid 1 and took 2: made, 6 points.",
        "East-West bid nothing and took 1: 1 point.",
        "North-South ahead by 5 points in this deal.",
    )
    for text in (*found.summary, *found.notes, *(point.text for point in found.turning_points)):
        assert text.endswith(".")
        assert not re.search(r"double dummy|minimax|\bDD\b|\bNS\b|\bEW\b", text)


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_words_are_joined(words: list[str], said: str) -> None:
    assert joined(words) == said


def test_small_words() -> None:
    assert with_symbols("East's TH and 4C, 10 tricks, BB") == "East's 10♥ and 4♣, 10 tricks, BB"
    assert margin_text(0) == "both sides level"
    assert margin_text(1) == "North-South ahead by 1 point"
    assert margin_text(-12) == "East-West ahead by 12 points"


def test_a_card_that_costs_the_contract_is_said_so() -> None:
    """The sentence names trick, seat, card, tricks, contract and points."""
    seen = set()
    for seed in range(400):
        for point in review(random_hand(Random(f"words/{seed}"), 4, PRESETS["standard"], whole=1)).turning_points:
            if point.kind == "card":
                said = re.fullmatch(
                    r"Trick (\d): (North|East|South|West)'s (\w\w) cost (North-South|East-West) (a trick|\d tricks)"
                    r" \(with best play they take \d in all, and could have taken \d\)\. (.*?)(\d+) points? lost\."
                    r" Better: .+\.",
                    point.text,
                )
                assert said, point.text
                seen.add(re.sub(r"\d+|North-South|East-West", "#", said[6]))
    assert {"", "Their bid of # now fails: ", "# can now make their bid of #: ", "Their board now fails: "} <= seen


def test_the_session_of_the_documentation_runs() -> None:
    document = Path(__file__).parents[2] / "docs" / "review.md"
    failed, tried = doctest.testfile(str(document), module_relative=False)
    assert (failed, tried > 0) == (0, True)
