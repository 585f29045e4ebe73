"""The deals of fixtures/deals.jsonl and what the engine answers for each; fixtures/README.md tells the fields."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.bidding import optimal_bids
from solver.deal import Deal
from solver.game.cards import Seat
from solver.search import Engine, PositionResult, solve, trick_table

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
DEALS = FIXTURES / "deals.jsonl"
ANSWERS = FIXTURES / "answers.jsonl"
SIGNATURE = FIXTURES / "signature.json"
BASELINE = FIXTURES / "baseline.json"
LEEWAY = 1.02
"""How far nodes per answer may rise above the accepted ones."""


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
    signature: dict[str, Any] = json.loads(SIGNATURE.read_text(encoding="utf-8"))
    return signature


def solve_fixture(fixture: Fixture) -> Solved:
    """Everything the fixtures store of a deal: tricks, best bids, what the bids made lead to, the position reached."""
    answer: dict[str, Any] = {"name": fixture.name}
    fresh = fixture.deal.with_play(()).with_bids(())
    if fresh.dealer is None:
        engine = Engine(fresh.rules)
        answer["ns"] = engine.table(fresh, [(seat, ()) for seat in Seat])
        nodes = engine.nodes
    else:
        table = trick_table(fresh)
        nodes = table.nodes
        answer["ns"] = list(table.ns)
        answer["claims"] = list(table.boards[1:]) if table.has_boards else []
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
    answer = result.to_dict()
    return {field: answer[field] for field in fields}


def signature(nodes: dict[str, int]) -> dict[str, Any]:
    """The node counts as stored: in all and by deal."""
    return {"total": sum(nodes.values()), "deals": nodes}


def read_baseline() -> dict[str, int]:
    """The accepted nodes by deal."""
    baseline: dict[str, int] = json.loads(BASELINE.read_text(encoding="utf-8"))
    return baseline


def answers_in(answer: dict[str, Any]) -> int:
    """How many values of positions an answer holds that were searched for."""
    cards = answer["position"]["cards"] if "position" in answer else ()
    return len(answer["ns"]) + len(answer.get("claims", ())) + len(cards)


def nodes_per_answer(nodes: dict[str, int], answers: dict[str, dict[str, Any]]) -> tuple[float, float]:
    """The mean over all answers of these deals, and the geometric mean over the deals of their means."""
    counts = {name: answers_in(answers[name]) for name in nodes}
    logs = [math.log((nodes[name] + 1) / count) for name, count in counts.items()]
    return sum(nodes.values()) / sum(counts.values()), math.exp(sum(logs) / len(logs))


def rise(nodes: dict[str, int], baseline: dict[str, int], answers: dict[str, dict[str, Any]]) -> str | None:
    """Which mean of nodes per answer is more than LEEWAY above the baseline's, and what to do; None if neither.

    Only deals that both have are compared.
    """
    both = [name for name in nodes if name in baseline]
    now, then = (nodes_per_answer({name: of[name] for name in both}, answers) for of in (nodes, baseline))
    worse = [
        f"the {kind} of nodes per answer rose from {before:,.1f} to {after:,.1f} ({after / before - 1:+.1%})"
        for kind, before, after in zip(("mean", "geometric mean"), then, now, strict=True)
        if after > LEEWAY * before
    ]
    if not worse:
        return None
    return (
        f"{'; '.join(worse)}: more than {LEEWAY - 1:.0%} is allowed. Where it pays in time, accept it by "
        "`scripts/generate/solve_fixtures.py --accept` and give the measured times in the commit."
    )


def write_baseline(nodes: dict[str, int]) -> None:
    BASELINE.write_text(json.dumps(nodes, indent=1) + "\n", encoding="utf-8")


def write(solved: Iterable[Solved], nodes: dict[str, int]) -> None:
    """Store answers, one a line, and signature."""
    lines = [json.dumps(each.answer) for each in solved]
    ANSWERS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    SIGNATURE.write_text(json.dumps(signature(nodes), indent=1) + "\n", encoding="utf-8")
