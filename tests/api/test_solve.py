"""POST /v1/solve: the engine's answers unchanged, and every bad deal pointed at."""

from __future__ import annotations

from typing import Any

import pytest
from bad_deals import BAD, GOOD, Bad, deal_of
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_rules, seeds

from solver.deal import Deal
from solver.dealing import deal_hands
from solver.game.cards import Seat
from solver.search import solve


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "ms"}


@given(st.integers(1, 5), any_rules, seeds)
def test_a_deal_gives_the_table_of_the_engine(app: Flask, size: int, rules: Any, seed: int) -> None:
    deal = deal_hands(size, rules, seed)
    answer = app.test_client().post("/v1/solve", json=deal.to_dict())
    assert answer.status_code == 200
    assert timeless(answer.json) == timeless(solve(deal).to_dict())


@given(st.integers(2, 5), any_rules, seeds, st.sampled_from(Seat), st.integers(0, 8), st.sets(st.sampled_from(Seat)))
def test_a_position_gives_the_cards_of_the_engine(
    app: Flask, size: int, rules: Any, seed: int, leader: Seat, plays: int, exempt: set[Seat]
) -> None:
    deal = deal_hands(size, rules, seed)
    position = deal.start(leader, exempt)
    played = []
    for _ in range(plays):
        played.append(position.legal()[0])
        position = position.play(played[-1])
    deal = deal.with_play(played)
    seats = sorted(exempt)
    asked = {**deal.to_dict(), "leader": str(leader), "exempt": [str(seat) for seat in seats]}
    answer = app.test_client().post("/v1/solve", json=asked)
    assert answer.status_code == 200
    assert timeless(answer.json) == timeless(solve(deal, leader=leader, exempt=seats).to_dict())
    assert set(answer.json["cards"]) == {str(card) for card in position.legal()}


def test_a_deal_line_stands_for_the_fields(client: FlaskClient) -> None:
    by_fields = client.post("/v1/solve", json={**GOOD, "leader": "N"})
    by_line = client.post("/v1/solve", json={"deal": str(Deal.from_dict(GOOD)), "leader": "n"})
    assert by_line.status_code == 200
    assert timeless(by_line.json) == timeless(by_fields.json)


def test_whole_numbers_may_be_written_as_json_has_them(client: FlaskClient) -> None:
    asked = {**GOOD, "bids": {"N": 1.0}, "node_limit": 1e6, "time_limit": 5}
    assert client.post("/v1/solve", json=asked).status_code == 200


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
@pytest.mark.parametrize("path", ["/v1/solve", "/v1/bids"])
def test_a_bad_deal_is_pointed_at(client: FlaskClient, path: str, bad: Bad) -> None:
    answer = client.post(path, json=deal_of(bad))
    assert answer.status_code == 422
    assert answer.content_type == "application/problem+json"
    assert answer.json["type"] == "urn:back-alley:problem:invalid-request"
    first = answer.json["errors"][0]
    assert (first["pointer"], first.get("rule")) == (bad.pointer, bad.rule)


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({"leader": "Q"}, "/leader"),
        ({"leader": 3}, "/leader"),
        ({"exempt": "N"}, "/exempt"),
        ({"exempt": ["N", "X"]}, "/exempt/1"),
        ({"exempt": ["N"] * 5}, "/exempt"),
        ({"time_limit": 0}, "/time_limit"),
        ({"time_limit": True}, "/time_limit"),
        ({"time_limit": "5"}, "/time_limit"),
        ({"node_limit": 0.5}, "/node_limit"),
        ({"node_limit": 0}, "/node_limit"),
        ({"nodes": 5}, "/nodes"),
        ({"deal": "W H N:A..."}, "/hands"),
    ],
)
def test_a_bad_question_is_pointed_at(client: FlaskClient, asked: dict[str, Any], pointer: str) -> None:
    answer = client.post("/v1/solve", json={**GOOD, **asked})
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("asked", "pointer", "rule"),
    [
        ({"play": ["AS", "3H"]}, "/play/1", "R11"),
        ({"play": [["AS", "3H"]]}, "/play/0/1", "R11"),
        ({"play": [["AS", "QS", "AD", "2S"], ["2H"]]}, "/play/1/0", "R12"),
        ({"play": [["AS"]], "leader": "E"}, "/play/0/0", "R11"),
    ],
)
def test_an_illegal_card_is_pointed_at_before_all_have_bid(
    client: FlaskClient, asked: dict[str, Any], pointer: str, rule: str
) -> None:
    """Who leads is known only when the question is answered, and the places are those of the question."""
    answer = client.post("/v1/solve", json={**GOOD, **asked})
    assert answer.status_code == 422
    assert [(fault["pointer"], fault["rule"]) for fault in answer.json["errors"]] == [(pointer, rule)]


def test_an_illegal_card_of_a_deal_line_is_pointed_at(client: FlaskClient) -> None:
    line = str(Deal.from_dict({**GOOD, "play": ["AS", "3H"]}))
    answer = client.post("/v1/solve", json={"deal": line, "leader": "N"})
    assert [(fault["pointer"], fault["rule"]) for fault in answer.json["errors"]] == [("/deal", "R11")]
    assert "/play/1: E must follow S" in answer.json["detail"]


def test_all_faults_are_told_at_once(client: FlaskClient) -> None:
    answer = client.post("/v1/solve", json={**GOOD, "dealer": "Q", "upcard": "1X", "leader": "Z", "x": 1})
    assert {fault["pointer"] for fault in answer.json["errors"]} == {"/dealer", "/upcard", "/leader", "/x"}


def test_a_bad_deal_line_is_pointed_at(client: FlaskClient) -> None:
    answer = client.post("/v1/solve", json={"deal": "W H N:AK..2. QJ.3.. ..A4. 2.5.3."})
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json["errors"]] == ["/deal"]
    assert "/hands/S" in answer.json["detail"]


def test_the_node_limit_of_a_request_holds(client: FlaskClient) -> None:
    thirteen = deal_hands(13, seed=1).to_dict()
    answer = client.post("/v1/solve", json={**thirteen, "node_limit": 10})
    assert answer.status_code == 504
    assert answer.json["type"] == "urn:back-alley:problem:limit"
