"""``backalley bids``: best bids as text, objectives and constraints."""

from __future__ import annotations

import json

from bad_deals import GOOD
from command_line import LINE, REAL, Run, one_line
from flask.testing import FlaskClient


def test_bids_in_text(run: Run) -> None:
    result = run("bids", REAL)
    assert result.status == 0
    assert ["pass", "+45", "best"] in [line.split() for line in result.out.splitlines()]
    assert "West then bids 11" in result.out
    assert "EW ahead by 45." in result.out


def test_bids_when_all_have_bid(run: Run) -> None:
    passed = run("bids", f"{LINE.split(' up=')[0]} 0 0 0 0 up=9H")
    assert "All pass: nobody scores" in passed.out
    made = run("bids", f"{LINE.split(' up=')[0]} 1 0 0 0 up=9H")
    assert made.out.rstrip().splitlines()[-1].startswith("North leads; ")


def test_objective_and_constraints_of_bids(run: Run, client: FlaskClient) -> None:
    objective = {"name": "win", "score": {"NS": 10, "EW": 0}, "left": 0}
    constraints = {"no_boards": True, "fixed": {"E": "pass"}}
    asked = ["--objective", json.dumps(objective), "--constraints", json.dumps(constraints), "--json"]
    answer = client.post("/v1/bids", json={**GOOD, "objective": objective, "constraints": constraints})
    assert json.loads(run("bids", LINE, *asked).out) == answer.json
    assert json.loads(run("bids", LINE, "--objective", "own", "--json").out)["objective"] == "own"
    assert "/objective/score" in one_line(run("bids", LINE, "--objective", "win"))
    assert "/constraints/x" in one_line(run("bids", LINE, "--constraints", '{"x": 1}'))
    assert "--constraints" in one_line(run("bids", LINE, "--constraints", "{"))
