"""Where the search and the plain referees differ, in one sentence a difference."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from compiling import CORE_TESTS, compile_alone
from random_positions import to_position
from reference import SEATS, Puzzle, Referee, card_values

from solver.search import Engine


def best_of(puzzle: Puzzle, values: dict[str, int]) -> int:
    """The value of a position from its cards' values: the side to play takes its best."""
    return (max if puzzle.turn in "NS" else min)(values.values())


def difference(puzzle: Puzzle, truth: dict[str, int]) -> str | None:
    """How the search's value, cards or line depart from ``truth``, each card's NS tricks; None if they do not."""
    position = to_position(puzzle)
    engine = Engine(position.rules)
    value = engine.value(position)
    cards = {str(card): tricks for card, tricks in engine.card_values(position).items()}
    line = [str(card) for card in engine.best_line(position)]
    best = best_of(puzzle, truth)
    if value != best:
        return f"value {value}, should be {best}: {puzzle}"
    if cards != truth:
        return f"cards {cards}, should be {truth}: {puzzle}"
    try:
        reached = Referee(puzzle).line_value(line)
    except ValueError as error:
        return f"line {' '.join(line)}: {error}: {puzzle}"
    if reached != best:
        return f"line {' '.join(line)} takes {reached}, should take {best}: {puzzle}"
    return None


def differences(puzzles: Iterable[Puzzle]) -> Iterator[str | None]:
    """For each puzzle None or its difference from the referee in Python."""
    for puzzle in puzzles:
        yield difference(puzzle, card_values(puzzle))


class NativeReferee:
    """The referee in C++ (solver/core/tests/referee.cpp), compiled into ``folder`` and run beside this process.

    Use as a context manager.
    """

    def __init__(self, folder: Path, compiler: str = "") -> None:
        program = folder / "referee"
        if not program.exists():
            compile_alone(CORE_TESTS / "referee.cpp", program, "-O2", compiler=compiler)
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> NativeReferee:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def card_values(self, puzzle: Puzzle) -> dict[str, int]:
        """NS tricks to the end after each legal card, as ``reference.card_values``."""
        words = next(self._ask(puzzle_line(puzzle))).split()
        return {card: int(tricks) for card, tricks in (word.split("=") for word in words)}

    def states(self, puzzle: Puzzle) -> Iterator[tuple[int, int, bool, int]]:
        """Every start of a trick that play can reach: cards left (bit 16 * seat + place), leader, broken, NS tricks."""
        for line in self._ask("states " + puzzle_line(puzzle)):
            if line == "\n":
                return
            left, leader, broken, tricks = line.split()
            yield int(left, 16), int(leader), broken == "1", int(tricks)

    def _ask(self, line: str) -> Iterator[str]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return iter(self.process.stdout.readline, "")


def puzzle_line(puzzle: Puzzle) -> str:
    """The puzzle as referee.cpp reads it."""
    knobs = {"break_on": "any_trump", "big_led": "all_highest", "little_led": "all_lowest", **puzzle.rules}
    return " ".join(
        [
            puzzle.trump or "-",
            puzzle.leader,
            str(int(puzzle.broken)),
            "".join(puzzle.exempt) or "-",
            *(str(knobs[name]) for name in ("break_on", "big_led", "little_led")),
            ",".join(puzzle.trick) or "-",
            *(",".join(puzzle.hands[seat]) or "-" for seat in SEATS),
        ]
    )
