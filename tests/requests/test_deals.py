"""Deals asked for: dealt at random from a seed that is told, or read from any file."""

from __future__ import annotations

import pytest
from bad_deals import GOOD

from solver.deal import Deal
from solver.dealing import deals
from solver.errors import DealError
from solver.game.rules import PRESETS, STANDARD
from solver.requests.deals import deal_many, draw_seed, read_deals, scan_deals

LINE = str(Deal.from_dict(GOOD))


def test_the_answer_tells_what_it_was_dealt_from() -> None:
    answer = deal_many(4, 3, "a seed", PRESETS["bab_online"]).to_dict()
    assert answer == {
        "deals": [deal.to_dict() for deal in deals(4, 3, "a seed", PRESETS["bab_online"])],
        "seed": "a seed",
        "cards": 4,
        "rules": "bab_online",
    }
    assert [Deal.from_dict(deal, STANDARD).rules for deal in answer["deals"]] == [PRESETS["bab_online"]] * 3


def test_a_drawn_seed_is_a_whole_number_and_another_each_time() -> None:
    seeds = {draw_seed() for _ in range(20)}
    assert len(seeds) > 15
    assert all(0 <= seed < 2**32 for seed in seeds)


def test_reading_stops_at_the_first_fault_and_scanning_goes_on() -> None:
    text = f"{LINE}\nno deal\n{LINE}\n"
    reader = read_deals(text)
    assert next(reader) == Deal.from_dict(GOOD)
    with pytest.raises(DealError, match="line 2: "):
        next(reader)
    assert [isinstance(item, Deal) for _, item in scan_deals(text)] == [True, False, True]
