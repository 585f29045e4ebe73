"""One bid over many worlds, against sums over worlds by plain backward induction."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from bidding_cases import OBJECTIVES, Case, random_rules, random_table, with_random_bids
from bidding_constraints import SEATS, meets
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from solver.bidding.own_tricks import own_tricks
from solver.bidding.worlds import World, bids_over_worlds
from solver.dealing import deal_hands
from solver.errors import Cancelled, DealError
from solver.game.auction import Bid
from solver.game.cards import Seat
from solver.game.rules import Rules
from solver.search import Cancel, Limits
from solver.search.double_dummy_table import TrickTable


def random_worlds(rng: Random, cards: int, count: int, most_bids: int = 3, rules: Rules | None = None) -> list[World]:
    """Worlds with one auction and whole weights."""
    rules = rules or random_rules(rng)
    dealer = Seat.at(rng.randrange(4))
    first = with_random_bids(rng, replace(deal_hands(cards, rules, rng.randrange(2**32)), dealer=dealer), most_bids)
    worlds = []
    for _ in range(count):
        deal = replace(deal_hands(cards, rules, rng.randrange(2**32)), dealer=dealer, bids=first.bids)
        worlds.append(World(deal, float(rng.choice((1, 1, 2, 5))), random_table(rng, deal)))
    return worlds


@settings(max_examples=60)
@given(st.integers(1, 5), st.integers(1, 6), seeds, st.sampled_from(OBJECTIVES), st.booleans())
def test_averages_equal_brute_force(cards: int, count: int, seed: int, objective: str, counted: bool) -> None:
    worlds = random_worlds(Random(seed), cards, count)
    asked = {"opponents": "double_dummy_count"} if counted else {}
    result = bids_over_worlds(worlds, objective=objective, constraints=asked)
    total = sum(world.weight for world in worlds)
    means: dict[str, tuple[float, ...]] = {}
    for world in worlds:
        assert world.table is not None
        case = Case(world.deal, world.table, objective)
        oracle, prefix = case.oracle(), case.prefix
        side = oracle.seat(len(prefix)) % 2
        counts = {str(seat): taken for seat, taken in own_tricks(world.deal, Seat, Limits()).items()}
        oracle.allowed = lambda line: meets(oracle, asked, line, 1 - side, len(prefix), counts)  # noqa: B023
        for bid, line in oracle.options(prefix).items():
            values = (*oracle.keys(line, side), oracle.margin(line, side))
            before = means.get(bid, (0.0,) * len(values))
            means[bid] = tuple(old + world.weight * new / total for old, new in zip(before, values, strict=True))
    assert {str(option.bid): pytest.approx(option.mean) for option in result.options} == {
        bid: mean[-1] for bid, mean in means.items()
    }
    assert [option.value for option in result.options] == pytest.approx([mean[0] for mean in means.values()])
    rounded = {bid: tuple(round(value, 6) for value in mean[:-1]) for bid, mean in means.items()}
    assert str(result.best) == max(rounded, key=lambda bid: rounded[bid])  # max keeps the first of equals


def test_distribution_of_a_bid_by_hand() -> None:
    """Twenty worlds of one card: North's board, ahead of the others' passes, wins in some and fails in others."""
    rules = Rules()
    worlds = []
    for index in range(20):
        deal = replace(deal_hands(1, rules, index), dealer=Seat.W)
        table = random_table(Random(index), deal)
        ns = 1 if index < 18 else 0
        worlds.append(World(deal, 1.0, replace(table, ns=(ns,) * 4, boards=(-1, *(ns,) * 15))))
    asked = {"fixed": {"E": "pass", "S": "pass", "W": "pass"}}
    result = bids_over_worlds(worlds, constraints=asked)
    option = result.options[-1]
    margins = [10.0] * 18 + [-11.0] * 2
    mean = sum(margins) / 20
    assert (option.bid, result.best, result.worlds, result.next) == ("board", "board", 20, "N")
    assert option.mean == pytest.approx(mean)
    assert option.standard_error == pytest.approx((sum((m - mean) ** 2 for m in margins) / 20 / 20) ** 0.5)
    assert (option.tail, option.make) == (-11, pytest.approx(0.9))
    assert bids_over_worlds(worlds, constraints=asked, max_fail=0.1).best == "board"
    assert bids_over_worlds(worlds, constraints=asked, max_fail=0.09).best == 0


@settings(max_examples=40)
@given(st.integers(1, 6), seeds, st.integers(0, 1000))
def test_a_chance_to_fail_is_kept(cards: int, seed: int, thousandths: int) -> None:
    max_fail = thousandths / 1000  # bids are chosen by chances in parts of a billion
    worlds = random_worlds(Random(seed), cards, 5, rules=Rules())
    free = bids_over_worlds(worlds)
    safe = [option for option in free.options if round(1 - option.make, 9) <= max_fail]
    if not safe:
        with pytest.raises(DealError, match=r"/max_fail: no bid keeps the chance to fail"):
            bids_over_worlds(worlds, max_fail=max_fail)
        return
    bound = bids_over_worlds(worlds, max_fail=max_fail)
    assert bound.options == free.options
    assert str(bound.best) in {str(option.bid) for option in safe}
    means = {str(option.bid): option.mean for option in safe}
    assert means[str(bound.best)] == pytest.approx(max(means.values()))


@settings(max_examples=20)
@given(st.integers(1, 7), seeds)
def test_one_world_is_bid_like_the_deal(cards: int, seed: int) -> None:
    (world,) = random_worlds(Random(seed), cards, 1)
    for objective in OBJECTIVES:
        assert world.table is not None
        alone = Case(world.deal, world.table, objective).answer()
        result = bids_over_worlds([world], objective=objective)
        assert (result.best, result.next) == (alone.best, alone.next)
        assert {str(option.bid): option.mean for option in result.options} == alone.options


def test_worlds_that_do_not_fit_are_refused() -> None:
    worlds = random_worlds(Random(1), 3, 3, most_bids=0)
    full = [replace(world, deal=world.deal.with_bids([Bid.PASS] * 4)) for world in worlds]
    other = replace(worlds[1], deal=deal_hands(4, worlds[1].deal.rules, 1))
    for bad, place in (
        ([], "/worlds: give at least one"),
        (full, "/worlds/0/bids: all four"),
        ([worlds[0], other], "/worlds/1: another"),
        ([worlds[0], replace(worlds[1], weight=0.0)], "/worlds/1/weight: "),
        ([worlds[0], replace(worlds[1], table=random_worlds(Random(1), 4, 1)[0].table)], "/worlds/1: the table"),
    ):
        with pytest.raises(DealError, match=place):
            bids_over_worlds(bad)
    with pytest.raises(DealError, match="/max_fail: max_fail is a chance"):
        bids_over_worlds(worlds, max_fail=1.5)
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        bids_over_worlds(worlds, cancel=cancel)


def test_worlds_without_tables_are_searched() -> None:
    deals = [replace(deal_hands(2, Rules(), seed), dealer=Seat.N) for seed in range(4)]
    result = bids_over_worlds([World(deal) for deal in deals])
    assert result.worlds == 4
    assert result.to_dict()["options"][0]["bid"] == 0
    assert [option.bid for option in result.options] == [0, 1, "board"]
    assert SEATS[deals[0].auction.order[0]] == result.next


def test_far_behind_a_board_is_worth_its_risk() -> None:
    """Over worlds the need to catch up changes the bid: a board that fails nine times in ten beats a sure loss."""
    worlds = []
    for index in range(10):
        deal = replace(deal_hands(3, Rules(), index), dealer=Seat.W)
        ns = 3 if index == 0 else 2
        worlds.append(World(deal, 1.0, TrickTable(3, Seat.W, (ns,) * 4, (-1, *(ns,) * 15))))
    quiet = {"fixed": {"E": "pass", "S": "pass", "W": 1}}
    best = {}
    for lead in (-25, 0, 25):
        asked = {"name": "win", "score": {"NS": lead, "EW": 0}, "left": []}
        best[lead] = bids_over_worlds(worlds, objective=asked, constraints=quiet).best
    assert best[-25] == "board"
    assert best[0] == best[25] == 2
