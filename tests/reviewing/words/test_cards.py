"""What a card cost, in words."""

from __future__ import annotations

import re
from random import Random

from review_cases import random_hand

from solver import review
from solver.game.rules import PRESETS


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
