"""``POST /v1/deals``: those of the engine, and faults pointed at."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_rules, seeds, sizes

from solver.deal import Deal
from solver.dealing import deals
from solver.game.rules import PRESETS, Rules


@given(sizes, st.integers(1, 3), seeds, any_rules)
def test_deals_are_those_of_the_engine_and_can_be_asked_again(
    app: Flask, cards: int, count: int, seed: int, rules: Rules
) -> None:
    asked = {"cards": cards, "count": count, "seed": seed, "rules": rules.to_value()}
    answer = app.test_client().post("/v1/deals", json=asked)
    assert answer.status_code == 200
    assert [Deal.from_dict(deal) for deal in answer.json["deals"]] == list(deals(cards, count, seed, rules))
    assert answer.json["seed"] == seed


def test_a_seed_that_was_drawn_gives_the_same_deals_again(client: FlaskClient) -> None:
    first = client.post("/v1/deals", json={"cards": 3, "count": 2}).json
    assert client.post("/v1/deals", json={"cards": 3, "count": 2, "seed": first["seed"]}).json == first
    assert client.post("/v1/deals", json={"cards": 3, "count": 2}).json != first


def test_a_dealt_deal_can_be_solved_as_it_is(client: FlaskClient) -> None:
    for rules in PRESETS:
        for deal in client.post("/v1/deals", json={"cards": 4, "count": 5, "seed": "x", "rules": rules}).json["deals"]:
            assert client.post("/v1/solve", json=deal).status_code == 200


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({}, "/cards"),
        ({"cards": 0}, "/cards"),
        ({"cards": 14}, "/cards"),
        ({"cards": 2.5}, "/cards"),
        ({"cards": "2"}, "/cards"),
        ({"cards": True}, "/cards"),
        ({"cards": 1, "count": 0}, "/count"),
        ({"cards": 1, "count": 10_001}, "/count"),
        ({"cards": 1, "seed": -1}, "/seed"),
        ({"cards": 1, "seed": "x" * 65}, "/seed"),
        ({"cards": 1, "seed": "\ud800"}, "/seed"),
        ({"cards": 1, "seed": None}, "/seed"),
        ({"cards": 1, "rules": {"big": 1}}, "/rules/big"),
        ({"cards": 1, "dealer": "N"}, "/dealer"),
    ],
)
def test_what_cannot_be_dealt(client: FlaskClient, asked: dict[str, Any], pointer: str) -> None:
    answer = client.post("/v1/deals", json=asked)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json["errors"]] == [pointer]
