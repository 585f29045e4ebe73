"""Best bids asked for as JSON: the objective and the constraints beside the deal."""

from __future__ import annotations

from typing import Any

import pytest
from bad_deals import GOOD

from solver.bidding import optimal_bids
from solver.deal import Deal
from solver.errors import DealError
from solver.requests.bids import OBJECTIVES, BidsTask


def test_it_asks_what_optimal_bids_is_asked() -> None:
    constraints = {"no_boards": True}
    task = BidsTask.from_dict({**GOOD, "objective": "own", "constraints": constraints})
    assert (task.objective, task.constraints) == ("own", constraints)
    answers = [task.run(), optimal_bids(Deal.from_dict(GOOD), objective="own", constraints=constraints)]
    told = [{**answer.to_dict(), "ms": None} for answer in answers]
    assert told[0] == told[1]


def test_the_margin_is_best_unless_said_otherwise() -> None:
    assert BidsTask.from_dict(GOOD).objective == BidsTask.from_dict({**GOOD, "objective": None}).objective == "margin"
    assert "margin" in OBJECTIVES


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({"objective": "most"}, "/objective"),
        ({"objective": 5}, "/objective"),
        ({"constraints": []}, "/constraints"),
        ({"constraints": "none"}, "/constraints"),
        ({"leader": "N"}, "/leader"),
    ],
)
def test_what_cannot_be_asked_is_pointed_at(asked: Any, pointer: str) -> None:
    with pytest.raises(DealError) as caught:
        BidsTask.from_dict({**GOOD, **asked})
    assert caught.value.pointer == pointer
