"""backalley review: text, JSON, Markdown and pages, of hands and of games."""

from __future__ import annotations

import json
import webbrowser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from review_cases import random_hand

from solver import Deal, cli
from solver.formats.pbn import deals_to_pbn

LINE = "W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 JS.AS.KS.QS.2H.3H.4H.5H.4C.BB.2C.3C up=7H"
REVOKE = LINE.replace("JS.AS", "JS.2H").replace("QS.2H", "QS.AS")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            cli.main(["review", *arguments])
        out, err = capsys.readouterr()
        return int(stop.value.code or 0), out, err

    return call


def timeless(text: str) -> Any:
    return {name: value for name, value in json.loads(text).items() if name != "ms"}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    deals = [random_hand(Random(f"cli/{at}"), 2 + at) for at in range(3)]
    file = tmp_path / "game.pbn"
    file.write_text(deals_to_pbn(deals), encoding="utf-8")
    return file


def test_json_is_the_object_of_the_api(run: Any, client: FlaskClient) -> None:
    status, out, err = run(LINE, "--json")
    assert (status, err) == (0, "")
    answer = client.post("/v1/review", json=Deal.parse(LINE).to_dict())
    assert timeless(out) == timeless(answer.get_data(as_text=True))


def test_many_hands_are_a_game(run: Any, client: FlaskClient, game: Path) -> None:
    status, out, _ = run(str(game), "--json")
    assert status == 0
    found = timeless(out)
    answer = client.post(
        "/v1/review", json={"deals": [random_hand(Random(f"cli/{at}"), 2 + at).to_dict() for at in range(3)]}
    )
    assert found == timeless(answer.get_data(as_text=True))
    status, out, _ = run(str(game))
    assert status == 0
    assert "Hand 3 of 3" in out
    assert "All hands together" in out
    assert run(str(game), "--markdown")[1].startswith("# 3 hands reviewed")


def test_text_tells_the_story(run: Any) -> None:
    status, out, err = run(LINE)
    assert (status, err) == (0, "")
    for words in ("West (dealer)", "Trick by trick", "What it cost", "Accuracy"):
        assert words in out
    assert "♥" in run(LINE, "--symbols")[1]
    assert run(LINE, "--markdown")[1].startswith("# A Back Alley hand reviewed")


def test_a_page_is_written_or_printed_or_shown(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "review.html"
    status, out, err = run(LINE, "--html", str(file))
    assert (status, out, err) == (0, "", f"wrote {file}\n")
    page = file.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert run(LINE, "--html", "-")[1] == page
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    assert run(LINE, "--html", str(file), "--open")[0] == 0
    assert opened == [file.resolve().as_uri()]
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    status, _, err = run(LINE, "--open")
    assert status == 0
    assert "no browser here" in err
    status, _, err = run(LINE, "--html", str(tmp_path / "none" / "x.html"))
    assert status == 2
    assert err.count("\n") == 1


def test_an_illegal_play_is_one_line_or_told(run: Any) -> None:
    status, out, err = run(REVOKE)
    assert (status, out) == (2, "")
    assert err.startswith("backalley: /play/1: trick 1: N must follow S with AS, not 2H (R11)")
    assert "--on-illegal report" in err
    assert err.count("\n") == 1
    status, out, _ = run(REVOKE, "--on-illegal", "report")
    assert status == 0
    assert "What was not allowed" in out
    assert "N 2H!" in out


def test_claims_and_leaders(run: Any) -> None:
    begun = LINE.replace(".2H.3H.4H.5H.4C.BB.2C.3C", "")
    assert "settled" in run(begun, "--claim", "NS=1")[1]
    assert json.loads(run(begun, "--claim", "EW", "--json")[1])["tricks"] == {"NS": 1, "EW": 2}
    assert json.loads(run(begun, "--claim", "ns=1,ew=1", "--json")[1])["status"] == "claimed"
    for wrong in ("3", "NS=", "NS=1,NS=1,EW=1", "all", "NS=9"):
        status, _, err = run(begun, "--claim", wrong)
        assert status == 2
        assert err.count("\n") == 1
    hands = "- H N:A.2...B K.3..2 Q.4..3 J.5..4 up=7H"
    assert json.loads(run("--leader", "E", "--claim", "NS", "--json", "--", hands)[1])["leader"] == "E"
    status, _, err = run(LINE, "--leader", "N")
    assert status == 2
    assert "R10" in err


def test_what_is_wrong_is_one_line(run: Any) -> None:
    for line, said in (
        ("- H N:A.2...B K.3..2 Q.4..3 J.5..4 up=7H", "nothing to review"),
        (LINE.replace("J.5..4", "J.5.."), "only partly known"),
        ("nonsense here", "a deal line is"),
    ):
        status, out, err = run("--", line)
        assert (status, out) == (2, "")
        assert said in err
        assert err.count("\n") == 1
    status, _, err = run(LINE, "--node-limit", "1")
    assert status == 1
    assert "node limit" in err


def test_a_score_sheet_is_not_reviewed(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    deal = {"cards": 13, "dealer": "W", "bids": {"N": 5, "E": 2, "S": 3, "W": 2}, "tricks": {"NS": 8}}
    path.write_text(json.dumps({"rules": "standard", "deals": [deal]}))
    status, _, err = run(str(path))
    assert status == 2
    assert "/deals/0/hands: a review is of the cards: give hands or play; bids and tricks alone can only be" in err
