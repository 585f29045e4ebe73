#!/usr/bin/env python3
"""The service under load: what clients are answered, what it costs, and what they see when processes go.

    scripts/check/load.py mixed      2,000 requests of all kinds from 64 clients, beside the bare engine on the same
    scripts/check/load.py overhead   what a small request costs beyond its answer
    scripts/check/load.py flood      500 of the hardest deals at once with 200 ms each
    scripts/check/load.py sizing     solves that a core answers in a second, and memory by slots and by answers kept
    scripts/check/load.py signals    SIGHUP, kill -9 of a worker and SIGTERM while clients ask

Each prints what it saw, and ends with status 1 where something is not as it must be.  With ``--apart`` the service has
one processor and the clients have the others.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "oracles"))
from hard_deals import hardest
from served import Server, children, request, start, stop

from solver.dealing import deals
from solver.requests.bids import BidsTask
from solver.requests.deals import DealsTask
from solver.requests.solve import SolveTask

_LATE_MOST, _BUDGET, _FLOOD = 0.05, 0.2, 500
Asked = tuple[str, dict[str, Any]]


def main() -> int:
    """Runs one check; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    checks: dict[str, Callable[[Server], bool]] = {
        "mixed": _mixed,
        "overhead": _overhead,
        "flood": _flood,
        "sizing": _sizing,
        "signals": _signals,
    }
    parser.add_argument("check", choices=checks)
    parser.add_argument(
        "--apart", action="store_true", help="service and clients on a processor each, to tell whose a delay is"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes of the service")
    asked = parser.parse_args()
    first, *others = sorted(os.sched_getaffinity(0))
    slots = len(others) + 1
    if asked.apart:
        os.sched_setaffinity(0, {first})  # which the service has of us
    with tempfile.TemporaryDirectory() as folder:
        # Without a cache: what is asked twice is to be found twice.
        os.environ["BACKALLEY_CACHE_MB"] = "0"
        server = start(Path(folder), "--quiet", slots=slots, workers=asked.workers)
        if asked.apart:
            os.sched_setaffinity(0, others or {first})
        right = checks[asked.check](server)
        if server.process.poll() is None:
            right &= "Traceback" not in stop(server)
    print("right" if right else "WRONG")
    return 0 if right else 1


def _cpu(server: Server) -> float:
    """Processor seconds of the service's processes."""
    total = 0
    for pid in (server.process.pid, *children(server.process.pid)):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def _memory(server: Server, name: str) -> float:
    """MB of the worker: VmRSS, or VmHWM, its peak."""
    worker = children(server.process.pid)[-1]
    lines = Path(f"/proc/{worker}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1]) / 1024


async def _ask(
    port: int, raws: Sequence[bytes], address: str, gate: asyncio.Event | None = None, again: bool = False
) -> list[Any]:
    """Status and seconds of each request, one after another on a connection; 0 where it broke, -1 where none came.

    ``again``: who is told 503 asks again a second later.
    """
    found: list[Any] = []
    broken = -1
    loop = asyncio.get_running_loop()
    client = None
    try:
        left = list(raws)
        while left:
            raw = left[0]
            if client is None:
                broken = -1
                client = socket.socket()
                client.setblocking(False)
                client.bind((address, 0))
                await loop.sock_connect(client, ("127.0.0.1", port))
                if gate is not None:
                    await gate.wait()
            broken, began = 0, time.monotonic()
            await loop.sock_sendall(client, raw)
            told = b""
            while b"\r\n\r\n" not in told:
                told += (piece := await loop.sock_recv(client, 1 << 16))
                if not piece:
                    raise ConnectionError
            head, _, body = told.partition(b"\r\n\r\n")
            sizes = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
            length = int(sizes[0][15:]) if sizes else None
            while len(body) < length if length is not None else not body.endswith(b"0\r\n\r\n"):
                body += (piece := await loop.sock_recv(client, 1 << 16))
                if not piece:
                    raise ConnectionError
            status = int(told[9:12])
            found.append((status, time.monotonic() - began))
            if status == 503 and again:
                await asyncio.sleep(random.uniform(0.5, 1.5))
            else:
                left.pop(0)
            if b"connection: close" in head.lower():
                client.close()
                client = None
    except OSError:
        found.append((broken, 0.0))
    finally:
        if client is not None:
            client.close()
    return found


def _asked_by(
    port: int, parts: Sequence[Sequence[bytes]], addresses: int, at_once: bool = False, again: bool = False
) -> list[Any]:
    """What a client for each of ``parts`` was answered."""

    async def all_of_them() -> list[Any]:
        gate = asyncio.Event()
        asking = [
            asyncio.ensure_future(
                _ask(port, raws, f"127.0.2.{1 + number % addresses}", gate if at_once else None, again)
            )
            for number, raws in enumerate(parts)
        ]
        await asyncio.sleep(1 if at_once else 0)
        gate.set()
        return [answer for found in await asyncio.gather(*asking) for answer in found]

    return asyncio.run(all_of_them())


def _mix(count: int) -> list[Asked]:
    """Requests of all kinds, most of them solves of full hands."""
    random.seed("mixed")
    found: list[Asked] = []
    for number in range(count):
        cards = random.choice([13, 13, 13, 13, 12, 11, 10, 9, 8, 7, 5, 3])
        (deal,) = deals(cards, 1, f"mixed/{number}")
        kind = random.choice(["solve"] * 7 + ["bids"] * 2 + ["deals"])
        found.append((f"/v1/{kind}", {"cards": 13, "count": 20, "seed": number} if kind == "deals" else deal.to_dict()))
    return found


def _bare(asked: Sequence[Asked], threads: int = 1) -> float:
    """Processor seconds of the same in this process, from JSON to JSON, on as many processors as the service has."""
    kinds: dict[str, Any] = {"/v1/solve": SolveTask, "/v1/bids": BidsTask, "/v1/deals": DealsTask}

    def answer(question: Asked) -> None:
        path, data = question
        json.dumps(kinds[path].from_dict(json.loads(json.dumps(data))).run().to_dict())

    began = time.process_time()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(answer, asked))
    return time.process_time() - began


def _mixed(server: Server) -> bool:
    asked = _mix(2000)
    raws = [request(path, data) for path, data in asked]
    _asked_by(server.port, [raws[:20]], 1)
    before = _cpu(server)
    began = time.monotonic()
    found = _asked_by(server.port, [raws[number::64] for number in range(64)], 4, again=True)
    took, spent = time.monotonic() - began, _cpu(server) - before
    statuses = Counter(status for status, _ in found)
    bare = _bare(asked, len(os.sched_getaffinity(0)))
    seconds = sorted(seconds for _, seconds in found)
    print(
        f"statuses {dict(statuses)}  {len(found) / took:.0f} a second  p50 {1000 * statistics.median(seconds):.0f} ms"
    )
    print(f"CPU: service {spent:.2f} s, bare engine {bare:.2f} s, ratio {bare / spent:.2f}")
    return set(statuses) <= {200, 503} and statuses[200] == len(asked)


def _overhead(server: Server) -> bool:
    for cards in (1, 3, 5):
        asked: list[Asked] = [("/v1/solve", deal.to_dict()) for deal in deals(cards, 100, "overhead")]
        raws = [request(path, data) for path, data in asked]
        _asked_by(server.port, [raws], 1)
        before = _cpu(server)
        found = _asked_by(server.port, [raws * 20], 1)
        spent, bare = (1000 * seconds / len(found) for seconds in (_cpu(server) - before, 20 * _bare(asked)))
        print(f"{cards} cards: service {spent:.2f} ms, bare {bare:.2f} ms, overhead {spent - bare:.2f} ms")
    return True


def _flood(server: Server) -> bool:
    raw = request("/v1/solve", {**hardest().to_dict(), "time_limit": _BUDGET})
    (five,) = deals(5, 1, "flood")
    after = [request("/v1/solve", five.to_dict())] * 50
    _asked_by(server.port, [after], 1)
    rest = _memory(server, "VmRSS")
    found = _asked_by(server.port, [[raw]] * _FLOOD, 10, at_once=True)
    late = sorted(max(0.0, seconds - _BUDGET) for _, seconds in found)
    calm = statistics.median(seconds for _, seconds in _asked_by(server.port, [after], 1))
    statuses = dict(Counter(status for status, _ in found))
    p50, p99, most = (1000 * late[int(share * (len(late) - 1))] for share in (0.5, 0.99, 1))
    print(f"statuses {statuses}  late p50 {p50:.0f}, p99 {p99:.0f}, most {most:.0f} ms")
    peak, now = _memory(server, "VmHWM"), _memory(server, "VmRSS")
    print(f"memory before {rest:.0f}, peak {peak:.0f}, after {now:.0f} MB; five cards after: {1000 * calm:.1f} ms")
    return len(found) == _FLOOD and set(statuses) <= {200, 503, 504} and p99 <= 1000 * _LATE_MOST


def _sizing(server: Server) -> bool:
    """Counted in seconds of processor, so that others on the machine change little."""
    for cards, count in ((5, 1000), (9, 400), (13, 200)):
        raws = [request("/v1/solve", deal.to_dict()) for deal in deals(cards, count, "sizing")]
        _asked_by(server.port, [raws[:20]], 1)
        before = _cpu(server)
        answered = sum(status == 200 for status, _ in _asked_by(server.port, [raws], 1))
        spent = (_cpu(server) - before) / count
        print(f"{cards:2} cards: {1000 * spent:6.2f} ms of processor, {1 / spent:6.0f} a second of a core ({answered})")
    print(f"memory after these: {_memory(server, 'VmRSS'):.0f} MB, peak {_memory(server, 'VmHWM'):.0f} MB")
    hard = request("/v1/solve", {**hardest().to_dict(), "time_limit": 5})
    for slots in (1, 2, 4):
        with _another(slots=slots, cache_mb=0) as other:
            rest = _memory(other, "VmRSS")
            _asked_by(other.port, [[hard]] * slots, 1, at_once=True)
            print(f"{slots} slots, as many of the hardest: from {rest:.0f} to {_memory(other, 'VmHWM'):.0f} MB")
    with _another(cache_mb=64, cache_from_ms=0) as other:
        for number in range(4):
            held, kept = _memory(other, "VmRSS"), other.figure("backalley_cache_memory_bytes") / 1e6
            print(f"answers kept: {kept:5.1f} MB as counted, {held:.0f} MB in all")
            raws = [request("/v1/solve", deal.to_dict()) for deal in deals(3, 4000, f"kept/{number}")]
            _asked_by(other.port, [raws[part::4] for part in range(4)], 1)
    return True


@contextmanager
def _another(**settings: object) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = start(Path(folder), "--quiet", **settings)
        try:
            yield server
        finally:
            stop(server)


def _signals(server: Server) -> bool:
    raws = [request("/v1/solve", deal.to_dict()) for size in (5, 13) for deal in deals(size, 20, "signals")]
    over = threading.Event()
    seen: list[Counter[int]] = [Counter()]

    def client(number: int) -> None:
        chosen = random.Random(number)
        while not over.is_set():
            answers = asyncio.run(_ask(server.port, [chosen.choice(raws) for _ in range(5)], f"127.0.2.{1 + number}"))
            seen[-1].update(status for status, _ in answers)
            if any(status <= 0 for status, _ in answers):
                time.sleep(0.02)

    clients = [threading.Thread(target=client, args=(number,)) for number in range(8)]
    for asking in clients:
        asking.start()

    def during(name: str, act: Callable[[], object]) -> Counter[int]:
        seen.append(Counter())
        act()
        time.sleep(4)
        print(f"{name:22} {dict(seen[-1])}  (0: the connection broke, -1: it was refused)", flush=True)
        return seen[-1]

    def kill() -> None:
        with suppress(ProcessLookupError):
            os.kill(children(server.process.pid)[-1], signal.SIGKILL)

    right = True
    for name, act in [
        ("nothing", lambda: None),
        ("SIGHUP", lambda: server.process.send_signal(signal.SIGHUP)),
        ("SIGHUP", lambda: server.process.send_signal(signal.SIGHUP)),
        ("kill -9 of the worker", kill),
        ("kill -9 of the worker", kill),
    ]:
        counted = during(name, act)
        right &= set(counted) <= {-1, 0, 200, 503} and counted[200] > 0
    healthy = server.ask("GET", "/readyz").status
    print(f"/readyz after: {healthy}")
    counted = during("SIGTERM", lambda: server.process.send_signal(signal.SIGTERM))
    right &= set(counted) <= {-1, 200, 503}
    over.set()
    for asking in clients:
        asking.join()
    server.process.wait(timeout=20)
    print(f"exit status {server.process.returncode}")
    return right and healthy == 200 and server.process.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
