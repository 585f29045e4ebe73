"""``POST /v1/score``: deals and games."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

# The rules' worked scores: cards, bids N E S W (dealer W), NS tricks, leader, NS, EW.
WORKED = [
    (13, (5, 2, 3, 2), 8, "N", 40, 21),
    (13, (5, 2, 3, 2), 7, "N", -40, 22),
    (13, (0, 4, 0, 4), 6, "E", 6, -40),
    (13, ("board", 3, 5, 2), 13, "N", 130, -25),
    (6, ("board", 0, "board", 2), 6, "S", 120, -10),
    (6, ("board", "board", 1, 0), 3, "E", -60, -120),
    (1, (0, "board", 0, 0), 1, "E", 1, -10),
    (4, ("board",) * 4, 4, "W", 120, -160),
]


def bare(cards: int, bids: tuple[Any, ...], ns_tricks: int) -> dict[str, Any]:
    tricks = {"NS": ns_tricks, "EW": cards - ns_tricks}
    return {"cards": cards, "dealer": "W", "bids": dict(zip("NESW", bids, strict=True)), "tricks": tricks}


@pytest.mark.parametrize(("cards", "bids", "tricks", "leader", "ns", "ew"), WORKED)
def test_worked_scores(
    client: FlaskClient, cards: int, bids: tuple[Any, ...], tricks: int, leader: str, ns: int, ew: int
) -> None:
    answer = client.post("/v1/score", json=bare(cards, bids, tricks))
    assert answer.status_code == 200
    assert answer.json["leader"] == leader
    assert answer.json["score"] == {"NS": ns, "EW": ew}


def game() -> list[dict[str, Any]]:
    """Two counting deals and a redeal between them; sizes and dealers of the later ones are left out."""
    first = bare(2, (1, 0, 0, 0), 1)
    passed = {"bids": dict.fromkeys("NESW", "pass")}
    last = {"bids": {**dict.fromkeys("NSW", 0), "E": "board"}, "tricks": {"EW": 1}}
    return [first, passed, last]


def test_a_game_as_an_object_and_as_a_list(client: FlaskClient) -> None:
    rules = {"hand_sizes": [2, 1]}
    answer = client.post("/v1/score", json={"deals": game(), "rules": rules})
    assert answer.status_code == 200
    assert [deal["totals"] for deal in answer.json["deals"]] == [
        {"NS": 5, "EW": 1},
        {"NS": 5, "EW": 1},
        {"NS": 5, "EW": 11},
    ]
    assert (answer.json["redeals"], answer.json["finished"], answer.json["winner"]) == (1, True, "EW")
    deals_with_rules = game()
    deals_with_rules[0]["rules"] = rules
    assert client.post("/v1/score", json=deals_with_rules).json == answer.json


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({**bare(13, (5, 2, 3, 2), 8), "x": 1}, "/x"),
        (bare(13, (13, 2, 3, 2), 8), "/bids/N"),
        ({**bare(13, (5, 2, 3, 2), 8), "tricks": {"NS": 14}}, "/tricks/NS"),
        ({**bare(13, (5, 2, 3, 2), 8), "tricks": {"NS": 8, "EW": 8}}, "/tricks"),
        ({**bare(13, (5, 2, 3, 2), 8), "tricks": None}, "/tricks"),
        ({**bare(13, (5, 2, 3, 2), 8), "cards": 14}, "/cards"),
        ({"deals": [bare(12, (5, 2, 3, 2), 8)]}, "/deals/0/cards"),
        ([bare(13, (5, 2, 3, 2), 8), {"dealer": "W", **game()[1]}], "/1/dealer"),
        ({"deals": 5}, "/deals"),
        ({"deals": [game()[1]] * 1001}, "/deals"),
        ([game()[1]] * 1001, ""),
    ],
)
def test_what_cannot_be_scored(client: FlaskClient, asked: Any, pointer: str) -> None:
    answer = client.post("/v1/score", json=asked)
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == pointer
