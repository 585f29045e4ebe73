"""What every question about one deal has: the deal in fields or on a line, limits, and the place of every fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bad_deals import BAD, GOOD, Bad, deal_of

from solver.deal import Deal
from solver.errors import DealError
from solver.game.rules import PRESETS
from solver.requests.bids import BidsTask
from solver.requests.solve import SolveTask
from solver.requests.task import Task, read_tasks

LINE = str(Deal.from_dict(GOOD))
KINDS = (SolveTask, BidsTask)


@pytest.mark.parametrize("kind", KINDS)
def test_a_deal_line_stands_for_the_fields_of_a_deal(kind: type[Task]) -> None:
    limits = {"time_limit": 2, "node_limit": 5}
    task = kind.from_dict({"deal": LINE, **limits})
    assert task == kind.from_dict({**GOOD, **limits})
    assert (task.deal, task.time_limit, task.node_limit) == (Deal.from_dict(GOOD), 2.0, 5)


def test_rules_from_outside_serve_where_the_deal_names_none() -> None:
    unnamed, named = {**GOOD, "rules": None}, {**GOOD, "rules": "bab_online"}
    assert SolveTask.from_dict(unnamed, PRESETS["whist"]).deal.rules == PRESETS["whist"]
    assert SolveTask.from_dict(named, PRESETS["whist"]).deal.rules == PRESETS["bab_online"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_a_bad_deal_is_told_with_place_and_rule(kind: type[Task], bad: Bad) -> None:
    with pytest.raises(DealError) as caught:
        kind.from_dict(deal_of(bad))
    assert (caught.value.pointer, caught.value.rule) == (bad.pointer, bad.rule)


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ([GOOD], ""),
        ({"deal": 5}, "/deal"),
        ({"deal": "W H"}, "/deal"),
        ({"deal": LINE, "dealer": "N"}, "/dealer"),
        ({**GOOD, "time_limit": 0}, "/time_limit"),
        ({**GOOD, "time_limit": True}, "/time_limit"),
        ({**GOOD, "time_limit": 3601}, "/time_limit"),
        ({**GOOD, "node_limit": 0}, "/node_limit"),
        ({**GOOD, "node_limit": 10**16}, "/node_limit"),
        ({**GOOD, "nodes": 5}, "/nodes"),
    ],
)
def test_what_cannot_be_asked_is_pointed_at(asked: Any, pointer: str) -> None:
    with pytest.raises(DealError) as caught:
        SolveTask.from_dict(asked)
    assert caught.value.pointer == pointer


def test_faults_of_the_deal_and_of_the_limits_are_told_together() -> None:
    with pytest.raises(DealError) as caught:
        SolveTask.from_dict({**GOOD, "dealer": "X", "node_limit": 0, "exempt": "N"})
    assert {fault.pointer for fault in caught.value.faults} == {"/dealer", "/node_limit", "/exempt"}


def test_the_lower_time_limit_holds() -> None:
    task = SolveTask.from_dict({**GOOD, "time_limit": 2})
    assert [task._seconds(limit) for limit in (None, 1.0, 3.0)] == [2.0, 1.0, 2.0]
    assert SolveTask(task.deal)._seconds(None) is None


def test_the_tasks_of_a_text_come_with_their_lines_and_what_is_wrong_with_others() -> None:
    text = f"# deals\n{LINE}\n\nno deal\n{json.dumps({**GOOD, 'leader': 'S'})}\n"
    lines, tasks = zip(*read_tasks(text, SolveTask), strict=True)
    assert lines == (2, 4, 5)
    assert isinstance(tasks[1], DealError)
    assert tasks[2] == SolveTask.from_dict({**GOOD, "leader": "S"})
