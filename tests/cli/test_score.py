"""``backalley score``: deals told by options, by lines and as a game."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from command_line import Run, one_line
from flask.testing import FlaskClient

GAME = str(Path(__file__).parents[2] / "fixtures" / "played" / "game.txt")


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


def test_the_sheet_of_a_whole_game(run: Run) -> None:
    shown = run("score", GAME).out.splitlines()
    assert len(shown) == 27
    assert shown[1].split() == ["1", "13", "W", "pass+3", "6", "made", "+18", "18", "pass+10", "7", "set", "-50", "-50"]
    assert shown[-1] == "NS win by 63"
    rows = list(csv.DictReader(StringIO(run("score", GAME, "--csv").out)))
    game = json.loads(run("score", GAME, "--json").out)
    for number, (row, deal) in enumerate(zip(rows, game["deals"], strict=True), 1):
        assert (row["deal"], row["cards"], row["dealer"]) == (str(number), str(deal["cards"]), deal["dealer"])
        for side in ("NS", "EW"):
            assert row[f"total_{side}"] == str(deal["totals"][side])
            assert row[f"points_{side}"] == str(deal["score"][side])
            assert row[f"contract_{side}"] == str(deal["contracts"][side])
    page = run("score", GAME, "--html", "-").out
    assert page.count("<tr") == 27
    assert "North-South 147, East-West 84. NS win by 63." in page


def test_a_sheet_is_of_a_game(run: Run) -> None:
    line = "W S N:2... 3... 4... 5... 0 0 0 board 5S.2S.3S.4S"
    assert "of a game" in one_line(run("score", line, "--csv"))
    assert "one of" in one_line(run("score", GAME, "--csv", "--json"))


def test_the_game_of_the_documents_is_read(run: Run) -> None:
    """docs/games.md and the help show the same game."""
    text = (Path(__file__).parents[2] / "docs" / "games.md").read_text(encoding="utf-8")
    (game,) = (block for block in text.split("```") if block.startswith("json"))
    rows = run("score", game.removeprefix("json")).out.splitlines()
    assert len(rows) == 5
    assert "redeal" in rows[3]
    table = next(block for block in text.split("```") if block.startswith("text")).splitlines()[1:]
    assert [row.rstrip() for row in table] == run("score", GAME).out.splitlines()[:3]


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("--dealer", "--dealer: the dealer is missing (R6)"),
        ("--tricks", "--tricks: give the tricks won"),
        ("--cards", "--cards: the hand size is missing (R2)"),
    ],
)
def test_what_an_option_lacks_is_named_as_the_option(run: Run, missing: str, said: str) -> None:
    given = {"--cards": "4", "--dealer": "W", "--bids": "1,2,0,0", "--tricks": "3"}
    del given[missing]
    assert one_line(run("score", *(word for pair in given.items() for word in pair))).startswith(f"backalley: {said}")


def test_a_wrong_option_is_named_as_the_option(run: Run) -> None:
    shared = ("score", "--cards", "4", "--dealer", "W")
    assert "--bids: W's 9 is above" in one_line(run(*shared, "--bids", "1,2,0,9", "--tricks", "3"))
    assert "--tricks: expected a whole number from 0 to 4" in one_line(
        run(*shared, "--bids", "1,2,0,1", "--tricks", "9")
    )


def test_a_deal_without_its_tricks_asks_for_the_option(run: Run) -> None:
    line = "S D N:7.7.J.7 .K4..A9 K8.Q5.. 43...6.B 0 0 0 2 up=2D"
    assert one_line(run("score", line)).rstrip().endswith("; --tricks gives those of NS")
    assert run("score", line, "--tricks", "3").status == 0
    assert "--tricks gives" not in one_line(run("score", line, "--tricks", "9"))


def test_rainbow_hands_that_nobody_tells_of_are_named(run: Run, tmp_path: Path) -> None:
    short = ("score", "--cards", "4", "--dealer", "W", "--bids", "1,2,0,0", "--tricks", "2", "--rules")
    said = "backalley: rainbow hands of a deal of four cards are not told and count as none (R15)"
    told = run(*short, "bab_online")
    assert (told.status, told.err.startswith(said)) == (0, True)
    assert run(*short, "standard").err == ""
    bids = {"N": 1, "E": 2, "S": 0, "W": 0}
    rules = {"preset": "bab_online", "hand_sizes": [4]}
    for rainbows, points, named in (
        ({}, 11, True),
        ({"rainbows": {"NS": 1}}, 21, False),
        ({"rainbows": {}}, 11, False),
    ):
        path = tmp_path / "game.json"
        deal = {"dealer": "W", "bids": bids, "tricks": {"NS": 2}, **rainbows}
        path.write_text(json.dumps({"rules": rules, "deals": [deal]}))
        result = run("score", str(path), "--json")
        assert json.loads(result.out)["totals"]["NS"] == points
        assert result.err.startswith(said) == named
