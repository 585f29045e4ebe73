"""Batches: every deal answered in order, bad ones as records."""

from __future__ import annotations

import io
import json
import threading
from typing import Any

from bad_deals import BAD, GOOD, deal_of
from hard_deals import hard_deals
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.batch.records import records
from solver.deal import Deal
from solver.dealing import deals
from solver.errors import DealError
from solver.requests.bids import BidsTask
from solver.requests.solve import SolveTask
from solver.requests.task import read_tasks
from solver.search import solve

LINE = str(Deal.from_dict(GOOD))


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    if "result" not in record:
        return record
    return {**record, "result": {name: value for name, value in record["result"].items() if name != "ms"}}


@settings(max_examples=20)
@given(
    st.lists(st.sampled_from(["good", "json", "bad", "junk", "comment", "blank"]), max_size=40),
    st.integers(1, 4),
    st.integers(0, 1000),
)
def test_each_line_has_its_record_in_order(kinds: list[str], jobs: int, seed: int) -> None:
    dealt = list(deals(3, len(kinds), seed))
    lines = []
    for kind, deal in zip(kinds, dealt, strict=True):
        lines.append(
            {
                "good": str(deal),
                "json": json.dumps(deal.to_dict()),
                "bad": json.dumps(deal_of(BAD[seed % len(BAD)])),
                "junk": "junk é \ufffd",
                "comment": "# a comment",
                "blank": "  ",
            }[kind]
        )
    answered = list(records(read_tasks("\n".join(lines), SolveTask), jobs))
    wanted = [index for index, kind in enumerate(kinds) if kind not in ("comment", "blank")]
    assert [record["line"] for record in answered] == [index + 1 for index in wanted]
    for index, record in zip(wanted, answered, strict=True):
        if kinds[index] in ("good", "json"):
            assert record["deal"] == str(dealt[index])
            expected = {"line": index + 1, "deal": str(dealt[index]), "result": solve(dealt[index]).to_dict()}
            assert timeless(record) == timeless(expected)
        else:
            assert f"line {index + 1}: " in record["error"]["detail"]
    if "bad" in kinds and answered and answered[0]["line"] == 1 and kinds[0] == "bad":
        assert answered[0]["error"]["errors"][0]["pointer"] == BAD[seed % len(BAD)].pointer


def test_what_is_asked_beside_the_deal_counts() -> None:
    asked = json.dumps({**GOOD, "leader": "N", "exempt": ["N"]})
    limited = json.dumps({**next(deals(13, 1, 1)).to_dict(), "node_limit": 5})
    led, stopped = records(read_tasks([asked, limited], SolveTask), 2)
    assert led["result"]["turn"] == "N"
    assert "node limit" in stopped["error"]["detail"]
    assert stopped["deal"].startswith(str(next(deals(13, 1, 1))).split()[0])


def test_the_time_limit_holds_for_each_deal() -> None:
    answered = list(records(enumerate(SolveTask(deal) for deal in hard_deals()[:3]), 2, time_limit=0.001))
    assert len(answered) == 3
    assert all("time limit" in record["error"]["detail"] for record in answered)


def test_the_input_is_read_only_a_little_ahead() -> None:
    read = 0

    def endless() -> Any:
        nonlocal read
        while True:
            read += 1
            yield read, SolveTask(Deal.from_dict(GOOD))

    answered = records(endless(), 2)
    assert [next(answered)["line"] for _ in range(10)] == list(range(1, 11))
    assert read < 200
    answered.close()


def test_closing_stops_what_runs() -> None:
    hard = [SolveTask(deal) for deal in hard_deals()]
    answered = records(enumerate([SolveTask(Deal.from_dict(GOOD)), *hard[:70]]), 2)
    next(answered)
    closing = threading.Thread(target=answered.close)
    closing.start()
    closing.join(5.0)
    assert not closing.is_alive()


def test_errors_keep_their_faults() -> None:
    error = DealError("no such thing", "R1", pointer="/hands/N/0")
    (record,) = records([(7, error)], 1)
    assert record == {
        "line": 7,
        "error": {
            "detail": "/hands/N/0: no such thing (R1)",
            "errors": [{"pointer": "/hands/N/0", "detail": "no such thing (R1)", "rule": "R1"}],
        },
    }


def test_bids_of_a_deal_without_dealer_are_an_error() -> None:
    (record,) = records(read_tasks(io.StringIO(LINE.replace("W", "-", 1)), BidsTask), 1)
    assert record["error"]["errors"][0]["pointer"] == "/dealer"
