#!/usr/bin/env python3
"""Attacks on the service, and what a client of another address sees meanwhile.

    scripts/check/service/attacks.py                           each of them for 60 s
    scripts/check/service/attacks.py unread dripped_bodies     these
    scripts/check/service/attacks.py --seconds 10 --port 8000  on a service that runs already

Attackers have addresses of 127.0.0.0/8 of their own and come again whenever they are thrown out.  The client
asks ``/healthz`` every 50 ms and for a deal of five cards every 200 ms, each on a connection of its own.
Ends with status 1 where the p99 of one is over 100 ms, or of the other over 500 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import re
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "tests" / "oracles"))
from hard_deals import hardest
from served import request, start, stop

from solver.dealing import deals

Act = Callable[[socket.socket], Awaitable[None]]
_HEALTH_MOST, _SOLVE_MOST = 0.1, 0.5
_DEALS = {"cards": 13, "count": 10_000}
_HEAD = b"POST /v1/solve HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
_LINES = b"POST /v1/jobs?task=solve HTTP/1.1\r\nHost: here\r\nContent-Type: application/x-ndjson\r\n"
_REMARK = b"#" * 999 + b"\n"
_LONG = b"W S N:2... 3... 4... 5...\n" + _REMARK * 20_000


@dataclass(frozen=True)
class Attack:
    """So many connections at a time, each of which does ``act``, from ``addresses`` addresses."""

    connections: int
    act: Act
    addresses: int = 1


async def _unread(client: socket.socket) -> None:
    """Asks for much and reads nothing."""
    await asyncio.get_running_loop().sock_sendall(client, request("/v1/deals", _DEALS))
    await asyncio.sleep(3600)


async def _dripped(client: socket.socket, begun: bytes, drop: bytes) -> None:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(client, begun)
    while True:
        await asyncio.sleep(1)
        await loop.sock_sendall(client, drop)


async def _dripped_bodies(client: socket.socket) -> None:
    await _dripped(client, _HEAD + b"Content-Length: 100000\r\n\r\n{", b" ")


async def _dripped_headers(client: socket.socket) -> None:
    await _dripped(client, _HEAD, b"X: y\r\n")


async def _half_bodies(client: socket.socket) -> None:
    whole = request("/v1/solve", hardest().to_dict())
    await _read(client, whole[: len(whole) - 100])


async def _silent(client: socket.socket) -> None:
    await _read(client, b"")


async def _many_deals(client: socket.socket) -> None:
    while True:
        await _answered(client, request("/v1/deals", _DEALS))


async def _hard(client: socket.socket) -> None:
    while True:
        await _answered(client, request("/v1/solve", hardest().to_dict()))


async def _slow_jobs(client: socket.socket) -> None:
    """A long body that would never end, as slowly as is borne: it goes to disk piece by piece."""
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(client, _LINES + b"Content-Length: 90000000\r\n\r\n")
    while True:
        await loop.sock_sendall(client, _REMARK * 100)
        await asyncio.sleep(0.5)


async def _fast_jobs(client: socket.socket) -> None:
    """Long bodies as fast as they are taken, each a job of few deals among much that says nothing."""
    while True:
        await _answered(client, _LINES + b"Content-Length: %d\r\n\r\n" % len(_LONG) + _LONG)


async def _large_bodies(client: socket.socket) -> None:
    """Bodies just below the limit, as fast as they are taken: blanks, then numbers, then deals for a review."""
    deal = {**hardest().to_dict(), "time_limit": 0.2}
    wide = request("/v1/solve", deal).replace(b"\r\n\r\n{", b"\r\n\r\n{" + b" " * 900_000)
    many = request("/v1/solve", {**deal, "numbers": [1] * 300_000})
    deals = request("/v1/review", {"deals": [deal] * 2000})
    length = len(wide.partition(b"\r\n\r\n")[2])
    wide = re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % length, wide, count=1)
    while True:
        for raw in (wide, many, deals):
            await _answered(client, raw)


async def _read(client: socket.socket, sent: bytes) -> None:
    """Sends this, and reads to the end of the connection."""
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(client, sent)
    while await loop.sock_recv(client, 1 << 16):
        pass
    raise ConnectionError


async def _answered(client: socket.socket, sent: bytes) -> None:
    """Sends a request and reads its answer, of known length or in chunks; ConnectionError at the end."""
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(client, sent)
    told = b""
    while b"\r\n\r\n" not in told:
        told += (piece := await loop.sock_recv(client, 1 << 16))
        if not piece:
            raise ConnectionError
    head, _, rest = told.partition(b"\r\n\r\n")
    length = next((int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), None)
    got, tail = len(rest), rest[-5:]
    while got < length if length is not None else tail != b"0\r\n\r\n":
        piece = await loop.sock_recv(client, 1 << 16)
        if not piece:
            raise ConnectionError
        got, tail = got + len(piece), (tail + piece)[-5:]
    if b" 503 " in head[:16]:
        await asyncio.sleep(0.05)


ATTACKS: Mapping[str, Attack] = {
    "unread": Attack(14, _unread),
    "dripped_bodies": Attack(50, _dripped_bodies),
    "dripped_headers": Attack(50, _dripped_headers),
    "half_bodies": Attack(30, _half_bodies),
    "silent": Attack(1100, _silent, 3),
    "many_deals": Attack(16, _many_deals),
    "hogs": Attack(24, _hard, 3),
    "slow_jobs": Attack(50, _slow_jobs, 3),
    "fast_jobs": Attack(8, _fast_jobs, 3),
    "large_bodies": Attack(24, _large_bodies, 3),
}


def _attack(name: str, port: int) -> None:
    """Attacks until it is killed."""
    attack = ATTACKS[name]

    async def one(number: int) -> None:
        while True:
            client = socket.socket()
            with suppress(OSError):
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.setblocking(False)
                client.bind((f"127.0.1.{1 + number % attack.addresses}", 0))
                await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", port))
                await attack.act(client)
            client.close()
            await asyncio.sleep(random.uniform(0.1, 0.3))

    async def all_of_them() -> None:
        await asyncio.gather(*(one(number) for number in range(attack.connections)))

    asyncio.run(all_of_them())


@dataclass
class Probe:
    """What one client saw: seconds of each question, and how many answers had which status (0: none)."""

    seconds: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)

    def ask(self, port: int, raw: bytes) -> None:
        began = time.monotonic()
        status = 0
        with suppress(OSError, IndexError, ValueError), socket.socket() as client:
            client.settimeout(20)
            client.bind(("127.0.9.1", 0))
            client.connect(("127.0.0.1", port))
            client.sendall(raw)
            told = b""
            while piece := client.recv(1 << 16):
                told += piece
            status = int(told.split()[1])
        self.seconds.append(time.monotonic() - began)
        self.statuses[status] = self.statuses.get(status, 0) + 1

    def part(self, share: float) -> float:
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]

    def __str__(self) -> str:
        p50, p99, most = (1000 * seconds for seconds in (self.part(0.5), self.part(0.99), max(self.seconds)))
        statuses = " ".join(f"{status or 'none'}:{count}" for status, count in sorted(self.statuses.items()))
        return f"p50 {p50:7.1f}  p99 {p99:8.1f}  max {most:8.1f} ms  {statuses}"


def _closing(raw: bytes) -> bytes:
    return raw.replace(b"Host: here\r\n", b"Host: here\r\nConnection: close\r\n", 1)


def _probed(port: int, seconds: float) -> tuple[Probe, Probe]:
    """What the client sees of ``/healthz`` and of a deal of five cards."""
    health, solve = Probe(), Probe()
    five = [_closing(request("/v1/solve", deal.to_dict())) for deal in deals(5, 50, "attacks")]
    until = time.monotonic() + seconds

    def probe(into: Probe, every: float, raws: list[bytes]) -> None:
        while time.monotonic() < until:
            into.ask(port, raws[len(into.seconds) % len(raws)])
            time.sleep(every)

    asking = [
        threading.Thread(target=probe, args=(health, 0.05, [_closing(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")])),
        threading.Thread(target=probe, args=(solve, 0.2, five)),
    ]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    return health, solve


def main() -> int:
    """Runs the attacks; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", metavar="attack", help=f"of {', '.join(ATTACKS)}")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--port", type=int, help="of a service that runs already")
    asked = parser.parse_args()
    if unknown := set(asked.attacks) - set(ATTACKS):
        parser.error(f"no attack: {', '.join(unknown)}")
    right = True
    for name in ("nothing", *(asked.attacks or ATTACKS)):
        with tempfile.TemporaryDirectory() as folder:
            jobs = Path(folder) / "jobs.sqlite"  # not those of who runs this
            server = None if asked.port else start(Path(folder), "--quiet", jobs=jobs)
            port = asked.port or server.port
            attacker = multiprocessing.Process(target=_attack, args=(name, port), daemon=True)
            if name != "nothing":
                attacker.start()
                time.sleep(2)
            health, solve = _probed(port, asked.seconds if name != "nothing" else min(5, asked.seconds))
            if name != "nothing":
                attacker.kill()
                attacker.join()
            held = health.part(0.99) <= _HEALTH_MOST and solve.part(0.99) <= _SOLVE_MOST
            held = held and set(health.statuses) | set(solve.statuses) == {200}
            right &= held
            print(f"{name:16} /healthz {health}\n{'' if held else 'MISSED':16} 5 cards  {solve}", flush=True)
            if server is not None:
                server.process.kill() if not held else stop(server)
    print(json.dumps({"right": right}))
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
