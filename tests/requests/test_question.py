"""One digest for each question, however it is written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bad_deals import GOOD

from solver import Deal
from solver.requests.bids import BidsTask
from solver.requests.question import DIGEST_SIZE, question
from solver.requests.review import read_review
from solver.requests.solve import SolveTask

BIDS = {"N": 1, "E": 0, "S": 0, "W": 0}


def test_the_same_question_written_in_other_ways_has_the_same_digest() -> None:
    hands = {seat: [card[::-1].lower() for card in reversed(cards)] for seat, cards in GOOD["hands"].items()}
    line = str(Deal.from_dict(GOOD))
    ways: list[dict[str, Any]] = [
        GOOD,
        dict(reversed(GOOD.items())),
        {**GOOD, "hands": hands, "time_limit": 3, "node_limit": 10**9},
        {name: value for name, value in GOOD.items() if name not in ("trump", "rules")},
        {**GOOD, "rules": {"preset": "standard", "trick_points": 5}},
        {"deal": line, "leader": None},
    ]
    assert len({question(SolveTask.from_dict(way)) for way in ways}) == 1
    assert len(question(SolveTask.from_dict(GOOD))) == DIGEST_SIZE


def test_other_questions_have_other_digests() -> None:
    others: list[dict[str, Any]] = [
        {},
        {"leader": "N"},
        {"leader": "E"},
        {"leader": "N", "exempt": []},
        {"leader": "N", "exempt": ["N", "S"]},
        {"dealer": "N"},
        {"upcard": "TH"},
        {"rules": {"trick_points": 10}},
        {"bids": BIDS},
        {"bids": BIDS, "play": ["AS"]},
        {"bids": BIDS, "play": ["KS"]},
    ]
    asked = [SolveTask.from_dict({**GOOD, **other}) for other in others]
    bids = [
        BidsTask.from_dict({**GOOD, **other})
        for other in (
            {},
            {"objective": "own"},
            {"objective": "safe"},
            {"constraints": {"no_boards": True}},
            {"constraints": {"no_boards": ["N"]}},
            {"constraints": {"fixed": {"N": 1}}},
        )
    ]
    reviews = [
        read_review({**GOOD, "bids": BIDS, **other})
        for other in (
            {"play": ["AS"]},
            {"play": [["AS"]]},
            {"play": ["AS"], "claim": "NS"},
            {"play": ["AS"], "on_illegal": "report"},
            {"play": ["AS"], "tricks": {"NS": 2}},
        )
    ]
    game = read_review({"deals": [{**GOOD, "bids": BIDS, "play": ["AS"]}]})
    digests = [question(task) for task in (*asked, *bids, *reviews, game)]
    assert len(set(digests)) == len(digests)


@pytest.mark.parametrize("salt", ["1", "2"])
def test_the_digest_is_the_same_in_every_process(salt: str) -> None:
    code = (
        "from bad_deals import GOOD\n"
        "from solver.requests.question import question\n"
        "from solver.requests.bids import BidsTask\n"
        "from solver.requests.solve import SolveTask\n"
        "print(question(SolveTask.from_dict({**GOOD, 'leader': 'N', 'exempt': ['W', 'N', 'S']})).hex())\n"
        "print(question(BidsTask.from_dict({**GOOD, 'constraints': {'allowed': {'S': [0, 1], 'N': [1]}}})).hex())\n"
    )
    env = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": str(Path(__file__).parents[1] / "oracles")}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    solve = question(SolveTask.from_dict({**GOOD, "leader": "N", "exempt": ["S", "N", "W"]}))
    bids = question(BidsTask.from_dict({**GOOD, "constraints": {"allowed": {"N": [1], "S": [0, 1]}}}))
    assert done.stdout.split() == [solve.hex(), bids.hex()]
