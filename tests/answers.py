"""The deals of fixtures/deals.jsonl and what the engine answers for each; fixtures/README.md tells the fields."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.bidding import optimal_bids
from solver.cards import Seat
from solver.deal import Deal
from solver.search import Engine, PositionResult, solve, trick_table

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
DEALS = FIXTURES / "deals.jsonl"
ANSWERS = FIXTURES / "answers.jsonl"
SIGNATURE = FIXTURES / "signature.json"


@dataclass(frozen=True, slots=True)
class Fixture:
    """A shipped deal: ``seed`` is given where dealing.deal_hands made it."""

    name: str
    source: str
    deal: Deal
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Solved:
    """A fixture's answer as JSON, and how many nodes the search took from a cold table."""

    answer: dict[str, Any]
    nodes: int


def read_fixtures() -> list[Fixture]:
    rows = map(json.loads, DEALS.read_text(encoding="utf-8").splitlines())
    return [Fixture(row["name"], row["source"], Deal.from_dict(row["deal"]), row.get("seed")) for row in rows]


def read_answers() -> dict[str, dict[str, Any]]:
    """The stored answers by name."""
    rows = map(json.loads, ANSWERS.read_text(encoding="utf-8").splitlines())
    return {row["name"]: row for row in rows}


def read_signature() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SIGNATURE.read_text(encoding="utf-8"))
    return found


def solve_fixture(fixture: Fixture) -> Solved:
    """Everything the fixtures store of a deal: tricks, best bids, what the bids made lead to, the position reached."""
    answer: dict[str, Any] = {"name": fixture.name}
    fresh = fixture.deal.with_play(()).with_bids(())
    if fresh.dealer is None:
        engine = Engine(fresh.rules)
        answer["ns"] = engine.table(fresh, [(seat, 0) for seat in Seat])
        nodes = engine.nodes
    else:
        table = trick_table(fresh)
        nodes = table.nodes
        answer["ns"] = list(table.ns)
        answer["claims"] = list(table.claims[1:]) if table.has_boards else []
        answer["bids"] = _pick(optimal_bids(fresh, table=table), "best", "options", "line", "leader", "score", "margin")
        if fixture.deal.bids:
            bid = fixture.deal.with_play(())
            answer["made"] = _pick(optimal_bids(bid, table=table), "line", "leader", "tricks", "score", "margin")
    if fixture.deal.play:
        position = solve(fixture.deal)
        assert isinstance(position, PositionResult)
        answer["position"] = _pick(position, "turn", "cards", "best", "tricks")
        nodes += position.nodes
    return Solved(answer, nodes)


def _pick(result: Any, *fields: str) -> dict[str, Any]:
    found = result.to_dict()
    return {field: found[field] for field in fields}


def signature(nodes: dict[str, int]) -> dict[str, Any]:
    """The node counts as stored: in all and by deal."""
    return {"total": sum(nodes.values()), "deals": nodes}


def write(solved: Iterable[Solved], nodes: dict[str, int]) -> None:
    """Store answers, one a line, and signature."""
    lines = [json.dumps(each.answer) for each in solved]
    ANSWERS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    SIGNATURE.write_text(json.dumps(signature(nodes), indent=1) + "\n", encoding="utf-8")
