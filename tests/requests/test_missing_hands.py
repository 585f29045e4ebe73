"""Hands that are not given in full."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from review_cases import PLAYED, by_tricks, random_hand, timeless
from strategies import seeds

from solver import DealError, review

FIELDS = PLAYED.to_dict()


@settings(max_examples=30)
@given(st.integers(1, 6), seeds)
def test_a_complete_play_shows_the_hands(size: int, seed: int) -> None:
    deal = random_hand(Random(seed), size, whole=1)
    if deal.auction.leader is None:
        return
    wanted = timeless(review(deal))
    fields = {name: value for name, value in deal.to_dict().items() if name != "hands"}
    assert timeless(review(fields)) == wanted
    assert timeless(review({**fields, "play": by_tricks(deal, leaders=True)})) == wanted


def test_hands_that_a_play_does_not_show() -> None:
    fields = {name: value for name, value in FIELDS.items() if name != "hands"}
    for change, pointer in (
        ({"play": FIELDS["play"][:-1]}, "/play"),
        ({"play": FIELDS["play"][:-4]}, "/bids/W"),
        ({"play": [*FIELDS["play"][:-1], "JS"]}, "/play"),
        ({"bids": {}}, "/hands"),
        ({"dealer": "Q"}, "/dealer"),
        ({"play": []}, "/hands"),
    ):
        with pytest.raises(DealError) as error:
            review({**fields, **change})
        assert error.value.pointer == pointer


@pytest.mark.parametrize(
    ("hands", "seat", "known"),
    [
        ({"W": "J.5.."}, "W", "2 of 3"),
        ({"W": None}, "W", "no cards"),
        ({"W": "-"}, "W", "no cards"),
        ({"W": []}, "W", "no cards"),
        ({"W": "?"}, "W", "no cards"),
        ({"W": ["JS", "5H", "?"]}, "W", "2 of 3"),
        ({"W": ["JS", None, None]}, "W", "1 of 3"),
        ({"W": "J.x..x"}, "W", "1 of 3"),
        ({"W": "JS 5H"}, "W", "2 of 3"),
        ({"N": "A.2..", "E": "K.3.."}, "N", "2 of 3"),
        ({"E": "-", "S": "-", "W": "-"}, "E", "no cards"),
    ],
)
def test_a_hand_only_partly_known_is_refused_with_a_clear_word(hands: dict[str, Any], seat: str, known: str) -> None:
    with pytest.raises(DealError) as error:
        review({**FIELDS, "hands": {**FIELDS["hands"], **hands}})
    assert error.value.pointer == f"/hands/{seat}"
    assert "only partly known" in error.value.message
    assert known in error.value.message
    assert "all four hands" in error.value.message


def test_a_hand_that_is_missing_is_partly_known() -> None:
    hands = {seat: hand for seat, hand in FIELDS["hands"].items() if seat != "S"}
    with pytest.raises(DealError, match="S's hand is only partly known"):
        review({**FIELDS, "hands": hands})
