"""Hands that tests of the page look at."""

from __future__ import annotations

from pathlib import Path

from solver import Deal

ROOT = Path(__file__).parents[2]


def _lines(name: str) -> list[Deal]:
    text = (ROOT / "fixtures" / "played" / name).read_text(encoding="utf-8")
    return [Deal.parse(line) for line in text.splitlines() if line and not line.startswith("#")]


PLAYED = _lines("hand.txt")[0]
"""Nine cards a hand, played to the end, with a card that lost many points."""
GAME = _lines("game.txt")
"""A whole game, played."""
BOARD = Deal.parse("W S N:J3.QJ7654.K6.KT4 T84.K2.AQ8.QJ865 AKQ2.A8.J432.A2.B 97.T93.T975.973.L 2 3 B 0 up=5S")
"""South claims board and may lead trumps; the Big Blooper draws the Little one from West."""


def with_play(deal: Deal, cards: list[str]) -> Deal:
    return Deal.from_dict(deal.to_dict() | {"play": cards})


def until(deal: Deal, place: int) -> Deal:
    """The deal with its first cards played."""
    return with_play(deal, [card.name for card in deal.play[:place]])
