"""docs/rules.md keeps its promises: every rule and knob is there, its tests and code exist, its scores come out."""

from __future__ import annotations

import ast
import enum
import re
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from solver import score
from solver.game.rules import PRESETS, Rules
from solver.game.scoring import DealScore

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERS = [f"R{number}" for number in range(1, 19)]
SITE = re.compile(r"`((?:solver|tests)/[\w/.]+\.py)::([\w.]+)`")


def table(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading, cell by cell."""
    part = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = re.search(r"(?:^\|.*\n)+", part, re.MULTILINE)
    assert lines is not None
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[0].splitlines()[2:]]


@cache
def names(path: str) -> set[str]:
    """What a Python file defines at its top, and in its classes as ``Class.name``."""
    defined: set[str] = set()
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        for name in _defined(node):
            defined.add(name)
            if isinstance(node, ast.ClassDef):
                defined |= {f"{name}.{inner}" for part in node.body for inner in _defined(part)}
    return defined


def _defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def test_the_rules_are_there_in_order() -> None:
    assert re.findall(r"^### (R\d+) · \S", TEXT, re.MULTILINE) == NUMBERS


@pytest.mark.parametrize("rule", NUMBERS)
def test_a_rule_names_the_test_that_holds_it_and_the_code_that_does_it(rule: str) -> None:
    section = TEXT.partition(f"### {rule} ·")[2].partition("\n#")[0]
    held, _, done = section.partition("- Held by ")[2].partition("- Done by ")
    assert [path.split("/")[0] for path, _ in SITE.findall(held)][:1] == ["tests"]
    assert [path.split("/")[0] for path, _ in SITE.findall(done)][:1] == ["solver"]


@pytest.mark.parametrize(("path", "name"), sorted(set(SITE.findall(TEXT))), ids="::".join)
def test_every_site_named_exists(path: str, name: str) -> None:
    assert (ROOT / path).exists()
    assert name in names(path)


def test_no_other_rule_is_cited_anywhere() -> None:
    """In the engine's sentences as in its docstrings."""
    for file in (ROOT / "solver").rglob("*.py"):
        cited = set(re.findall(r"\bR\d+\b", file.read_text(encoding="utf-8")))
        assert cited <= set(NUMBERS), file


@pytest.mark.parametrize("row", table("Worked scores"), ids=" ".join)
def test_a_worked_score_comes_out(row: list[str]) -> None:
    rules, cards, bids, tricks, leader, ns, ew, _ = row
    by_seat = dict(zip("NESW", bids.split(), strict=True))
    deal = {"cards": int(cards), "dealer": "W", "bids": by_seat, "tricks": {"NS": int(tricks)}, "rules": rules}
    result = score(deal)
    assert isinstance(result, DealScore)
    assert (result.leader or "-", result.score) == (leader, {"NS": int(ns), "EW": int(ew)})


def test_every_knob_is_told_with_all_its_values() -> None:
    told: dict[str, str] = {}
    knob = ""
    for name, values, *_ in table("House rules"):
        knob = name.strip("`") or knob
        told[knob] = told.get(knob, "") + values
    assert list(told) == [field.name for field in fields(Rules)]
    for field in fields(Rules):
        default: Any = getattr(Rules(), field.name)
        if isinstance(default, enum.Enum):
            values = re.findall(r"`(\w+)`", told[field.name])
            assert (values[0], set(values)) == (default, set(type(default)))


def test_every_preset_is_told() -> None:
    presets = TEXT.partition("| preset |")[2]
    assert re.findall(r"^\| `(\w+)` \|", presets, re.MULTILINE) == list(PRESETS)


@pytest.mark.parametrize("file", ["errors.py", "game/cards.py", "game/rules.py"])
def test_the_engine_says_where_its_rules_are_written(file: str) -> None:
    assert "docs/rules.md" in (ROOT / "solver" / file).read_text(encoding="utf-8")
