"""What an engine promises beside its values: the same nodes again, the same values on threads and when kept, limits."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from random import Random

import pytest
from hard_deals import hardest
from random_positions import puzzles, to_position

from solver.deal import Deal
from solver.dealing import deals
from solver.errors import Cancelled, LimitError
from solver.game.cards import Seat, to_mask
from solver.game.play import Position
from solver.game.rules import PRESETS, STANDARD
from solver.search import Cancel, Engine, Limits, trick_table

ATTEMPTS = 10
LATE_MS = 100
"""Far above the 10 ms promised, and one attempt is enough: here others may keep the cores busy for as long.
`scripts/measure/bench.py limits` measures on a quiet machine."""


def after(deal: Deal, cards: int) -> Position:
    """Some way into the play: the highest legal card each time."""
    position = deal.start(Seat.E)
    for _ in range(cards):
        position = position.play(position.legal()[0])
    return position


# --- The same again ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_question_visits_the_same_nodes(preset: str) -> None:
    for cards in (5, 8, 10):
        for deal in deals(cards, 2, f"again/{preset}", PRESETS[preset]):
            first, second = (trick_table(deal) for _ in range(2))
            assert first == second
            position = after(deal, 6)
            nodes = []
            for _ in range(2):
                engine = Engine(deal.rules)
                engine.card_values(position)
                engine.best_line(position)
                nodes.append(engine.nodes)
            assert nodes[0] == nodes[1]


# --- Threads -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_threads_change_no_table(preset: str) -> None:
    for cards in (4, 9):
        for deal in deals(cards, 2, f"threads/{preset}", PRESETS[preset]):
            tables = [trick_table(deal, Limits(threads=threads)) for threads in (1, 2, 3)]
            assert len({(table.ns, table.claims) for table in tables}) == 1


def test_threads_change_no_card_no_line_and_no_play() -> None:
    for rules in (STANDARD, PRESETS["bab_online"]):
        for deal in deals(9, 3, "threads", rules):
            for cards in (0, 5, 10):
                position = after(deal, cards)
                one, *others = (Engine(rules, threads=threads) for threads in (1, 2, 3))
                value, values, line = one.value(position), one.card_values(position), one.best_line(position)
                played = one.played(position, line)
                for engine in others:
                    assert engine.value(position) == value
                    assert engine.card_values(position) == values
                    assert engine.best_line(position) == line
                    assert engine.played(position, line) == played


def test_threads_change_no_value_under_any_knob() -> None:
    for puzzle in puzzles("threads", 150, largest=7):
        position = to_position(puzzle)
        found = {Engine(position.rules, threads=threads).value(position) for threads in (1, 2, 3)}
        assert len(found) == 1, puzzle


# --- Kept over many deals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("memory_mb", "allowed"), [(256, 1.15), (1, 1.3)])
@pytest.mark.parametrize(("cards", "count"), [(5, 200), (8, 60), (10, 12)])
def test_a_kept_engine_answers_as_fresh_ones_for_hardly_more(
    cards: int, count: int, memory_mb: int, allowed: float
) -> None:
    """Entries of other deals seldom help, but hints of theirs must not lead astray, early or late."""
    for rules in (STANDARD, PRESETS["bab_online"]):
        kept = Engine(rules, memory_mb)
        fresh_nodes, kept_nodes = [], []
        for deal in deals(cards, count, "kept", rules):
            alone, after_others = (trick_table(deal, engine=each) for each in (Engine(rules, memory_mb), kept))
            assert (after_others.ns, after_others.claims) == (alone.ns, alone.claims)
            fresh_nodes.append(alone.nodes)
            kept_nodes.append(after_others.nodes)
            assert kept.bytes <= memory_mb << 20
        late = slice(count // 2, None)
        assert sum(kept_nodes) <= allowed * sum(fresh_nodes)
        assert sum(kept_nodes[late]) <= allowed * sum(fresh_nodes[late])


def test_layouts_around_two_hands_help_one_another() -> None:
    """Dummy and my hand are known, the other two are dealt anew, as one asks who wants to know the odds of a line."""
    first = next(deals(8, 1, "around", STANDARD))
    others = [*first.hand(Seat.E), *first.hand(Seat.W)]
    rng = Random("around")
    kept = Engine(STANDARD)
    fresh_nodes = 0
    for _ in range(60):
        rng.shuffle(others)
        hands = (first.hands[Seat.N], to_mask(others[:8]), first.hands[Seat.S], to_mask(others[8:]))
        position = Position(hands, first.trump, Seat.S, rules=STANDARD)
        alone = Engine(STANDARD)
        assert kept.value(position) == alone.value(position)
        fresh_nodes += alone.nodes
    assert kept.nodes < 0.8 * fresh_nodes


# --- Limits --------------------------------------------------------------------------------------------------------


HARD = hardest().start(Seat.N)
ASK: dict[str, Callable[[Engine, Limits], object]] = {
    "value": lambda engine, limits: engine.value(HARD, limits),
    "cards": lambda engine, limits: engine.card_values(HARD, limits),
    "line": lambda engine, limits: engine.best_line(HARD, limits),
    "played": lambda engine, limits: engine.played(HARD, HARD.legal()[:1], limits),
    "table": lambda engine, limits: engine.table(hardest(), [(seat, ()) for seat in Seat], limits),
}


def least_late(ask: Callable[[], float]) -> float:
    """The least milliseconds that a call came late, over attempts until one was soon enough."""
    found = []
    for _ in range(ATTEMPTS):
        found.append(ask())
        if found[-1] <= LATE_MS:
            break
    return min(found)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("question", ASK)
def test_the_time_limit_holds(question: str, threads: int) -> None:
    for seconds in (1e-6, 0.02, 0.2):

        def late(seconds: float = seconds) -> float:
            began = time.perf_counter()
            with pytest.raises(LimitError, match="time"):
                ASK[question](Engine(HARD.rules, threads=threads), Limits(seconds))
            return (time.perf_counter() - began - seconds) * 1000

        assert 0 <= least_late(late) <= LATE_MS


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("question", ASK)
def test_cancelling_holds(question: str, threads: int) -> None:
    def late() -> float:
        cancel, was_set = Cancel(), []

        def stop() -> None:
            was_set.append(time.perf_counter())
            cancel.set()

        timer = threading.Timer(0.03, stop)
        timer.start()
        with pytest.raises(Cancelled):
            ASK[question](Engine(HARD.rules, threads=threads), Limits(cancel=cancel))
        came = time.perf_counter()
        timer.join()
        return (came - was_set[0]) * 1000

    assert 0 <= least_late(late) <= LATE_MS


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("question", ASK)
def test_no_more_nodes_than_the_limit(question: str, threads: int) -> None:
    for nodes in (1, 100, 5000, 100_001):
        engine = Engine(HARD.rules, threads=threads)
        with pytest.raises(LimitError, match="node"):
            ASK[question](engine, Limits(node_limit=nodes))
        assert engine.nodes <= max(nodes, threads)
        asked_before = engine.nodes
        with pytest.raises(LimitError, match="node"):  # counted from each call on
            ASK[question](engine, Limits(node_limit=nodes))
        assert engine.nodes - asked_before <= max(nodes, threads)


def test_just_enough_nodes_suffice() -> None:
    for deal in deals(6, 10, "enough"):
        start = deal.start(Seat.N)
        engine = Engine(deal.rules)
        tricks, nodes = engine.value(start), engine.nodes
        assert Engine(deal.rules).value(start, Limits(node_limit=nodes)) == tricks
        if nodes > 1:
            with pytest.raises(LimitError, match="node"):
                Engine(deal.rules).value(start, Limits(node_limit=nodes - 1))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stopped_engine_is_as_good_as_before(threads: int) -> None:
    for deal in deals(9, 4, "stopped"):
        engine = Engine(deal.rules, threads=threads)
        for nodes in (1, 10, 100, 1000):
            with contextlib.suppress(LimitError):
                trick_table(deal, Limits(node_limit=nodes), engine)
            with contextlib.suppress(LimitError):
                engine.value(after(deal, 1), Limits(node_limit=nodes))
        after_all, fresh = trick_table(deal, engine=engine), trick_table(deal)
        assert (after_all.ns, after_all.claims) == (fresh.ns, fresh.claims)


# --- Memory --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("memory_mb", "threads"), [(1, 1), (1, 2), (1, 3), (2, 1), (4, 2)])
def test_the_table_stays_below_its_cap_and_values_exact(memory_mb: int, threads: int) -> None:
    """Three tables that need more than the cap."""
    engine = Engine(STANDARD, memory_mb, threads)
    for deal in deals(11, 3, "memory"):
        table = trick_table(deal, engine=engine)
        assert engine.bytes <= memory_mb << 20
        usual = trick_table(deal)
        assert (table.ns, table.claims) == (usual.ns, usual.claims)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_long_search_stays_below_the_cap(threads: int) -> None:
    engine = Engine(HARD.rules, 4, threads)
    for _ in range(4):
        with pytest.raises(LimitError):
            engine.value(HARD, Limits(node_limit=100_000))
        assert engine.bytes <= 4 << 20
