"""The shipped deals: what they are, their stored answers, and the node counts of the search (its signature)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from agreement import NativeReferee, best_of
from answers import LEEWAY, Fixture, read_answers, read_baseline, read_fixtures, read_signature, rise, solve_fixture
from random_positions import from_position

from solver.deal import Deal
from solver.dealing import deal_hands
from solver.game.auction import Bid
from solver.game.cards import Seat
from solver.game.play import Position
from solver.search import value

FIXTURES = read_fixtures()
ANSWERS = read_answers()
SIGNATURE = read_signature()


def test_there_are_enough_of_every_size() -> None:
    assert len(FIXTURES) >= 60
    assert {fixture.deal.cards for fixture in FIXTURES} == set(range(1, 14))


def test_names_are_unique_and_all_are_solved() -> None:
    names = [fixture.name for fixture in FIXTURES]
    assert len(set(names)) == len(names)
    assert list(ANSWERS) == list(SIGNATURE["deals"]) == names
    assert SIGNATURE["total"] == sum(SIGNATURE["deals"].values())


@pytest.mark.parametrize("fixture", [each for each in FIXTURES if each.seed], ids=lambda each: each.name)
def test_seeded_deals_come_from_their_seed(fixture: Fixture) -> None:
    assert deal_hands(fixture.deal.cards, fixture.deal.rules, str(fixture.seed)) == fixture.deal


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda each: each.name)
def test_answer_and_nodes(fixture: Fixture) -> None:
    solved = solve_fixture(fixture)
    assert solved.answer == ANSWERS[fixture.name]
    assert solved.nodes == SIGNATURE["deals"][fixture.name]


def test_nodes_per_answer_have_not_risen() -> None:
    """The signature says what a search visits, the baseline what was agreed that it may; times are never a gate."""
    risen = rise(SIGNATURE["deals"], read_baseline(), ANSWERS)
    assert risen is None, risen


def test_a_rise_of_more_than_the_leeway_is_told() -> None:
    nodes = SIGNATURE["deals"]
    most = max(nodes, key=nodes.__getitem__)
    assert rise(nodes, nodes, ANSWERS) is None
    assert rise({name: int(count * (LEEWAY - 0.001)) for name, count in nodes.items()}, nodes, ANSWERS) is None
    told = rise({name: int(count * 1.03) + 1 for name, count in nodes.items()}, nodes, ANSWERS)
    assert told is not None
    assert "the mean" in told
    assert "the geometric mean" in told
    assert "--accept" in told
    one = rise(nodes | {most: nodes[most] + sum(nodes.values()) // 40}, nodes, ANSWERS)  # by 2.5 % in all
    assert one is not None
    assert "geometric" not in one


def cases(deal: Deal, stored: dict[str, Any]) -> Iterator[tuple[Position, int]]:
    """Each case of a stored table as the auction makes it, and its NS tricks."""
    for seat in Seat:
        yield deal.start(seat), stored["ns"][seat]
    for claimants, tricks in enumerate(stored.get("claims", []), 1):
        assert deal.dealer is not None
        order = deal.dealer.next.clockwise()
        bids = [Bid.BOARD if claimants >> seat & 1 else Bid.PASS for seat in order]
        auction = deal.with_bids(bids).auction
        assert auction.leader is not None
        yield deal.start(auction.leader, auction.exempt), tricks


@pytest.mark.parametrize("fixture", [each for each in FIXTURES if each.deal.cards <= 10], ids=lambda each: each.name)
def test_each_case_alone_has_the_value_in_the_table(fixture: Fixture) -> None:
    """A table searches cases on one another's entries, and some not at all; from cold they must come out the same."""
    deal = fixture.deal.with_play(()).with_bids(())
    for position, tricks in cases(deal, ANSWERS[fixture.name]):
        assert value(position) == tricks, position


@pytest.mark.parametrize("fixture", [each for each in FIXTURES if each.deal.cards <= 5], ids=lambda each: each.name)
def test_small_tables_by_the_referee(fixture: Fixture, native_referee: NativeReferee) -> None:
    deal = fixture.deal.with_play(()).with_bids(())
    for position, tricks in cases(deal, ANSWERS[fixture.name]):
        puzzle = from_position(position)
        assert best_of(puzzle, native_referee.card_values(puzzle)) == tricks, puzzle
