"""Tables of many deals in one call: values and nodes of ``solve``, each with its own limits."""

from __future__ import annotations

import pytest
from hard_deals import hard_deals

from solver.batch.tables import Cards, Tricks, cases_of, solve_tables
from solver.deal import Deal
from solver.dealing import deals
from solver.errors import Cancelled, LimitError
from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS, STANDARD, Rules
from solver.search import Cancel, TableResult, solve


def cards_of(deal: Deal, **limits: float) -> Cards:
    return Cards(deal.hands, -1 if deal.trump is None else int(deal.trump), deal.rules, **limits)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", [*PRESETS.values(), Rules.from_value({"board_levels": "none"})])
def test_values_and_nodes_are_those_of_solve(rules: Rules) -> None:
    dealt = [deal for size in (1, 4, 6) for deal in deals(size, 20, 3, rules)]
    cases = tuple(cases_of(rules).values())
    for deal, found in zip(dealt, solve_tables((cards_of(deal), cases) for deal in dealt), strict=True):
        wanted = solve(deal)
        assert isinstance(found, Tricks)
        assert isinstance(wanted, TableResult)
        rows = [*wanted.tricks.values(), *wanted.board.values()]
        assert found.values == [row[Side.NS] for row in rows]
        assert found.nodes == wanted.nodes


def test_each_deal_has_its_own_limits() -> None:
    easy, hard = next(deals(2, 1, 1)), hard_deals()[0]
    cases = tuple(cases_of(STANDARD).values())
    asked = [cards_of(easy), cards_of(hard, node_limit=5), cards_of(hard, time_limit=0.001), cards_of(easy)]
    found = solve_tables(((cards, cases) for cards in asked), time_limit=60.0)
    assert [isinstance(each, LimitError) for each in found] == [False, True, True, False]
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        solve_tables([(cards_of(hard), cases)], cancel=cancel)


def test_cases_by_name() -> None:
    assert list(cases_of(STANDARD)) == [*Seat, *(f"board:{seat}" for seat in Seat)]
    assert cases_of(STANDARD, ("board:S", "E")) == {"E": (1, 0), "board:S": (2, 4)}
    assert list(cases_of(Rules.from_value({"board_levels": "none"}))) == list(Seat)
