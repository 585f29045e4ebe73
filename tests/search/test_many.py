"""Many deals in one call: values, nodes and limits of one ``solve`` after another, for any number of threads."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import islice
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest
from hard_deals import hard_deals
from hypothesis import given
from hypothesis import strategies as st

from solver import solve_many
from solver.deal import Deal
from solver.dealing import deals
from solver.errors import Cancelled, DealError, LimitError
from solver.game.cards import BIG, LITTLE, Card, Seat, Side
from solver.game.rules import PRESETS, STANDARD, Rules
from solver.search import Cancel, Limits, ManyTables, TableResult, solve, trick_table, trick_tables
from solver.search.many import STATUS, solve_arrays, table_cases

NO_BOARDS = Rules.from_value({"board_levels": "none"})
ALL_RULES = [*PRESETS.values(), NO_BOARDS]
CASES = (*Seat, *(f"board:{seat}" for seat in Seat))


def arrays(dealt: list[Deal]) -> tuple[array[int], array[int]]:
    hands = array("Q", [hand for deal in dealt for hand in deal.hands])
    return hands, array("b", [-1 if deal.trump is None else int(deal.trump) for deal in dealt])


def one_by_one(deal: Deal, **limits: Any) -> tuple[list[int], int] | str:
    """What the plain way says: NS tricks by case with the nodes, or the sentence of the error."""
    try:
        found = solve(deal, **limits)
    except LimitError as error:
        return str(error)
    assert isinstance(found, TableResult)
    return [row[Side.NS] for row in (*found.tricks.values(), *found.board.values())], found.nodes


def of_many(tables: ManyTables, index: int) -> tuple[list[int], int] | str:
    error = tables.error(index)
    if error is not None:
        assert set(tables.row(index).values()) == {-1}
        return str(error)
    assert STATUS[tables.status[index]] == "optimal"
    return [value for value in tables.row(index).values() if value >= 0], tables.nodes[index]


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("rules", ALL_RULES)
def test_values_and_nodes_are_those_of_solve(rules: Rules, threads: int) -> None:
    dealt = [deal for size in (1, 4, 6) for deal in deals(size, 15, 3, rules)]
    tables = solve_many(iter(dealt), threads=threads)
    assert len(tables) == len(dealt)
    assert [of_many(tables, index) for index in range(len(dealt))] == [one_by_one(deal) for deal in dealt]
    assert all(seconds > 0 for seconds in tables.seconds)


@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(0, 10**6), st.sampled_from(ALL_RULES)), max_size=6),
    st.integers(1, 3),
    st.sampled_from([None, 1, 3, 20, 300]),
)
def test_deals_of_any_rules_stand_side_by_side(
    asked: list[tuple[int, int, Rules]], threads: int, node_limit: int | None
) -> None:
    dealt = [next(deals(size, 1, seed, rules)) for size, seed, rules in asked]
    tables = solve_many(dealt, threads=threads, node_limit=node_limit)
    wanted = [one_by_one(deal, node_limit=node_limit) for deal in dealt]
    assert [of_many(tables, index) for index in range(len(dealt))] == wanted


@pytest.mark.parametrize("rules", PRESETS.values())
def test_buffers_are_deals(rules: Rules) -> None:
    dealt = list(deals(4, 20, 5, rules))
    hands, trumps = arrays(dealt)
    wanted = solve_many(dealt)
    square = np.frombuffer(hands, "u8").reshape(-1, 4)
    for given_hands, given_trumps in (
        (hands, trumps),
        (memoryview(hands), memoryview(trumps)),
        (square, np.frombuffer(trumps, "i1")),
        (square.astype("i8"), trumps),
    ):
        found = solve_many(given_hands, given_trumps, rules=rules)
        assert (found.values, found.nodes, found.status) == (wanted.values, wanted.nodes, wanted.status)
    assert np.frombuffer(wanted.values, "i1").reshape(-1, len(wanted.cases)).shape == (20, len(CASES))


def test_cases_by_name() -> None:
    assert tuple(table_cases(STANDARD)) == CASES
    assert table_cases(STANDARD, ("board:S", "E")) == {"E": (1, 0), "board:S": (2, 4)}
    assert list(table_cases(NO_BOARDS)) == list(Seat)
    dealt = list(deals(4, 10, 8))
    whole, some = solve_many(dealt), solve_many(dealt, cases=["board:S", "E"])
    assert some.cases == ("E", "board:S")
    for name in some.cases:
        assert some.column(name) == whole.column(name)
    mixed = solve_many([dealt[0], *deals(4, 1, 8, NO_BOARDS)], cases=some.cases)
    assert mixed.row(1)["board:S"] == -1
    assert mixed.row(0) == some.row(0)


def test_no_deals() -> None:
    for tables in (
        solve_many([]),
        solve_many(array("Q"), array("b")),
        solve_many(np.empty((0, 4), "u8"), np.empty(0, "i1")),
    ):
        assert len(tables) == len(tables.values) == 0
        assert tables.cases == CASES


def test_limits_of_each_and_of_the_whole() -> None:
    hard = hard_deals()[0]
    easy = next(deals(2, 1, 1, hard.rules))
    dealt = [easy, hard, hard, easy]
    hands, trumps = arrays(dealt)
    limited = solve_arrays(
        hands,
        trumps,
        hard.rules,
        table_cases(hard.rules),
        Limits(),
        node_limits=array("Q", [0, 5, 0, 0]),
        time_limits=array("d", [-1.0, -1.0, 0.001, 60.0]),
    )
    assert [STATUS[status] for status in limited.status] == ["optimal", "nodes", "time", "optimal"]
    assert [of_many(limited, index) for index in (0, 3)] == [one_by_one(easy)] * 2
    assert of_many(limited, 1) == one_by_one(hard, node_limit=5)
    assert [STATUS[status] for status in solve_many([easy, hard], time_limit=0.001).status] == ["optimal", "time"]
    late = solve_many([hard] * 3, deadline=0.01, threads=2)
    assert [STATUS[status] for status in late.status] == ["time"] * 3


def test_cancel_ends_the_whole() -> None:
    hard = hard_deals()[0]
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        solve_many([hard], cancel=cancel)


def test_the_interpreter_goes_on_meanwhile() -> None:
    cancel, begun = Cancel(), Event()

    def stop() -> None:
        begun.wait()
        cancel.set()  # while the search runs: before its end nobody else would

    other = Thread(target=stop)
    other.start()
    begun.set()
    with pytest.raises(Cancelled):
        solve_many(hard_deals()[:1] * 1000, cancel=cancel, threads=2)
    other.join()


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 10**6), st.sampled_from(ALL_RULES)), max_size=6))
def test_trick_tables_are_those_of_trick_table(asked: list[tuple[int, int, Rules]]) -> None:
    dealt = [next(deals(size, 1, seed, rules)) for size, seed, rules in asked]
    assert trick_tables(dealt) == [trick_table(deal) for deal in dealt]


def test_trick_tables_have_limits_and_need_dealers() -> None:
    hard, easy = hard_deals()[0], next(deals(1, 1))
    dealt = [easy, replace(hard, dealer=Seat.N), easy]
    found = trick_tables(dealt, Limits(node_limit=20))
    assert [isinstance(each, LimitError) for each in found] == [False, True, False]
    assert all(isinstance(each, LimitError) for each in trick_tables(dealt[1:2] * 2, deadline=0.01))
    with pytest.raises(DealError) as caught:
        trick_tables([easy, replace(easy, dealer=None)])
    assert caught.value.faults[0].pointer == "/1/dealer"


def wrong_hands() -> list[tuple[list[int], int, Rules, str]]:
    blooper, little, whist = 1 << BIG.index, 1 << LITTLE.index, PRESETS["whist"]
    spades = PRESETS["spades_26"]
    return [
        ([1, 2, 4, 4], 0, STANDARD, "/1/hands/W"),
        ([1, 2, 4, 24], 0, STANDARD, "/1/hands/W"),
        ([0, 0, 0, 0], 0, STANDARD, "/1/hands/N"),
        ([1, 2, 4, 1 << 54], 0, STANDARD, "/1/hands/W"),
        ([1, 2, 4, 8], 4, STANDARD, "/1/trump"),
        ([1, 2, 4, 8], -2, STANDARD, "/1/trump"),
        ([1, 2, 4, blooper], -1, STANDARD, "/1/hands/W"),
        ([1, 2, little, blooper], -1, PRESETS["bab_online"], "/1/hands"),
        ([1, 2, 4, blooper], 0, whist, "/1/hands/W"),
        ([1, 2, 4, 8], 1, spades, "/1/trump"),
    ]


@pytest.mark.parametrize(("hands", "trump", "rules", "pointer"), wrong_hands())
def test_a_deal_that_cannot_be_is_named(hands: list[int], trump: int, rules: Rules, pointer: str) -> None:
    with pytest.raises(DealError) as caught:
        solve_many(array("Q", [1, 2, 4, 8, *hands]), array("b", [0, trump]), rules=rules)
    assert caught.value.faults[0].pointer == pointer


def test_what_is_no_deal() -> None:
    one = next(deals(3, 1, 1))
    hands, trumps = arrays([one])
    with pytest.raises(TypeError, match=r"deals\[0\]: expected Deal"):
        solve_many(hands)
    for wrong in (
        (hands, array("b", [0, 0])),
        (array("Q", hands[:3]), trumps),
        (array("I", [1, 2, 4, 8]), trumps),
        (np.frombuffer(hands, "u8").astype(">u8"), trumps),
        (np.stack([np.frombuffer(hands, "u8")] * 2, 1)[:, 0], trumps),
        (hands, array("B", [0])),
        ([one], trumps),
    ):
        with pytest.raises(DealError, match=r"hands|trumps"):
            solve_many(*wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"deals\[0\]: expected Deal"):
        solve_many([str(one)])  # type: ignore[list-item]
    played = replace(one, play=(next(iter(one.hand(Seat.N))),))
    with pytest.raises(DealError) as caught:
        solve_many([one, played])
    assert caught.value.faults[0].pointer == "/1/play"
    assert isinstance(played.play[0], Card)
    with pytest.raises(DealError, match="no case"):
        solve_many([one], cases=["X"])
    with pytest.raises(DealError, match="these rules have none"):
        solve_many(list(islice(deals(3, 1, 1, NO_BOARDS), 1)), cases=["board:N"])
    for limits in ({"time_limit": 0}, {"node_limit": 0}, {"deadline": 0}, {"threads": 0}, {"memory_mb": 0}):
        with pytest.raises(ValueError, match="must be"):
            solve_many([one], **limits)  # type: ignore[arg-type]


def test_rows_and_columns_that_are_not_there() -> None:
    dealt = list(deals(3, 4, 1))
    tables = solve_many(dealt, cases=["N", "E"])
    assert [tables.row(index) for index in range(-4, 0)] == [tables.row(np.int64(index)) for index in range(4)]
    assert tables.row(2) == {case: tables.column(case)[2] for case in tables.cases}
    assert tables.error(-1) is None
    for index in (4, -5, 999):
        for look in (tables.row, tables.error):
            with pytest.raises(DealError, match=f"no deal {index} among 4"):
                look(index)
    for case in ("X", "S", ""):
        with pytest.raises(DealError, match="no case of these tables: use N, E"):
            tables.column(case)
