"""Reviews of every sort, and what must hold of a page that shows one."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from random import Random
from xml.etree import ElementTree as ET

from review_cases import random_hand, random_play

from solver import Seat, review
from solver.dealing import deal_hands
from solver.game.rules import PRESETS
from solver.reviewing.result import Review

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


KINDS = ("play", "claim", "no bids", "bids only", "fault")


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
    """One document that needs nothing else, with well-formed drawings of sane sizes."""
    parsed = Balanced(page)
    assert page.startswith("<!DOCTYPE html>")
    names = {tag for tag, _ in parsed.tags}
    assert not names & {"script", "link", "img", "iframe", "object"}
    attributes = {name for _, attrs in parsed.tags for name in attrs}
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
