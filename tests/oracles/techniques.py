"""Whether each technique of the search is sound: alone, left out, through the patterns it leaves in the table, and
assertion by assertion.

A technique is switched by name (``Techniques`` in solver/core/techniques.hpp).  Truth is the plain referee in C++.
Every check yields one sentence a difference, and covers all knobs that touch play, exempt seats included.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from agreement import NativeReferee, best_of, puzzle_line
from compiling import CORE_TESTS, compile_alone
from random_positions import puzzle, to_position
from reference import SEATS, Puzzle

from solver import _core
from solver.game.cards import Card
from solver.game.rules import BigLed, BreakOn, LittleLed, Rules
from solver.search import Engine

TECHNIQUES = tuple(_core.Solver.techniques)
HABITS = ("table", "few_ranks", "skip_low", "ordering", "hints")
BOUNDS = tuple(name for name in TECHNIQUES if name not in HABITS)
"""Those that assert tricks without search."""

NO_LIMITS = _core.Limits()
Known = tuple[Any, int]
"""A position in the core's words and the NS tricks still to come."""


def engine_with(rules: Rules, *on: str, memory_mb: int = 256) -> Engine:
    """An engine with only these techniques."""
    engine = Engine(rules, memory_mb)
    for name in TECHNIQUES:
        engine._solver.switch(name, name in on)
    return engine


def engine_without(rules: Rules, *off: str) -> Engine:
    """An engine with all techniques but these."""
    return engine_with(rules, *(name for name in TECHNIQUES if name not in off))


def switch_differences(given: Puzzle) -> Iterator[str]:
    """Where the value, or a card's, changes when a technique is left out."""
    position = to_position(given)
    engine = Engine(position.rules)
    value, cards = engine.value(position), engine.card_values(position)
    for name in TECHNIQUES:
        without = engine_without(position.rules, name)
        if (without_it := without.value(position)) != value:
            yield f"without {name} the value is {without_it}, with it {value}: {given}"
        if (found_cards := without.card_values(position)) != cards:
            yield f"without {name} the cards are {found_cards}, with it {cards}: {given}"


def expansion(referee: NativeReferee, given: Puzzle) -> list[Known]:
    """Every start of a trick that play can reach from the puzzle, with its true value."""
    position = to_position(given)
    trump = -1 if position.trump is None else int(position.trump)
    exempt = sum(1 << seat for seat in position.exempt)
    places = [[1 << Card.parse(name).index for name in given.hands[seat]] for seat in SEATS]
    masks: dict[int, int] = {}

    def hand(left: int, seat: int) -> int:
        held = left >> 16 * seat & 0xFFFF
        key = held << 2 | seat
        if key not in masks:
            masks[key] = sum(card for place, card in enumerate(places[seat]) if held >> place & 1)
        return masks[key]

    return [
        (_core.Position([hand(left, seat) for seat in range(4)], trump, leader, [], broken, exempt), tricks)
        for left, leader, broken, tricks in referee.states(given)
    ]


def alone_differences(given: Puzzle, known: list[Known]) -> Iterator[str]:
    """Where a technique with no other at its side errs, at any trick that play can reach from the puzzle.

    ``known`` is the puzzle's expansion.  A null window just above the truth is always searched, so a bound that asserts
    too much shows at its own position.
    """
    for name in TECHNIQUES:
        solver = engine_with(to_position(given).rules, name)._solver
        for index, (position, tricks) in enumerate(known):
            if (alone := solver.value(position, NO_LIMITS)) != tricks:
                yield f"{name} alone: value {alone}, should be {tricks}, at state {index} of {puzzle_line(given)}"
                break


def redeals(given: Puzzle, rng: Random, count: int) -> Iterator[Puzzle]:
    """The puzzle, and with its cards dealt anew so that every seat keeps the length of each suit.

    Table patterns of one redeal fit others.  Bloopers mostly stay; who is exempt and whether trump is broken change.
    """
    yield given
    for _ in range(count - 1):
        hands = {seat: list(cards) for seat, cards in given.hands.items()}
        for suit in "SHDC":
            fixed = {"LB", "BB"} if suit != given.trump or rng.random() < 0.8 else set()
            places = [
                (seat, index)
                for seat, cards in hands.items()
                for index, card in enumerate(cards)
                if (card[1] == suit if card not in ("LB", "BB") else suit == given.trump and card not in fixed)
            ]
            cards = [hands[seat][index] for seat, index in places]
            rng.shuffle(cards)
            for (seat, index), card in zip(places, cards, strict=True):
                hands[seat][index] = card
        yield Puzzle(
            hands=hands,
            trump=given.trump,
            leader=given.leader,
            trick=(),
            broken=rng.random() < 0.3,
            exempt=[seat for seat in SEATS if rng.random() < 0.5] if rng.random() < 0.5 else given.exempt,
            rules=given.rules,
        )


def redeal_differences(referee: NativeReferee, given: Puzzle, rng: Random, count: int) -> Iterator[str]:
    """Where an engine kept over redeals errs: with everything on, and with each technique alone beside the table.

    A pattern that leaves out a card that mattered gives its value to a redeal that has another one.
    """
    rules = to_position(given).rules
    engines = {"all": Engine(rules)} | {
        name: engine_with(rules, "table", name) for name in (*BOUNDS, "skip_low", "few_ranks")
    }
    for each in redeals(given, rng, count):
        truth = best_of(each, referee.card_values(each))
        position = to_position(each)
        for name, engine in engines.items():
            if (kept := engine.value(position)) != truth:
                yield f"kept with {name}: value {kept}, should be {truth}: {each}"


def build_prover(folder: Path, compiler: str = "") -> Path:
    """The program of solver/core/tests/prove_bounds.cpp, compiled into ``folder``."""
    program = folder / "prove_bounds"
    if not program.exists():
        compile_alone(CORE_TESTS / "prove_bounds.cpp", program, "-O2", compiler=compiler)
    return program


def false_assertions(prover: Path, seed: int, count: int, cards: tuple[int, int]) -> tuple[dict[str, int], list[str]]:
    """How many assertions each bound made at ``count`` random positions, and those that play to the end refutes."""
    words = [str(number) for number in (seed, count, *cards)]
    ran = subprocess.run([prover, *words], stdout=subprocess.PIPE, text=True)
    lines = ran.stdout.splitlines()
    faults = [text for text in lines if text.startswith("false: ")]
    made = dict(text.split()[:2] for text in lines if not text.startswith("false: "))
    if ran.returncode not in (0, 1) or not made:
        raise RuntimeError(f"{prover.name} ended with status {ran.returncode}: {ran.stdout[-500:]}")
    return {bound: int(number) for bound, number in made.items()}, faults


def tricks_to_lead(seed: str, count: int, largest: int, smallest: int) -> Iterator[Puzzle]:
    """``count`` puzzles with nothing on the table; the rules go round all 36 ways to limit leads and force plays."""
    knobs = list(product(BreakOn, BigLed, LittleLed))
    for number in range(count):
        rng = Random(f"{seed}/{number}")
        start = puzzle(rng, largest, smallest)
        while start.trick:
            start = puzzle(rng, largest, smallest)
        break_on, big_led, little_led = knobs[number % len(knobs)]
        limits = {"break_on": str(break_on), "big_led": str(big_led), "little_led": str(little_led)}
        yield replace(start, rules={**start.rules, **limits})
