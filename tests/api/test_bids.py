"""POST /v1/bids: the engine's answers unchanged, and the solved cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bad_deals import GOOD
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import any_rules, seeds

from solver.bidding import optimal_bids
from solver.deal import Deal
from solver.dealing import deal_hands

CASES = Path(__file__).parents[2] / "fixtures" / "cases" / "bids.jsonl"


@settings(max_examples=30)
@given(
    st.integers(1, 4),
    any_rules,
    seeds,
    st.lists(st.floats(0, 0.999), max_size=4),
    st.sampled_from(["margin", "own", "safe"]),
)
def test_a_deal_gives_the_bids_of_the_engine(
    app: Flask, size: int, rules: Any, seed: int, picks: list[float], objective: Any
) -> None:
    deal = deal_hands(size, rules, seed)
    for pick in picks:
        legal = deal.auction.legal()
        deal = deal.with_bids((*deal.bids, legal[int(pick * len(legal))]))
    answer = app.test_client().post("/v1/bids", json={**deal.to_dict(), "objective": objective})
    assert answer.status_code == 200
    assert answer.json == optimal_bids(deal, objective=objective).to_dict()


def test_solved_cases_of_few_cards(client: FlaskClient) -> None:
    cases = [json.loads(line) for line in CASES.read_text().splitlines()]
    small = [case for case in cases if len(case["hands"]["N"]) <= 3]
    assert small
    for case in small:
        asked = {name: case[name] for name in ("hands", "trump", "dealer")}
        assert client.post("/v1/bids", json=asked).json["margin"] == case["par_margin_ns"]
        after = case["after"]
        seats = case["bid_order"]
        bids = dict(zip(seats, after["bids"], strict=False))
        answer = client.post("/v1/bids", json={**asked, "bids": bids}).json
        sign = 1 if after["next"] in "NS" else -1
        assert answer["next"] == after["next"]
        assert answer["options"] == {bid: sign * margin for bid, margin in after["margin_ns_by_bid"].items()}


@pytest.mark.parametrize(
    ("asked", "pointer", "rule"),
    [
        ({"objective": "most"}, "/objective", None),
        ({"objective": 1}, "/objective", None),
        ({"objective": "win"}, "/objective/score", "R18"),
        ({"objective": {"name": "own", "score": {}}}, "/objective/score", None),
        ({"constraints": []}, "/constraints", None),
        ({"constraints": {"fix": {}}}, "/constraints/fix", None),
        ({"constraints": {"fixed": {"N": 20}}}, "/constraints/fixed/N", "R7"),
        ({"leader": "N"}, "/leader", None),
        ({"dealer": None}, "/dealer", "R6"),
    ],
)
def test_a_bad_question_is_pointed_at(client: FlaskClient, asked: dict[str, Any], pointer: str, rule: str) -> None:
    answer = client.post("/v1/bids", json={**GOOD, **asked})
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == pointer
    assert answer.json["errors"][0].get("rule") == rule


def test_constraints_are_those_of_the_engine(client: FlaskClient) -> None:
    constraints = {"fixed": {"E": "pass"}, "no_boards": True, "max_total": {"NS": 2}, "opponents": "pass"}
    answer = client.post("/v1/bids", json={**GOOD, "constraints": constraints})
    assert answer.status_code == 200
    assert answer.json == json.loads(json.dumps(optimal_bids(Deal.from_dict(GOOD), constraints=constraints).to_dict()))
    clash = client.post("/v1/bids", json={**GOOD, "constraints": {"fixed": {"E": 1}, "max_total": {"EW": 0}}})
    assert clash.status_code == 422
    assert {fault["pointer"] for fault in clash.json["errors"]} == {"/constraints/fixed/E", "/constraints/max_total/EW"}
