"""
The double-dummy search of Back Alley. Use solver.search; cards and seats are plain ints here.
"""

from collections.abc import Sequence
from typing import Final


class Stopped(RuntimeError):
    pass

class Cancel:
    def __init__(self) -> None: ...

    def set(self) -> None: ...

    @property
    def is_set(self) -> bool: ...

class Limits:
    def __init__(self, seconds: float = -1.0, nodes: int = 0, cancel: Cancel | None = None) -> None: ...

class Position:
    def __init__(self, hands: Sequence[int], trump: int, leader: int, trick: Sequence[int], broken: bool, exempt: int) -> None: ...

class Solver:
    def __init__(self, break_on: int, big_led: int, little_led: int, max_bytes: int, threads: int = 1) -> None: ...

    def value(self, position: Position, limits: Limits, guess: int = -1) -> int: ...

    def cards(self, position: Position, limits: Limits) -> list[tuple[int, int]]: ...

    def played(self, position: Position, limits: Limits, plays: Sequence[int]) -> list[list[tuple[int, int]]]: ...

    def played_values(self, position: Position, limits: Limits, plays: Sequence[int]) -> list[int]: ...

    def line(self, position: Position, limits: Limits) -> list[int]: ...

    def table(self, deal: Position, limits: Limits, cases: Sequence[tuple[int, int]]) -> list[int]: ...

    def switch(self, technique: str, on: bool) -> None:
        """
        Turns a search technique on or off; for tests and the ablation benchmark.
        """

    techniques: Final[list[str]] = ...
    """(arg: object, /) -> list[str]"""

    @property
    def nodes(self) -> int: ...

    @property
    def bytes(self) -> int: ...

def first_wrong(hands: object, trumps: object, pack: int, no_trump_bloopers: int, trump: int) -> int:
    """The first deal that cannot be; how many there are, if all can."""

def tables(rules: tuple[int, int, int], cases: Sequence[tuple[int, int]], max_bytes: int, threads: int, hands: object, trumps: object, node_limits: object, time_limits: object, limits: Limits, values: object, nodes: object, seconds: object, status: object) -> None:
    """
    The table of each deal, in one call; the limits are of the whole, and have no nodes.
    """

def world_tricks(rules: tuple[int, int, int], max_bytes: int, threads: int, moment: Position, layouts: object, cards: Sequence[int], limits: Limits, values: object, done: object) -> None:
    """North-South's tricks to come after each card, in each layout."""

def world_reaches(rules: tuple[int, int, int], max_bytes: int, threads: int, moment: Position, layouts: object, cards: Sequence[int], needs: Sequence[int], limits: Limits, values: object, done: object) -> None:
    """
    Whether North-South take each number of tricks from here after each card, in each layout.
    """

def world_cases(rules: tuple[int, int, int], max_bytes: int, threads: int, trump: int, layouts: object, cases: Sequence[tuple[int, int]], limits: Limits, values: object, done: object) -> None:
    """North-South's tricks in each case of first leads, in each layout."""
