"""Cards, counts and lists as people read them."""

from __future__ import annotations

import pytest

from solver.formats.words import CardStyle, bids_text, card_text, count, joined, rank_text, signed, suit_text
from solver.game.auction import Bid
from solver.game.cards import PACK, Card, Suit


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_words_are_joined(words: list[str], said: str) -> None:
    assert joined(words) == said


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        ([], ""),
        ([0], "pass"),
        ([1, 2, 3, 4], "1 to 4"),
        (["board", 5, 6, 7, 2, 0], "pass, 2, 5 to 7 or board"),
        ([0, 1, 2], "pass, 1 or 2"),
        ([0, 1, 2, 3, 5, 6], "pass, 1 to 3, 5 or 6"),
        ([12, 13, "board"], "12, 13 or board"),
    ],
)
def test_bids_are_named_exactly(bids: list[object], said: str) -> None:
    assert bids_text(map(Bid.parse, bids)) == said


@pytest.mark.parametrize("style", CardStyle)
def test_every_style_of_a_card_is_read_back(style: CardStyle) -> None:
    assert [Card.parse(card_text(card, style)) for card in PACK] == list(PACK)
    assert card_text(Card.parse("TH"), style) == style.value


def test_ranks_and_suits() -> None:
    assert [rank_text(Card.parse(name)) for name in ("TH", "AS", "BB")] == ["10", "A", "BB"]
    assert [suit_text(Suit.D, style) for style in CardStyle] == ["D", "♦"]


def test_numbers() -> None:
    assert [count(number, "trick") for number in (0, 1, 2)] == ["0 tricks", "1 trick", "2 tricks"]
    assert [signed(number) for number in (0, 3, -12, 1.5, -0.1)] == ["0", "+3", "-12", "+1.5", "-0.1"]
