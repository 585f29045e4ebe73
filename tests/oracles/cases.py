"""The exhaustively solved cases of fixtures/cases, and where the search differs from them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from random_positions import to_position
from reference import Puzzle

from solver.deal import Deal
from solver.game.cards import Card, Seat, Suit, to_mask
from solver.search import Engine, solve, trick_table, value

CASES = Path(__file__).resolve().parents[2] / "fixtures" / "cases"


def read_cases(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def case_puzzle(case: dict[str, Any]) -> Puzzle:
    """A line of tricks.jsonl: nothing led yet, nothing broken."""
    return Puzzle(case["hands"], case["trump"], case["leader"], exempt=case["exempt"], rules=case["rules"])


def case_deal(case: dict[str, Any]) -> Deal:
    """The deal of a line of bids.jsonl, standard rules."""
    n, e, s, w = (to_mask(map(Card.parse, case["hands"][seat.name])) for seat in Seat)
    trump = Suit.parse(case["trump"]) if case["trump"] else None
    return Deal((n, e, s, w), trump, dealer=Seat.parse(case["dealer"]))


def tricks_differences(cases: list[dict[str, Any]]) -> Iterator[str]:
    """One sentence for each line of tricks.jsonl that the search answers differently."""
    for number, case in enumerate(cases, 1):
        tricks = value(to_position(case_puzzle(case)))
        if tricks != case["tricks"]["NS"]:
            yield f"tricks.jsonl:{number}: NS take {tricks}, the case says {case['tricks']['NS']}"


def table_differences(cases: list[dict[str, Any]]) -> Iterator[str]:
    """One sentence for each line of bids.jsonl whose tricks the search answers differently, both ways of asking."""
    for number, case in enumerate(cases, 1):
        deal = case_deal(case)
        by_leader, by_claimant = case["tricks_ns_by_leader"], case["tricks_ns_by_lone_claimant"]
        answer = solve(deal).to_dict()
        table = trick_table(deal, engine=Engine(deal.rules))
        compared = {
            "solve by leader": ({seat: tricks["NS"] for seat, tricks in answer["tricks"].items()}, by_leader),
            "solve by claimant": ({seat: tricks["NS"] for seat, tricks in answer["board"].items()}, by_claimant),
            "table by leader": ({seat.name: table.ns[seat] for seat in Seat}, by_leader),
            "table by claimant": ({seat.name: table.boards[1 << seat] for seat in Seat}, by_claimant),
        }
        for way, (said, should) in compared.items():
            if said != should:
                yield f"bids.jsonl:{number}: {way} {said}, the case says {should}"
