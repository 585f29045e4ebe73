"""POST /v1/review: the engine's reviews unchanged, games, and faults pointed at."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from review_cases import random_hand
from strategies import seeds

from api.examples import load
from solver import Deal, review
from solver.requests.review import review_game

DEAL = Deal.parse("W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 JS.AS.KS.QS.2H.3H.4H.5H.4C.BB.2C.3C up=7H")


def timeless(answer: Any) -> Any:
    return {name: value for name, value in answer.items() if name != "ms"}


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(size=st.integers(1, 5), seed=seeds)
def test_a_hand_gives_the_review_of_the_engine(client: FlaskClient, size: int, seed: int) -> None:
    deal = random_hand(Random(seed), size)
    answer = client.post("/v1/review", json=deal.to_dict())
    assert answer.status_code == 200
    assert timeless(answer.json) == timeless(review(deal).to_dict())


def test_every_field_of_the_contract_is_there(client: FlaskClient) -> None:
    found = client.post("/v1/review", json=DEAL.to_dict()).json
    assert {"contracts", "leader", "tricks", "score", "par", "plays", "bids", "players", "account", "errors"} <= set(
        found
    )
    play = {"seat", "card", "ns_before", "ns_after", "loss_tricks", "loss_points", "best", "forced"}
    assert all(play <= set(entry) for entry in found["plays"])
    bid = {"seat", "bid", "margin_before", "margin_after", "loss_points", "best"}
    assert all(bid <= set(entry) for entry in found["bids"])
    assert set(found["players"]) == {"N", "E", "S", "W"}
    assert all({"accuracy", "loss_tricks", "loss_points", "choices"} <= set(p) for p in found["players"].values())
    account = found["account"]
    bidding, played = account["bidding"], account["play"]
    expected = account["par_margin"] - bidding["NS"] + bidding["EW"] - played["NS"] + played["EW"]
    assert account["final_margin"] == expected


def test_a_game_gives_the_sums(client: FlaskClient) -> None:
    deals = [random_hand(Random(f"api/{at}"), 1 + at) for at in range(4)]
    answer = client.post("/v1/review", json={"deals": [deal.to_dict() for deal in deals]})
    assert answer.status_code == 200
    assert timeless(answer.json) == timeless(review_game(deals).to_dict())


@pytest.mark.parametrize(
    ("asked", "pointer", "rule"),
    [
        ({"play": ["JS", "2H"]}, "/play/1", "R11"),
        ({"play": ["AS"]}, "/play/0", "R10"),
        ({"on_illegal": "ignore"}, "/on_illegal", None),
        ({"claim": {"NS": 9}}, "/claim", "R14"),
        ({"hands": {"N": "A.2...B", "E": "K.3..2", "S": "Q.4..3", "W": "J.5.."}}, "/hands/W", "R2"),
        ({"objective": "own"}, "/objective", None),
        ({"time_limit": 0}, "/time_limit", None),
    ],
)
def test_a_fault_is_pointed_at(client: FlaskClient, asked: dict[str, Any], pointer: str, rule: str | None) -> None:
    fields = {**DEAL.to_dict(), "play": [], **asked}
    answer = client.post("/v1/review", json=fields)
    assert answer.status_code == 422
    assert answer.content_type == "application/problem+json"
    assert [(fault["pointer"], fault.get("rule")) for fault in answer.json["errors"]] == [(pointer, rule)]
    answer = client.post("/v1/review", json={"deals": [DEAL.to_dict(), fields]})
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == f"/deals/1{pointer}"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [([], ""), ({}, "/hands"), ({"deals": []}, "/deals"), ({"deals": {}}, "/deals"), ({"deals": [1]}, "/deals/0")],
)
def test_what_is_no_hand(client: FlaskClient, body: Any, pointer: str) -> None:
    answer = client.post("/v1/review", json=body)
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == pointer


def test_a_bare_list_is_told_where_hands_stand(client: FlaskClient) -> None:
    """``/v1/score`` takes one, so that somebody will send one here."""
    hands = [DEAL.to_dict()]
    answer = client.post("/v1/review", json=hands)
    assert (answer.status_code, '{"deals": […]}' in answer.json["detail"]) == (422, True)
    assert client.post("/v1/review", json={"deals": hands}).status_code == 200
    for path in ("/v1/solve", "/v1/bids"):
        assert "/v1/jobs" in client.post(path, json=hands).json["detail"]


def test_an_illegal_play_is_reported(client: FlaskClient) -> None:
    answer = client.post("/v1/review", json={**DEAL.to_dict(), "play": ["JS", "2H"], "on_illegal": "report"})
    assert answer.status_code == 200
    (error,) = answer.json["errors"]
    assert (error["trick"], error["seat"], error["card"], error["rule"]) == (1, "N", "2H", "R11")
    assert error["legal"] == ["AS"]


def test_limits_are_problems(client: FlaskClient) -> None:
    hand = random_hand(Random("hard"), 13, whole=1)
    for limit in ({"node_limit": 5}, {"time_limit": 1e-5}):
        answer = client.post("/v1/review", json={**hand.to_dict(), **limit})
        assert answer.status_code in (503, 504)
        answer = client.post("/v1/review", json={"deals": [hand.to_dict()], **limit})
        assert answer.status_code in (503, 504)


def test_the_examples_show_what_matters() -> None:
    shown = load("review")
    assert shown["illegal"]["response"]["errors"]
    assert shown["claim"]["response"]["claim"]
    assert len(shown["game"]["response"]["deals"]) == 2
