"""
The double-dummy search of Back Alley. Use solver.search; cards and seats are plain ints here.
"""

from collections.abc import Sequence


class Stopped(RuntimeError):
    pass

class Cancel:
    def __init__(self) -> None: ...

    def set(self) -> None: ...

    @property
    def is_set(self) -> bool: ...

class Solver:
    def __init__(self, break_on: int, big_led: int, little_led: int, max_bytes: int) -> None: ...

    def value(self, hands: Sequence[int], trump: int, leader: int, trick: Sequence[int], broken: bool, exempt: int, seconds: float, nodes: int, cancel: Cancel | None, guess: int = -1) -> int: ...

    def cards(self, hands: Sequence[int], trump: int, leader: int, trick: Sequence[int], broken: bool, exempt: int, seconds: float, nodes: int, cancel: Cancel | None) -> list[tuple[int, int]]: ...

    def line(self, hands: Sequence[int], trump: int, leader: int, trick: Sequence[int], broken: bool, exempt: int, seconds: float, nodes: int, cancel: Cancel | None) -> list[int]: ...

    def table(self, hands: Sequence[int], trump: int, cases: Sequence[tuple[int, int]], seconds: float, nodes: int, cancel: Cancel | None) -> list[int]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def bytes(self) -> int: ...
