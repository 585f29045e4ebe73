"""``backalley score``: deals told by options, by lines and as a game."""

from __future__ import annotations

import json
from pathlib import Path

from command_line import Run, one_line
from flask.testing import FlaskClient


def test_score_of_a_deal_by_options(run: Run) -> None:
    told = ["score", "--cards", "13", "--dealer", "W", "--bids", "5,2,3,2", "--tricks", "7"]
    rows = [line.split() for line in run(*told).out.splitlines()]
    assert ["score", "-40", "22"] in rows
    assert json.loads(run(*told, "--json").out)["score"] == {"NS": -40, "EW": 22}


def test_score_of_a_game(run: Run, client: FlaskClient, tmp_path: Path) -> None:
    deals = [
        {"cards": 2, "dealer": "W", "bids": {"N": 1, "E": 0, "S": 0, "W": 0}, "tricks": {"NS": 2}},
        {"cards": 1, "bids": {"N": 0, "E": "board", "S": 0, "W": 0}, "tricks": {"EW": 1}},
    ]
    game = {"rules": {"hand_sizes": [2, 1]}, "deals": deals}
    result = run("score", json.dumps(game), "--json")
    assert json.loads(result.out) == client.post("/v1/score", json=game).json
    assert run("score", json.dumps(game)).out.splitlines()[-1] == "EW win by 4"
    lines = tmp_path / "game.jsonl"
    lines.write_text("\n".join(map(json.dumps, deals)))
    by_lines = run("score", str(lines), "--rules", '{"hand_sizes": [2, 1]}', "--json")
    assert json.loads(by_lines.out) == json.loads(result.out)


def test_score_of_a_played_deal_line(run: Run) -> None:
    line = "W S N:2... 3... 4... 5... 0 0 0 board 5S.2S.3S.4S"
    assert json.loads(run("score", line, "--json").out)["score"] == {"NS": 0, "EW": 10}
    unplayed = line.rpartition(" ")[0]
    assert json.loads(run("score", unplayed, "--tricks", "0", "--json").out)["score"] == {"NS": 0, "EW": 10}
    assert "/tricks" in one_line(run("score", unplayed))
