"""A played hand asked in one call equals the same questions asked one by one."""

from __future__ import annotations

import random

import pytest

from solver.dealing import deals
from solver.errors import PlayError
from solver.game.cards import Card, Seat
from solver.game.play import Position
from solver.game.rules import PRESETS
from solver.search import Engine, card_values, value


def random_play(position: Position, rng: random.Random) -> tuple[list[Position], list[Card]]:
    positions, plays = [position], []
    while not positions[-1].finished:
        plays.append(rng.choice(positions[-1].legal()))
        positions.append(positions[-1].play(plays[-1]))
    return positions, plays


@pytest.mark.parametrize("preset", PRESETS)
def test_played_hands(preset: str) -> None:
    rng = random.Random(preset)
    rules = PRESETS[preset]
    for cards in range(1, 7):
        for deal in deals(cards, 3, "played", rules):
            exempt = [seat for seat in Seat if rng.random() < 0.3]
            positions, plays = random_play(deal.start(Seat.at(rng.randrange(4)), exempt), rng)
            values = [value(position) for position in positions]
            options = [card_values(position) for position in positions[:-1]]
            for begin, end in ((0, len(plays)), tuple(sorted(rng.sample(range(len(plays) + 1), 2)))):
                engine = Engine(rules)
                assert engine.played_values(positions[begin], plays[begin:end]) == values[begin : end + 1]
                assert engine.played(positions[begin], plays[begin:end]) == options[begin:end]
                assert Engine(rules, threads=2).played(positions[begin], plays[begin:end]) == options[begin:end]


def test_an_illegal_play_is_named() -> None:
    deal = next(iter(deals(4, 1, "illegal", PRESETS["whist"])))
    positions, plays = random_play(deal.start(Seat.N), random.Random(1))
    with pytest.raises(PlayError, match=r"^/1: "):
        Engine(deal.rules).played_values(positions[0], [plays[0], plays[0]])
