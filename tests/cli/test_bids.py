"""``backalley bids``: best bids as text, objectives and constraints."""

from __future__ import annotations

import json

from bad_deals import GOOD
from command_line import LINE, REAL, Run, one_line
from flask.testing import FlaskClient


def test_bids_in_text(run: Run) -> None:
    result = run("bids", REAL)
    assert result.status == 0
    rows = [line.split() for line in result.out.splitlines()]
    assert rows[rows.index(["East", "bids", "margin"]) + 1 :][:3] == [
        ["pass,", "1", "to", "11", "+45", "best"],
        ["12", "-70"],
        ["board", "-140"],
    ]
    assert "Pass and 1 to 5: EW take exactly their 11 (+55), NS take exactly their 2 (+10).\n" in result.out
    assert "\n6 to 11 take the lead: EW take exactly their 11 (+55)" in result.out
    assert "\n12 takes the lead: EW need 12" in result.out
    assert "West then bids 11" in result.out
    assert "EW ahead by 45." in result.out


def test_bids_when_all_have_bid(run: Run) -> None:
    passed = run("bids", f"{LINE.split(' up=')[0]} 0 0 0 0 up=9H")
    assert "All pass: nobody scores" in passed.out
    made = run("bids", f"{LINE.split(' up=')[0]} 1 0 0 0 up=9H")
    assert made.out.rstrip().splitlines()[-1].startswith("North leads; ")


def test_a_partner_replies_to_ranges_of_bids(run: Run) -> None:
    line = "W C N:Q8.J.7.T.L T.AT.9.J7 5.K.QT2.Q .Q52.J5.2 up=6C"
    result = json.loads(run("bids", line, "--json").out)
    shown = run("bids", line).out
    replies = result["plan"]["replies"]
    if len(set(replies.values())) > 1:
        assert "then goes by what" in shown


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


def test_a_deal_without_a_dealer_asks_for_the_option(run: Run) -> None:
    line = "- D N:7.7.J.7 .K4..A9 K8.Q5.. 43...6.B up=2D"
    assert one_line(run("bids", line)) == (
        "backalley: /dealer: the deal names no dealer, who bids last (R6); --dealer names one\n"
    )
    assert run("bids", line, "--dealer", "S").status == 0
