"""The processes of one service, which come from one and share a file: who of them lives, and what they have in common.

A process has its number, and each place that it takes, by a lock on a byte of the file, which the kernel undoes when
the process ends, however it ends.  What it tells stands in the file by its number.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

__all__ = ["MOST", "OwnPlaces", "Places", "SharedPlaces", "Siblings"]

MOST: Final = 1024
"""Places of a kind."""
_PROCESSES: Final = 256
"""At a time, those that are being stopped included."""
_ROW: Final = 8
"""What a process tells: so many numbers of eight bytes."""
_TURN: Final = 0.01
"""Seconds for which a process may hand a place on within itself while others wait for one."""


class Places(Protocol):
    """``count`` places, of which a lane takes and gives back one at a time; not for several threads at once."""

    count: int

    def take(self) -> bool:
        """Takes a place, or False where there is none."""

    def give(self) -> None:
        """Gives one back."""

    def wait(self, waiting: int) -> None:
        """Tells how many wait here."""

    def may_keep(self) -> bool:
        """Whether one that is given up may be had by who waits here, and need not go to others first."""

    @property
    def shared(self) -> bool:
        """Whether others may give a place back, so that who waits has to look."""


class OwnPlaces:
    """Places of this process alone."""

    shared = False

    def __init__(self, count: int) -> None:
        self.count = count
        self._taken = 0

    def take(self) -> bool:
        if self._taken >= self.count:
            return False
        self._taken += 1
        return True

    def give(self) -> None:
        self._taken -= 1

    def wait(self, waiting: int) -> None:
        """Nobody needs to know."""

    def may_keep(self) -> bool:
        return True


class Siblings:
    """The processes that come from the one that made this."""

    def __init__(self) -> None:
        # One file for all: to close another of the same would undo the locks of this process.
        self._file = _file_without_a_name()
        os.truncate(self._file, _ROW * 8 * _PROCESSES)
        self._told = memoryview(mmap.mmap(self._file, _ROW * 8 * _PROCESSES)).cast("d")
        self.number = 0
        """Of this process, from 1 on; 0 until it has joined.  One that ended leaves its number to its successor."""

    def join(self) -> int:
        """Takes the lowest number that is free; OSError where none is."""
        for number in range(1, _PROCESSES):
            if self.lock(number):
                self.number = number
                for place in range(_ROW):
                    self.tell(place, 0.0)
                return number
        raise OSError(f"more than {_PROCESSES - 1} processes")

    def tell(self, place: int, value: float) -> None:
        """Has the others know ``value``."""
        self._told[_ROW * self.number + place] = value

    def told(self, place: int) -> float:
        """The sum of what the living tell, this one included."""
        return sum(self._told[_ROW * number + place] for number in self._numbers(place))

    def others_tell(self, place: int) -> bool:
        """Whether another that lives tells anything but 0."""
        return any(number != self.number for number in self._numbers(place))

    def _numbers(self, place: int) -> Sequence[int]:
        numbers = [number for number in range(_PROCESSES) if self._told[_ROW * number + place]]
        return [number for number in numbers if number == self.number or self._lives(number)]

    def _lives(self, number: int) -> bool:
        if not self.lock(number):
            return True
        self.unlock(number)
        return False

    def lock(self, byte: int) -> bool:
        """Has the byte for this process, or False where another has it; to be asked only for what it has not."""
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
        except OSError:
            return False
        return True

    def unlock(self, byte: int) -> None:
        """Gives it back."""
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, byte)


def _file_without_a_name() -> int:
    if hasattr(os, "memfd_create"):  # needs no folder that can be written to
        return os.memfd_create("backalley")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


class SharedPlaces:
    """Places of all ``siblings`` together; ``kind`` tells those of different kinds apart, from 1 on.

    What waits here is told in the siblings' row at ``kind``.
    """

    shared = True

    def __init__(self, siblings: Siblings, kind: int, count: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.count = count
        self._siblings = siblings
        self._kind = kind
        self._clock = clock
        self._taken: list[int] = []
        self._since = 0.0

    def take(self) -> bool:
        first = MOST * self._kind
        for byte in range(first, first + self.count):
            if byte not in self._taken and self._siblings.lock(byte):
                self._taken.append(byte)
                self._since = self._clock()
                return True
        return False

    def give(self) -> None:
        self._siblings.unlock(self._taken.pop())

    def wait(self, waiting: int) -> None:
        self._siblings.tell(self._kind, waiting)

    def may_keep(self) -> bool:
        return self._clock() < self._since + _TURN or not self._siblings.others_tell(self._kind)
