"""What a batch asks: its JSON, what it reads, and what it refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from bad_deals import GOOD

from solver.batch.tasks import TASKS, Question, ScoreTask
from solver.deal import Deal
from solver.dealing import deal_hands
from solver.errors import DealError
from solver.game.rules import PRESETS, STANDARD
from solver.requests.bids import BidsTask
from solver.requests.solve import SolveTask


@pytest.mark.parametrize("task", TASKS)
def test_a_question_is_json(task: str) -> None:
    question = Question(task, PRESETS["whist"], time_limit=1.5)
    assert json.loads(json.dumps(question.to_dict()))["task"] == task
    assert question.to_dict() != Question(task).to_dict()
    assert Question(task, memory_mb=1).to_dict() == Question(task).to_dict()  # no record depends on it


@pytest.mark.parametrize(
    "wrong",
    [
        {"task": "win"},
        {"cases": ("Q",)},
        {"leader": "Q"},
        {"cases": ("N",), "leader": "N"},
        {"objective": "nope", "task": "bids"},
        {"objective": "win", "task": "bids"},
        {"objective": {"name": "own", "x": 1}, "task": "bids"},
        {"objective": {"name": "win", "score": {"NS": 1, "EW": 2}, "left": 201}, "task": "bids"},
    ],
)
def test_what_cannot_be_asked(wrong: dict[str, Any]) -> None:
    with pytest.raises(DealError, match=f"/{next(iter(wrong))}"):
        Question(**wrong)


def test_what_no_dealt_deal_can_answer() -> None:
    rules = replace(STANDARD, board_levels=(), hand_sizes=(2, 1))
    deal = deal_hands(2, rules, 1)
    win = {"name": "win", "score": {"NS": 1, "EW": 2}, "left": 3}
    for wrong, place in (
        (Question(leader="auction"), "/bids"),
        (Question(cases=("board:N",)), "/cases"),
        (Question("bids", objective=win), "/objective/left"),
        (Question("review"), "/task"),
    ):
        with pytest.raises(DealError) as refused:
            wrong.check_dealt(deal)
        assert refused.value.pointer == place
    Question("bids", objective=win | {"left": 2}).check_dealt(deal)


def test_what_a_deal_says_itself_comes_first() -> None:
    question = Question(leader="N", node_limit=7)
    own = question.read({**GOOD, "leader": "S", "node_limit": 9})
    asked = question.read(GOOD)
    assert isinstance(own, SolveTask)
    assert isinstance(asked, SolveTask)
    assert (own.leader, own.node_limit) == ("S", 9)
    assert (asked.leader, asked.node_limit) == ("N", 7)
    bids = Question("bids", objective="own").read(GOOD)
    assert isinstance(bids, BidsTask)
    assert bids.objective == "own"


def test_dealt_deals_have_nothing_to_score_or_review() -> None:
    deal = Deal.from_dict(GOOD)
    assert isinstance(Question().of_deal(deal), SolveTask)
    for task in ("review", "score"):
        with pytest.raises(DealError, match="needs deals with bids"):
            Question(task).of_deal(deal)


def test_a_score_beside_a_deal_line() -> None:
    line = "W H N:A.2.. K.4.. Q.6.. J.8.. 1 1 0 0"
    found = ScoreTask.from_dict({"deal": line, "tricks": {"NS": 2}})
    assert str(found.deal) == line
    with pytest.raises(DealError, match="stands beside a deal line"):
        ScoreTask.from_dict({"deal": line, "dealer": "N"})


@pytest.mark.parametrize(
    "deal", ["S D N:7.7.J.7 .K4..A9 K8.Q5.. 43...6.B 0 0 0 2 KS.3S up=2D", str(Deal.from_dict(GOOD))]
)
def test_as_dealt_forgets_the_cards_played(deal: str) -> None:
    dealt = replace(Deal.parse(deal), play=())
    question = Question(as_dealt=True)
    wrong = {**dealt.to_dict(), "play": ["6C", "6C"]}
    for given_as in ({"deal": deal}, Deal.parse(deal).to_dict(), wrong):
        asked = question.read(given_as)
        assert isinstance(asked, SolveTask)
        assert asked.deal == dealt
    assert question.to_dict() != Question().to_dict()
    assert "as_dealt" not in Question().to_dict()
