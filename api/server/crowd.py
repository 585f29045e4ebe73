"""Who is connected: how many in all and from each address, and what the bodies they send take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Protocol

__all__ = ["Crowd", "Guest", "Room"]


class Guest(Protocol):
    """A connection as the crowd sees it."""

    client: str
    waits_since: float | None
    """When it began to wait for a request, on the loop's clock; None while one is being answered."""

    def throw_out(self) -> None:
        """Closes it at once; it tells the crowd that it has left."""


class Crowd:
    """At most ``most`` connections, ``each`` of them of one client; 0 is no limit."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._here: dict[Guest, None] = {}
        self._of: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._here)

    def __iter__(self) -> Iterator[Guest]:
        return iter(tuple(self._here))

    def admits(self, client: str) -> bool:
        """Whether one more of ``client`` may come in, for which another may have to leave."""
        if self._each and self._of[client] >= self._each:
            return False
        if len(self._here) < self._most:
            return True
        waiting = [guest for guest in self._here if guest.waits_since is not None]
        leaves = max(waiting, key=lambda guest: (self._of[guest.client], -(guest.waits_since or 0.0)), default=None)
        if leaves is None or self._of[leaves.client] <= self._of[client]:
            return False
        leaves.throw_out()
        return True

    def enter(self, guest: Guest) -> None:
        self._here[guest] = None
        self._of[guest.client] += 1

    def leave(self, guest: Guest) -> None:
        """Forgets ``guest``, who may have left before."""
        if guest in self._here:
            del self._here[guest]
            _less(self._of, guest.client, 1)


class Room:
    """Room for ``most`` bytes of bodies, ``each`` of one client; 0 is no limit of one."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._of: Counter[str] = Counter()
        self._all = 0

    def take(self, client: str, size: int) -> bool:
        """Room for ``size`` bytes of a body of ``client``, or False."""
        if self._all + size > self._most or (self._each and self._of[client] + size > self._each):
            return False
        self._of[client] += size
        self._all += size
        return True

    def give_back(self, client: str, size: int) -> None:
        """The room of ``take``."""
        if size:
            _less(self._of, client, size)
            self._all -= size


def _less(counts: Counter[str], client: str, size: int) -> None:
    counts[client] -= size
    if not counts[client]:
        del counts[client]
