"""Chunks answered: rows equal to the engine's answers, errors as rows, fields and columns, chosen cases."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hard_deals import hard_deals
from hypothesis import given, settings
from hypothesis import strategies as st
from runs import mixed
from strategies import any_rules, played

from solver.answer import members
from solver.batch.chunk import Answers, Recipe, answer, lost
from solver.batch.fields import Fields
from solver.batch.source import Dealt, DealtRecords, Lines, StreamSource
from solver.batch.tasks import Question
from solver.bidding import BidsResult, optimal_bids
from solver.bidding.forms import Method
from solver.deal import Deal
from solver.dealing import deals
from solver.errors import Cancelled, DealError
from solver.game.cards import Seat
from solver.game.rules import PRESETS, Rules
from solver.requests.review import review
from solver.requests.score import score
from solver.search import Cancel, solve


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in result.items() if name != "ms"}


def lines_of(dealt: list[Deal]) -> Lines:
    return Lines(tuple((number, str(deal)) for number, deal in enumerate(dealt, 1)))


def records(answers: Answers) -> list[dict[str, Any]]:
    return [json.loads(row) for row in answers.rows if isinstance(row, str)]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("cards", [1, 3, 5])
def test_tables_are_those_of_solve(preset: str, cards: int) -> None:
    rules = PRESETS[preset]
    dealt = list(deals(cards, 60, 7, rules))
    wanted = [
        json.dumps(
            {"line": line, "deal": str(deal), "result": timeless(solve(deal).to_dict())},
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for line, deal in enumerate(dealt, 1)
    ]
    assert answer(Recipe(), lines_of(dealt)).rows == wanted
    assert answer(Recipe(), DealtRecords(Dealt(60, (cards,), 7, rules), 0, 60)).rows == wanted


def test_rules_of_every_kind_stand_side_by_side() -> None:
    dealt = [deal for rules in PRESETS.values() for deal in deals(3, 4, 1, rules)]
    dealt += deals(3, 4, 1, Rules.from_value({"board_levels": "none", "max_bid": "n"}))
    for record, deal in zip(records(answer(Recipe(), lines_of(dealt))), dealt, strict=True):
        assert record["deal"] == str(deal)
        assert record["result"] == timeless(solve(deal).to_dict())


def test_every_card_of_a_leader_or_of_a_play() -> None:
    (deal,) = deals(4, 1, 3)
    line = json.dumps({**deal.to_dict(), "leader": "S"})
    (found,) = records(answer(Recipe(Question(leader="E")), lines_of([deal])))
    (own,) = records(answer(Recipe(Question(leader="E")), Lines(((1, line),))))
    assert found["result"] == timeless(solve(deal, leader=Seat.E).to_dict())
    assert own["result"] == timeless(solve(deal, leader=Seat.S).to_dict())


def test_the_leader_of_the_auction() -> None:
    bid = "W H N:A.2.3. K.4.5. Q.6.7. J.8.9. 1 2 0 0"
    asked = Recipe(Question(leader="auction"))
    wrong, right = records(answer(asked, Lines(((1, bid[: bid.index(" 1")]), (2, bid)))))
    assert wrong["error"]["errors"][0]["pointer"] == "/bids"
    assert right["result"]["turn"] == "E"


def test_chosen_cases() -> None:
    dealt = list(deals(4, 10, 1))
    found = records(answer(Recipe(Question(cases=("board:S", "N"))), lines_of(dealt)))
    for record, deal in zip(found, dealt, strict=True):
        whole = solve(deal).to_dict()
        assert record["result"]["tricks"] == {"N": whole["tricks"]["N"]}
        assert record["result"]["board"] == {"S": whole["board"]["S"]}
    no_boards = list(deals(3, 1, 1, Rules.from_value({"board_levels": "none"})))
    (error,) = records(answer(Recipe(Question(cases=("board:S",))), lines_of(no_boards)))
    assert error["error"]["errors"][0]["rule"] == "R8"
    with pytest.raises(DealError, match="no case"):
        Question(cases=("X",))


def test_bids_are_those_of_optimal_bids() -> None:
    dealt = list(deals(2, 4, 1))
    for record, deal in zip(records(answer(Recipe(Question("bids")), lines_of(dealt))), dealt, strict=True):
        assert record["result"] == timeless(optimal_bids(deal).to_dict())
    (safe,) = records(answer(Recipe(Question("bids", objective="safe")), lines_of(dealt[:1])))
    assert safe["result"]["objective"] == "safe"


sizes = st.integers(1, 6) | st.integers(7, 13)
after_bids = played(any_rules, sizes).map(lambda deal: deal.with_play(()))
INDUCED = ",".join(f"result.{name}" for name in members(BidsResult) if name not in ("plan", "grid", "explanations"))


@settings(max_examples=60)
@given(st.lists(after_bids, min_size=1, max_size=3), st.sampled_from(["margin", "own", "safe", None]))
def test_induction_and_the_optimiser_write_the_same_bytes(dealt: list[Deal], objective: str | None) -> None:
    for columns in (False, True):
        rows = []
        for by in Method:
            question = Question("bids", objective=objective, by=by)
            recipe = Recipe(question, Fields.parse(f"line,deal,{INDUCED}", question), columns)
            rows.append(answer(recipe, lines_of(dealt)).rows)
        assert rows[0] == rows[1]
        assert "error" not in "".join(map(str, rows[0]))


@pytest.mark.parametrize("preset", PRESETS)
def test_dealt_deals_are_bid_as_written_ones_are(preset: str) -> None:
    """Four cards, of which hands may be rainbows; with limits some records are errors, which tell their deal."""
    rules = PRESETS[preset]
    dealt = DealtRecords(Dealt(40, (4, 2), 7, rules), 0, 40)
    lines = lines_of([dealt.source.deal(index) for index in range(40)])
    for limit in (None, 12):
        found = []
        for by in Method:
            question = Question("bids", by=by, node_limit=limit)
            recipe = Recipe(question, Fields.parse(INDUCED if limit is None else "margin", question))
            found += [answer(recipe, dealt), answer(recipe, lines)]
        assert all(each.rows == found[0].rows for each in found)
        assert all(each.tally.counts == found[0].tally.counts for each in found)
        assert (found[0].tally.errors > 0) is (limit is not None)


def test_induction_answers_where_no_plan_is_kept() -> None:
    lines = lines_of(list(deals(3, 2, 1)))
    asked = Question("bids")
    for names, method in (
        ("margin", Method.INDUCTION),
        ("margin,grid", Method.OPTIMISER),
        ("plan.bid", Method.OPTIMISER),
    ):
        recipe = Recipe(asked, Fields.parse(names, asked))
        assert recipe.method is method
        kept = records(answer(recipe, lines))
        assert all(set(each["result"]) == set(names.replace(".bid", "").split(",")) for each in kept)
    with pytest.raises(DealError, match="/by: induction tells no plan"):
        answer(Recipe(Question("bids", by=Method.INDUCTION)), lines)


def test_induction_reads_what_a_deal_says_itself() -> None:
    (deal,) = deals(4, 1, 5)
    bound = {**deal.to_dict(), "constraints": {"opponents": "double_dummy_count"}, "objective": "own"}
    clash = {**deal.to_dict(), "constraints": {"fixed": {"N": 1}, "max_total": {"NS": 0}}}
    lines = Lines(((1, json.dumps(bound)), (2, json.dumps(clash))))
    rows = []
    for by in Method:
        question = Question("bids", by=by)
        rows.append(answer(Recipe(question, Fields.parse(f"line,deal,{INDUCED}", question)), lines).rows)
    assert rows[0] == rows[1]
    assert "double_dummy_count" in str(rows[0][0])
    assert "/constraints" in str(rows[0][1])


def test_reviews_and_scores() -> None:
    hands = ["A.2.3.", "K.4.5.", "Q.6.7.", "J.8.9."]
    played = {"hands": dict(zip("NESW", hands, strict=True)), "trump": "H", "dealer": "W"}
    played |= {"bids": {"N": 1, "E": 2, "S": 0, "W": 0}, "play": ["KS", "QS", "JS", "AS", "3D", "5D", "7D", "9D"]}
    (found,) = records(answer(Recipe(Question("review")), Lines(((1, json.dumps(played)),))))
    assert found["result"] == timeless(review(played).to_dict())
    bare = {"cards": 13, "dealer": "W", "bids": {"N": 5, "E": 2, "S": 3, "W": 2}, "tricks": {"NS": 8}}
    full = {**played, "play": None, "tricks": {"NS": 1}}
    of_line = {"deal": found["deal"], "tricks": {"EW": 2}}
    lines = Lines(tuple((at, json.dumps(each)) for at, each in enumerate((bare, full, of_line, {"cards": 3}), 1)))
    told, whole, lined, wrong = records(answer(Recipe(Question("score")), lines))
    assert told["result"] == score(bare).to_dict()
    assert told["deal"] is None
    assert whole["result"] == lined["result"] == score(full).to_dict()
    assert whole["deal"] == found["deal"]
    assert wrong["error"]["errors"]


def test_what_is_wrong_becomes_a_record_with_its_line_and_reason() -> None:
    file = mixed(300, 80)
    (chunk,) = StreamSource(file.text.splitlines()).chunks(Question(), 1000)
    found = answer(Recipe(), chunk.records)
    assert found.tally.errors == len(file.wrong)
    assert found.tally.records == 300
    for line, record in enumerate(records(found), 1):
        assert record["line"] == line
        assert ("error" in record) == (line in file.wrong)
        if line in file.wrong:
            pointer, rule = file.wrong[line]
            assert record["error"]["detail"].startswith(f"line {line}: ")
            if pointer is not None:
                fault = record["error"]["errors"][0]
                assert (fault["pointer"], fault.get("rule")) == (pointer, rule)


def test_limits_are_errors_and_a_cancel_is_none() -> None:
    hard = lines_of(hard_deals()[:2])
    for question in (Question(time_limit=0.001), Question(node_limit=5)):
        found = records(answer(Recipe(question), hard))
        assert all("limit was reached" in record["error"]["detail"] and "deal" in record for record in found)
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        answer(Recipe(), hard, cancel)


def test_strict_ends_at_the_first_error() -> None:
    lines = Lines(((1, str(next(deals(3, 1, 1)))), (2, "junk"), (3, "junk")))
    found = answer(Recipe(strict=True), lines)
    assert found.error is not None
    assert found.error.startswith("line 2: ")
    assert len(found.rows) == 2


def test_records_no_worker_survives() -> None:
    lines = Lines(((4, str(next(deals(3, 1, 1)))), (5, '{"id": "x"}')))
    fault = {"detail": "too much", "errors": [{"pointer": "", "detail": "too much"}]}
    assert records(lost(Recipe(), lines, "too much")) == [
        {"line": 4, "error": fault},
        {"line": 5, "id": "x", "error": fault},
    ]
