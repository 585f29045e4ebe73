"""A line in which many clients wait, and none waits for another's many: each has its turn."""

from __future__ import annotations

import heapq
import ipaddress
import re
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

__all__ = ["FairQueue", "address_told", "client_of"]

T = TypeVar("T")
_WITH_PORT: Final = re.compile(r"\[([^\]]*)\](?::\d*)?|([^:]*):\d*")
"""``[2001:db8::1]:443``, ``192.0.2.1:443``."""


def client_of(address: str) -> str:
    """Whom an address belongs to: itself, or the /64 of an IPv6 one, of which a host has as many as it likes.

    A port, which some proxies add and which differs from connection to connection, is no part of it.
    """
    if ported := _WITH_PORT.fullmatch(address):
        address = ported[1] or ported[2]
    if ":" not in address:
        return address
    try:
        parsed = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(parsed) >> 64 << 64)) + "/64"


def address_told(forwarded: str, proxies: int) -> str:
    """The address that the first of so many trusted proxies saw, by X-Forwarded-For; empty where it does not tell."""
    told = forwarded.split(",")
    return told[-proxies].strip() if len(told) >= proxies else ""


class FairQueue(Generic[T]):
    """At most ``most`` things waiting, the oldest of each client in turn; not for several threads at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lines: OrderedDict[str, deque[T]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def push(self, client: str, item: T) -> T | None:
        """Puts ``item`` behind what its client has here, and gives what finds no place: None, itself, or another's.

        Where all places are taken, the client with the most of them loses its newest to one with fewer.
        """
        dropped: T | None = None
        if self._count >= self.most:
            richest = max(self._lines, key=lambda name: len(self._lines[name]), default=client)
            if len(self._lines.get(richest, ())) <= len(self._lines.get(client, ())) + 1:
                return item
            dropped = self._lines[richest].pop()
            self._count -= 1
        self._lines.setdefault(client, deque()).append(item)
        self._count += 1
        return dropped

    def trim(self, most: int, also: Mapping[str, int], where: Callable[[T], bool]) -> list[T]:
        """Takes out the newest of which ``where`` is true, of whoever has the most of them, until there are ``most``.

        ``also`` is how many each has elsewhere, which count as well and stay there.
        """
        here = {client: [item for item in line if where(item)] for client, line in self._lines.items()}
        surplus = sum(map(len, here.values())) + sum(also.values()) - most
        counts = [(-len(items) - also.get(client, 0), client) for client, items in here.items() if items]
        heapq.heapify(counts)
        dropped: list[T] = []
        while surplus > len(dropped) and counts:
            count, client = counts[0]
            item = here[client].pop()
            self.remove(client, item)
            dropped.append(item)
            if here[client]:
                heapq.heapreplace(counts, (count + 1, client))
            else:
                heapq.heappop(counts)
        return dropped

    def counts(self) -> dict[str, int]:
        """How many of each client wait."""
        return {client: len(line) for client, line in self._lines.items()}

    def pop(self, held: Callable[[str], int] = lambda _: 0) -> T | None:
        """What is next: of the client for whom ``held`` is least, among equals the one whose turn was longest ago."""
        if not self._lines:
            return None
        client = min(self._lines, key=held)
        line = self._lines[client]
        item = line.popleft()
        self._count -= 1
        if line:
            self._lines.move_to_end(client)
        else:
            del self._lines[client]
        return item

    def ahead(self, client: str) -> int:
        """How many will have had their turn before what ``client`` would push now."""
        return min(self._count, (len(self._lines.get(client, ())) + 1) * len(self._lines))

    def remove(self, client: str, item: T) -> bool:
        """Takes ``item`` out; False where it is not here any more."""
        line = self._lines.get(client)
        if line is None or item not in line:
            return False
        line.remove(item)
        self._count -= 1
        if not line:
            del self._lines[client]
        return True

    def drop(self, where: Callable[[T], bool]) -> list[T]:
        """Takes out all of which ``where`` is true."""
        dropped: list[T] = []
        for client, line in tuple(self._lines.items()):
            kept: deque[T] = deque()
            for item in line:
                (dropped if where(item) else kept).append(item)
            if kept:
                self._lines[client] = kept
            else:
                del self._lines[client]
        self._count -= len(dropped)
        return dropped
