"""Whist rules are bridge play, so DDS must find the same; scripts/check/dds.py compares far more."""

from __future__ import annotations

from random import Random

import pytest
from bridge import (
    CARDS_OF_A_PLAY,
    STRAINS,
    WHIST,
    Dds,
    card_differences,
    in_strain,
    play_differences,
    random_play,
    table_differences,
)

from solver.dealing import deals
from solver.game.cards import Seat

pytestmark = pytest.mark.peers


@pytest.fixture(scope="module")
def dds() -> Dds:
    pytest.importorskip("endplay")
    return Dds()


def test_tables_of_five_strains_and_four_leaders(dds: Dds) -> None:
    for deal in deals(13, 2, "dds", WHIST):
        assert list(table_differences(dds, deal)) == []


@pytest.mark.parametrize("cards", [13, 12, 9, 6, 3, 2])
def test_every_card_at_any_point(dds: Dds, cards: int) -> None:
    rng = Random(cards)
    for deal in deals(cards, 6, "dds", WHIST):
        wanted, leader = in_strain(deal, rng.choice(STRAINS)), rng.choice(list(Seat))
        play = random_play(wanted, leader, rng, rng.randrange(4 * cards - 1))
        assert list(card_differences(dds, wanted, leader, play)) == []


def test_values_of_a_play(dds: Dds) -> None:
    rng = Random("plays")
    for deal in deals(13, 5, "dds-plays", WHIST):
        wanted, leader = in_strain(deal, rng.choice(STRAINS)), rng.choice(list(Seat))
        play = random_play(wanted, leader, rng, CARDS_OF_A_PLAY)
        assert list(play_differences(dds, wanted, leader, play)) == []
