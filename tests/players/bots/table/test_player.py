"""``table`` on positions worked by hand, each under the sentence of its rules that decides it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from solver.errors import DealError
from solver.formats.holding import hand_from_holding
from solver.game.auction import Bid
from solver.game.cards import Card, Seat
from solver.game.rules import Rules
from solver.players.bots.bot import Chair, Standing
from solver.players.bots.table.player import TableBot
from solver.players.bots.table.points import hand_points
from solver.seen_deal import SeenDeal

FILE = Path(__file__).parents[4] / "fixtures" / "table_positions.txt"
SENTENCES = 40


@dataclass(frozen=True)
class Worked:
    """A line of the file and the sentence above it."""

    sentence: str
    kind: str
    given: tuple[str, ...]
    expected: str
    more: dict[str, str]


def read() -> list[Worked]:
    rows, sentence = [], ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            sentence = line[3:]
        elif line.strip() and not line.startswith("#"):
            left, _, right = line.partition(" = ")
            kind, *given = left.split()
            expected, *more = right.split()
            options = {}
            while more:
                word = more.pop(0)
                options[word] = " ".join(more[: 2 if word == "game" else 1])
                del more[: 2 if word == "game" else 1]
            rows.append(Worked(sentence, kind, tuple(given), expected, options))
    return rows


ROWS = read()


def shown(row: Worked) -> str:
    return f"{row.kind} {' '.join(row.given)}"


def test_there_are_enough_of_them() -> None:
    assert len(ROWS) >= 250
    assert len({row.sentence for row in ROWS}) >= SENTENCES


def seen_by_whose_turn_it_is(hand: int, rules: str, upcard: str, bids: tuple[Bid, ...], play: str) -> SeenDeal:
    """The one seat that can hold this hand and be the next to act."""
    table, card = Rules.preset(rules), Card.parse(upcard)
    played = () if play == "-" else tuple(map(Card.parse, play.split(".")))
    for seat in Seat:
        try:
            seen = SeenDeal(seat, hand, card.suit, card, Seat.W, None, bids, played, table)
        except DealError:
            continue
        if seen.turn is seat:
            return seen
    raise AssertionError("nobody with this hand is to act")


def bids_of(text: str) -> tuple[Bid, ...]:
    return () if text == "-" else tuple(map(Bid.parse, text.replace(".", " ").split()))


@pytest.mark.parametrize("row", [row for row in ROWS if row.kind == "points"], ids=shown)
def test_points(row: Worked) -> None:
    upcard, holding = row.given
    assert hand_points(hand_from_holding(holding), Card.parse(upcard).suit) == round(100 * float(row.expected))


@pytest.mark.parametrize("row", [row for row in ROWS if row.kind == "bid"], ids=shown)
def test_bids(row: Worked) -> None:
    rules, upcard, holding, *bids = row.given
    seen = seen_by_whose_turn_it_is(hand_from_holding(holding), rules, upcard, bids_of(" ".join(bids)), "-")
    standing = None
    if "game" in row.more:
        place, points = row.more["game"].split()
        standing = Standing(*map(int, place.split("/")), *map(int, points.split(":")))
    chair = Chair(seen.seat, seen.rules, standing=standing)
    assert TableBot(chair).bid(seen) == Bid.parse(row.expected)
    assert TableBot(chair, once=True).bid(seen) == Bid.parse(row.more.get("once", row.expected))


@pytest.mark.parametrize("row", [row for row in ROWS if row.kind == "card"], ids=shown)
def test_cards(row: Worked) -> None:
    rules, upcard, holding, bids, play = row.given
    seen = seen_by_whose_turn_it_is(hand_from_holding(holding), rules, upcard, bids_of(bids), play)
    assert TableBot(Chair(seen.seat, seen.rules)).play(seen) == Card.parse(row.expected)
