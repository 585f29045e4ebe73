"""Who is connected: how many in all and from each address, and what their unread bodies take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Protocol

__all__ = ["Crowd", "Guest"]


class Guest(Protocol):
    """A connection as the crowd sees it."""

    client: str
    waits_since: float | None
    """When it began to wait for a request, on the loop's clock; None while one is being answered."""

    def throw_out(self) -> None:
        """Closes it at once; it tells the crowd that it has left."""


class Crowd:
    """At most ``most`` connections, ``each`` of them of one client, and so many bytes of bodies; 0 is no limit."""

    def __init__(self, most: int, each: int, bytes_most: int, bytes_each: int) -> None:
        self._most = most
        self._each = each
        self._bytes_most = bytes_most
        self._bytes_each = bytes_each
        self._here: dict[Guest, None] = {}
        self._of: Counter[str] = Counter()
        self._bytes: Counter[str] = Counter()
        self._all_bytes = 0

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
            self._less(self._of, guest.client, 1)

    def take(self, client: str, size: int) -> bool:
        """Room for ``size`` bytes of a body of ``client``, or False."""
        over_all = self._all_bytes + size > self._bytes_most
        if over_all or (self._bytes_each and self._bytes[client] + size > self._bytes_each):
            return False
        self._bytes[client] += size
        self._all_bytes += size
        return True

    def give_back(self, client: str, size: int) -> None:
        """The room of ``take``."""
        if size:
            self._less(self._bytes, client, size)
            self._all_bytes -= size

    @staticmethod
    def _less(counts: Counter[str], client: str, size: int) -> None:
        counts[client] -= size
        if not counts[client]:
            del counts[client]
