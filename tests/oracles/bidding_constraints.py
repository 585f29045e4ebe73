"""Constraints on bids as a plain test of one finished auction, for the oracle to filter by."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bidding_cases import random_case
from bidding_oracle import Line, Oracle

from solver.bidding import optimal_bids
from solver.bidding.own_tricks import own_tricks
from solver.errors import DealError
from solver.game.cards import Seat
from solver.search import Limits

SEATS = "NESW"


def meets(oracle: Oracle, asked: dict[str, Any], line: Line, opponents: int, made: int, counts: dict[str, int]) -> bool:
    """Whether a finished legal auction meets the constraints; ``opponents`` is the side of those who reply."""
    by_seat = {SEATS[oracle.seat(place)]: line[place] for place in range(4)}
    for seat, bid in asked.get("fixed", {}).items():
        if by_seat[seat] != (0 if bid == "pass" else bid):
            return False
    for seat, bids in asked.get("allowed", {}).items():
        if by_seat[seat] not in bids:
            return False
    if any(by_seat[seat] == "board" for seat in asked.get("no_boards", [])):
        return False
    for side, seats in (("NS", "NS"), ("EW", "EW")):
        boards = any(by_seat[seat] == "board" for seat in seats)
        total = oracle.cards if boards else sum(int(by_seat[seat]) for seat in seats)
        if not asked.get("min_total", {}).get(side, 0) <= total <= asked.get("max_total", {}).get(side, 26):
            return False
    model = asked.get("opponents", "best")
    for place in range(made, 4):
        if oracle.seat(place) % 2 == opponents and model != "best":
            numbers = [bid for bid in oracle.legal(line[:place]) if bid != "board"]
            most = 0 if model == "pass" else counts[SEATS[oracle.seat(place)]]
            if line[place] != max(bid for bid in numbers if int(bid) <= most):
                return False
    return True


def random_constraints(rng: Random, cards: int) -> dict[str, Any]:
    """One to three constraints of any sort, which may clash."""
    asked: dict[str, Any] = {}
    some = [*range(cards + 1), 0, "board", "board"]
    for _ in range(rng.randint(1, 3)):
        name = rng.choice(("fixed", "allowed", "no_boards", "max_total", "min_total", "opponents"))
        if name == "fixed":
            asked.setdefault(name, {})[rng.choice(SEATS)] = rng.choice([*some, "pass"])
        elif name == "allowed":
            asked.setdefault(name, {})[rng.choice(SEATS)] = rng.choices(some, k=rng.randint(1, 4))
        elif name == "no_boards":
            asked[name] = rng.sample(SEATS, rng.randint(1, 4))
        elif name == "opponents":
            asked[name] = rng.choice(("best", "pass", "double_dummy_count"))
        else:
            asked.setdefault(name, {})[rng.choice(("NS", "EW"))] = rng.randint(0, 2 * cards)
    return asked


def constrained_differences(rng: Random, cards: int) -> Iterator[str]:
    """A random auction under random constraints: where the answer differs from brute force."""
    case = random_case(rng, cards)
    asked = random_constraints(rng, cards)
    oracle, prefix = case.oracle(), case.prefix
    opponents = 1 - oracle.seat(len(prefix)) % 2 if len(prefix) < 4 else 2
    counts = {str(seat): taken for seat, taken in own_tricks(case.deal, Seat, Limits()).items()}
    oracle.allowed = lambda line: meets(oracle, asked, line, opponents, len(prefix), counts)
    line = oracle.best_line(prefix)
    try:
        answer = optimal_bids(case.deal, table=case.table, objective=case.objective, constraints=asked)
    except DealError as error:
        if line is not None or not error.pointer.startswith("/constraints/"):
            yield f"{asked}: {error}"
        return
    said = tuple(answer.line[SEATS[oracle.seat(place)]] for place in range(4))
    if line is None or said != line:
        yield f"{asked}: the line is {said}, should be {line}"
        return
    if len(prefix) < 4:
        side = 1 - opponents
        options = {bid: oracle.margin(end, side) for bid, end in oracle.options(prefix).items()}
        if answer.options != options:
            yield f"{asked}: the options are {answer.options}, should be {options}"
