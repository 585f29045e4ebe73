"""What the search is asked in Python that cannot be: every case a clear error, never a crash or a guess."""

from __future__ import annotations

import threading
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hard_deals import hardest
from hypothesis import given
from hypothesis import strategies as st
from strategies import dealt, legal_play, seats, seeds

from solver.deal import Deal
from solver.dealing import deal_hands
from solver.errors import BackAlleyError, Cancelled, DealError, LimitError
from solver.game.cards import PACK, Seat, Suit, to_mask
from solver.game.play import Position
from solver.game.rules import PRESETS, STANDARD, BigLed, BreakOn, LittleLed
from solver.search import Cancel, Engine, Limits, best_line, card_values, solve, value

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


@given(dealt(), seats, seeds, st.integers(0, 52))
def test_every_position_of_a_play_is_sound(deal: Deal, leader: Seat, seed: int, plays: int) -> None:
    rng = Random(seed)
    position = deal.start(leader, rng.sample(list(Seat), rng.randrange(5)))
    for card in legal_play(position, rng, min(plays, 4 * deal.cards)):
        position.check()
        position = position.play(card)
    position.check()


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


@pytest.mark.parametrize(
    "wrong",
    [
        {"time_limit": 0},
        {"time_limit": -1.0},
        {"time_limit": float("nan")},
        {"time_limit": "5"},
        {"node_limit": 0},
        {"node_limit": 1.5},
        {"node_limit": float("nan")},
        {"node_limit": "5"},
        {"node_limit": 10**30},
        {"threads": 0},
        {"threads": 1.5},
        {"memory_mb": 0},
        {"memory_mb": 1.5},
        {"memory_mb": None},
        {"memory_mb": 2**40},
    ],
    ids=str,
)
def test_a_limit_that_is_none_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Limits(**wrong)


@pytest.mark.parametrize("memory_mb", [0, -1, 1.5, 2**40])
def test_an_engine_needs_sensible_memory(memory_mb: Any) -> None:
    with pytest.raises(ValueError, match="memory_mb"):
        Engine(STANDARD, memory_mb)


HUGE: list[dict[str, Any]] = [{"node_limit": 10**18}, {"time_limit": float("inf")}, {"time_limit": 10**400}]


@pytest.mark.parametrize("huge", HUGE, ids=["nodes", "endless", "absurd"])
def test_a_huge_limit_is_no_limit(huge: dict[str, Any]) -> None:
    """Also where the engine has counted nodes before."""
    deal = deal_hands(5, seed=1)
    engine = Engine(STANDARD)
    solve(deal_hands(6, seed=2), engine=engine)
    assert solve(deal, engine=engine, **huge).tricks == solve(deal).tricks


def test_seats_may_be_given_by_letter() -> None:
    deal = deal_hands(4, seed=1)
    by_seat = solve(deal, leader=Seat.E, exempt=[Seat.E, Seat.S]).to_dict()
    by_letter = solve(deal, leader="e", exempt=["East", "S"]).to_dict()
    assert {**by_letter, "ms": 0} == {**by_seat, "ms": 0}


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({"leader": "Q"}, "/leader"),
        ({"leader": 1}, "/leader"),
        ({"exempt": ["N", 9]}, "/exempt/1"),
        ({"exempt": "NX"}, "/exempt/1"),
        ({"exempt": [None]}, "/exempt/0"),
    ],
    ids=str,
)
def test_a_seat_that_is_none_is_pointed_at(asked: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BackAlleyError) as caught:
        solve(deal_hands(4, seed=1), **asked)
    assert caught.value.pointer == pointer
