"""What an engine promises beside its values: the same nodes again, on threads and when kept; what it refuses."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hard_deals import hardest
from hypothesis import given
from hypothesis import strategies as st
from random_positions import puzzles, to_position
from strategies import seats

from solver.deal import Deal
from solver.dealing import deal_hands, deals
from solver.errors import Cancelled, DealError, LimitError
from solver.game.cards import PACK, Seat, Suit, to_mask
from solver.game.play import Position
from solver.game.rules import PRESETS, STANDARD, BigLed, BreakOn, LittleLed
from solver.search import Cancel, Engine, Limits, best_line, card_values, solve, trick_table, value


def after(deal: Deal, cards: int) -> Position:
    """Some way into the play: the highest legal card each time."""
    position = deal.start(Seat.E)
    for _ in range(cards):
        position = position.play(position.legal()[0])
    return position


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


@pytest.mark.parametrize("preset", PRESETS)
def test_threads_change_no_table(preset: str) -> None:
    for cards in (4, 9):
        for deal in deals(cards, 2, f"threads/{preset}", PRESETS[preset]):
            tables = [trick_table(deal, Limits(threads=threads)) for threads in (1, 2, 3)]
            assert len({(table.ns, table.boards) for table in tables}) == 1


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
        values = {Engine(position.rules, threads=threads).value(position) for threads in (1, 2, 3)}
        assert len(values) == 1, puzzle


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
            assert (after_others.ns, after_others.boards) == (alone.ns, alone.boards)
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


HARD = hardest().start(Seat.N)


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
        assert (after_all.ns, after_all.boards) == (fresh.ns, fresh.boards)


@pytest.mark.parametrize(("memory_mb", "threads"), [(1, 1), (1, 2), (1, 3), (2, 1), (4, 2)])
def test_the_table_stays_below_its_cap_and_values_exact(memory_mb: int, threads: int) -> None:
    """Three tables that need more than the cap."""
    engine = Engine(STANDARD, memory_mb, threads)
    for deal in deals(11, 3, "memory"):
        table = trick_table(deal, engine=engine)
        assert engine.bytes <= memory_mb << 20
        usual = trick_table(deal)
        assert (table.ns, table.boards) == (usual.ns, usual.boards)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_long_search_stays_below_the_cap(threads: int) -> None:
    engine = Engine(HARD.rules, 4, threads)
    for _ in range(4):
        with pytest.raises(LimitError):
            engine.value(HARD, Limits(node_limit=100_000))
        assert engine.bytes <= 4 << 20


ASKED = (value, card_values, best_line)
HANDS = (0b11, 0b11 << 2, 0b11 << 4, 0b11 << 6)
SOUND = Position(HANDS, Suit.H, Seat.E)
LAST: Any = (PACK[50],)


def mid_trick(played: int) -> Position:
    """``SOUND`` after as many cards."""
    position = SOUND
    for _ in range(played):
        position = position.play(position.legal()[0])
    return position


def hands(**changed: int) -> tuple[int, int, int, int]:
    return tuple(changed.get(seat, hand) for seat, hand in zip("NESW", HANDS, strict=True))  # type: ignore[return-value]


BAD: list[tuple[str, Position, str, str]] = [
    ("a card too many", replace(SOUND, hands=hands(S=0b111 << 20)), "/hands/S", "R2"),
    ("a card too few", replace(SOUND, hands=hands(W=1 << 6)), "/hands/W", "R2"),
    ("an empty hand", replace(SOUND, hands=hands(N=0)), "/hands/N", "R2"),
    ("a card in two hands", replace(SOUND, hands=hands(S=0b11)), "/hands/N", "R1"),
    ("a card that is none", replace(SOUND, hands=hands(S=0b11 << 54)), "/hands/S", "R1"),
    ("a negative set", replace(SOUND, hands=hands(S=-1)), "/hands/S", "R1"),
    ("a set of 70 bits", replace(SOUND, hands=hands(S=0b11 << 68)), "/hands/S", "R1"),
    ("14 cards a hand", replace(SOUND, hands=tuple(0x3FFF << 14 * s for s in range(4))), "/hands/E", "R2"),
    ("13 cards and tricks taken", replace(SOUND, hands=deal_hands(13, seed=1).hands, ns_tricks=1), "/ns_tricks", "R2"),
    ("three hands", replace(SOUND, hands=HANDS[:3]), "/hands", "R1"),
    ("no seat leads", replace(SOUND, leader=7), "/leader", "R1"),  # type: ignore[arg-type]
    ("a seat below them", replace(SOUND, leader=-1), "/leader", "R1"),  # type: ignore[arg-type]
    ("no suit", replace(SOUND, trump=4), "/trump", "R3"),  # type: ignore[arg-type]
    ("an exempt stranger", replace(SOUND, exempt=frozenset({9})), "/exempt", "R12"),  # type: ignore[arg-type]
    ("tricks below none", replace(SOUND, ns_tricks=-1), "/ns_tricks", "R14"),
    ("a trick of four", replace(SOUND, trick=PACK[20:24]), "/trick", "R11"),
    ("a trick of thirteen", replace(SOUND, trick=PACK[20:33]), "/trick", "R11"),
    ("a card twice in the trick", replace(mid_trick(2), trick=(PACK[20], PACK[20])), "/trick/1", "R1"),
    ("the trick's card still held", replace(mid_trick(1), hands=HANDS), "/hands/E", "R1"),
    ("the leader has too many cards", replace(SOUND, trick=LAST), "/hands/E", "R2"),
    ("all hands are empty but not the trick", replace(SOUND, hands=(0, 0, 0, 0), trick=LAST), "/hands/E", "R2"),
]


@pytest.mark.parametrize("ask", ASKED, ids=lambda ask: ask.__name__)
@pytest.mark.parametrize(("position", "pointer", "rule"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_a_position_that_cannot_be_is_pointed_at(ask: Any, position: Position, pointer: str, rule: str) -> None:
    with pytest.raises(DealError) as caught:
        ask(position)
    assert (caught.value.pointer, caught.value.rule) == (pointer, rule)


card_sets = st.sets(st.sampled_from(PACK), max_size=4).map(to_mask)


@given(
    st.builds(
        Position,
        hands=st.tuples(card_sets, card_sets, card_sets, card_sets),
        trump=st.none() | st.sampled_from(Suit),
        leader=seats,
        trick=st.lists(st.sampled_from(PACK), max_size=5).map(tuple),
        broken=st.booleans(),
        exempt=st.frozensets(seats),
        ns_tricks=st.integers(-1, 13),
        ew_tricks=st.integers(-1, 13),
    )
)
def test_any_cards_anywhere_are_answered_or_refused(position: Position) -> None:
    try:
        position.check()
    except DealError:
        for ask in ASKED:
            with pytest.raises(DealError):
                ask(position)
    else:
        assert position.ns_tricks <= value(position) <= position.ns_tricks + max(map(int.bit_count, position.hands))


@pytest.mark.parametrize(
    "rules",
    [
        replace(STANDARD, **change)
        for change in ({"break_on": BreakOn.NEVER}, {"big_led": BigLed.NONE}, {"little_led": LittleLed.NONE})
    ],
)
def test_an_engine_answers_under_its_own_rules_only(rules: Any) -> None:
    """Its table holds what is true under them; another deal's rules would get wrong values."""
    deal = deal_hands(3, rules, 1)
    engine = Engine(STANDARD)
    for ask in (
        lambda: engine.value(deal.start(Seat.N)),
        lambda: engine.table(deal, [(Seat.N, ())]),
        lambda: solve(deal, engine=engine),
    ):
        with pytest.raises(DealError, match="/rules: "):
            ask()
    scored = replace(STANDARD, trick_points=10, hand_sizes=(3,))  # no matter to the play
    assert engine.value(deal_hands(3, scored, 1).start(Seat.N)) == solve(deal_hands(3, seed=1)).tricks["N"]["NS"]  # type: ignore[union-attr]


def test_an_engine_at_work_refuses_a_second_thread() -> None:
    engine, cancel = Engine(PRESETS["whist"]), Cancel()
    position = hardest().start(Seat.N)
    ended: list[BaseException] = []

    def work() -> None:
        try:
            engine.value(position, Limits(time_limit=60, cancel=cancel))
        except LimitError as error:
            ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        while engine.nodes == 0:
            assert thread.is_alive()
        for ask in (engine.value, engine.card_values, engine.best_line):
            with pytest.raises(RuntimeError, match="its own"):
                ask(position, Limits(node_limit=1))
    finally:
        cancel.set()
        thread.join()
    assert [type(error) for error in ended] == [Cancelled]
    with pytest.raises(LimitError, match="node limit"):  # and it is free again
        engine.value(position, Limits(node_limit=1))


@pytest.mark.parametrize("memory_mb", [0, -1, 1.5, 2**40])
def test_an_engine_needs_sensible_memory(memory_mb: Any) -> None:
    with pytest.raises(ValueError, match="memory_mb"):
        Engine(STANDARD, memory_mb)


ENDS = """
import threading, time
from solver import deals, solve
made = list(deals(6, 40, 1))
def search():
    while True:
        for deal in made:
            solve(deal)
for _ in range(6):
    threading.Thread(target=search, daemon=True).start()
time.sleep(0.1)
"""


def test_a_process_may_end_while_threads_search() -> None:
    """Python before 3.14 unwinds a thread that comes back to it then, which the core must not let end the process."""
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", ENDS], capture_output=True, text=True)
        assert (done.returncode, "terminate" in done.stderr) == (0, False), done.stderr
