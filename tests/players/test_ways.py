"""Ways to fill holders, against filling them card by card."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game.cards import from_mask
from solver.players.ways import Raw, Ways


def random_groups(rng: Random) -> tuple[dict[int, int], list[int]]:
    """Up to eight cards, each of which some of up to four holders may have, and rooms for as many cards."""
    cards, holders = rng.randint(1, 8), rng.randint(1, 4)
    groups: dict[int, int] = {}
    for card in rng.sample(range(54), cards):
        who = rng.randrange(1, 1 << holders)
        groups[who] = groups.get(who, 0) | 1 << card
    rooms = [0] * holders
    for _ in range(cards):
        rooms[rng.randrange(holders)] += 1
    return groups, rooms


def slowly(groups: dict[int, int], rooms: list[int]) -> set[tuple[int, ...]]:
    """Every filling, card by card."""
    cards = [(who, card.index) for who, mask in groups.items() for card in from_mask(mask)]
    found = set()
    for places in product(range(len(rooms)), repeat=len(cards)):
        if all(who >> place & 1 for (who, _), place in zip(cards, places, strict=True)):
            masks = [0] * len(rooms)
            for (_, index), place in zip(cards, places, strict=True):
                masks[place] |= 1 << index
            if [mask.bit_count() for mask in masks] == rooms:
                found.add(tuple(masks))
    return found


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_ways_are_counted_listed_and_drawn(seed: int) -> None:
    groups, rooms = random_groups(Random(seed))
    wanted = slowly(groups, rooms)
    ways = Ways(groups, rooms)
    listed = [tuple(row) for row in ways.every().tolist()]
    assert ways.count == len(listed) == len(wanted)
    assert set(listed) == wanted
    if wanted:
        drawn = Counter(map(tuple, ways.draw(400, Raw(seed)).tolist()))
        assert drawn.keys() <= wanted
        means = {
            (card, holder): share
            for cards, mean in ways.expected()
            for card in cards
            for holder, share in enumerate(mean / len(cards))
        }
        for (card, holder), share in means.items():
            assert share == pytest.approx(sum(masks[holder] >> card & 1 for masks in wanted) / len(wanted))


def test_rooms_for_cards_that_nobody_may_have_are_no_ways() -> None:
    assert Ways({0b01: 0b11, 0b10: 0b100}, [1, 2]).count == 0
    assert Ways({0b01: 0b11, 0b10: 0b100}, [1, 2]).every().shape == (0, 2)
    assert Ways({}, [0, 0]).count == 1


def test_no_split_comes_up_that_cannot_be() -> None:
    """Many draws from a law with tiny chances: rounding may not lead past them."""
    ways = Ways({0b111: (1 << 30) - 1, 0b011: 1 << 40, 0b110: 1 << 41}, [1, 30, 1])
    drawn = ways.draw(20_000, Raw(3))
    assert (np.bitwise_count(drawn) == [1, 30, 1]).all()
    assert not (drawn[:, 2] >> np.uint64(40) & np.uint64(1)).any()
