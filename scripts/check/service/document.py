#!/usr/bin/env python3
"""The service held against its OpenAPI document, and against bodies that are spoilt.

    scripts/check/service/document.py schema --examples 2000    all checks of schemathesis, so many examples each
    scripts/check/service/document.py bodies --count 10000      mutated bodies: no 5xx but 504, no hang, no growth

Each prints what it saw, and ends with status 1 where something is not as it must be.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests" / "oracles"))
from _operations import Seen, check, labels
from junk import JUNK, places
from served import Server, children, start, stop

EXAMPLES: Final = Path(__file__).resolve().parents[3] / "api" / "examples"
_TIME_LIMIT: Final = 0.3
_LONGEST: Final = 5.0
"""Seconds in which any body is answered on a busy machine, with a solve of at most ``_TIME_LIMIT``."""
_GROWTH_MB: Final = 30
_PART: Final = 250
"""Examples of an operation that a process makes at a time."""
_POSTS: Final = ("solve", "bids", "review", "score", "deals")


def main() -> int:
    """Runs one check; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("check", choices=["schema", "bodies"])
    parser.add_argument("--examples", type=int, default=2000, help="of each operation")
    parser.add_argument("--count", type=int, default=10_000, help="bodies")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="operations whose method and path hold this")
    parser.add_argument("--processes", type=int, default=2, help="that share the examples")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if asked.check == "schema":
            right = _schema(asked.examples, asked.only, asked.seed, asked.processes)
        else:
            right = _bodies(Path(folder), asked.count, asked.seed)
    print("right" if right else "WRONG")
    return 0 if right else 1


def _schema(examples: int, only: str, seed: int, processes: int) -> bool:
    """Each operation against every check of schemathesis, in parts that several processes share."""
    parts = [_PART] * (examples // _PART) + ([examples % _PART] if examples % _PART else [])
    began = time.monotonic()
    whole: dict[str, Seen] = {}
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        names = [label for label in pool.submit(labels).result() if only in label]
        going = {
            pool.submit(check, label, size, seed * 1000 + number): label
            for label in names
            for number, size in enumerate(parts)
        }
        out = Counter(going.values())
        for each in as_completed(going):
            label = going[each]
            whole.setdefault(label, Seen()).add(each.result())
            out[label] -= 1
            if not out[label]:
                seen = whole[label]
                print(f"{label}: {seen} ({seen.seconds:.0f} s, {time.monotonic() - began:.0f} s in all)", flush=True)
    print(f"{len(names)} operations, {sum(seen.statuses.total() for seen in whole.values()):,} requests")
    return bool(names) and not any(seen.faults for seen in whole.values())


def _good_bodies() -> list[tuple[str, bytes]]:
    """Bodies of the document's own examples, by path, and those of jobs."""
    found = []
    for name in _POSTS:
        told = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
        found += [(f"/v1/{name}", json.dumps(value).encode()) for value in _values(told, "request")]
    found += [("/v1/jobs?task=solve", b"\n".join(body for path, body in found if path == "/v1/solve"))]
    return found


def _values(told: Any, member: str) -> Iterator[Any]:
    """All that stands under a member of this name, however deep."""
    if isinstance(told, dict):
        for name, item in told.items():
            if name == member:
                yield item
            else:
                yield from _values(item, member)
    elif isinstance(told, list):
        for item in told:
            yield from _values(item, member)


def _mutated(body: bytes, rng: random.Random) -> bytes:
    """The body with one to four changes, of its bytes or of its values."""
    if rng.random() < 0.5:
        try:
            return _other_values(json.loads(body), rng)
        except ValueError:
            pass
    data = bytearray(body)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(6):
            case 0:
                data[at:at] = bytes([rng.randrange(256)])
            case 1:
                del data[at : at + rng.randint(1, 20)]
            case 2:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 3:
                data[at:at] = data[at : at + rng.randint(1, 60)] * rng.randint(1, 50)
            case 4:
                data[at:at] = rng.choice([b"[" * 3000, b"{", b'"', b"\\ud800", b"1e999", b"\xff", b"\0", b"null", b","])
            case _:
                other = rng.randrange(len(data) + 1)
                data[at:at] = data[min(at, other) : max(at, other)]
    return bytes(data)


_SENDABLE: Final[list[Any]] = []
for _value in JUNK:
    try:
        _SENDABLE.append((json.dumps(_value), _value)[1])
    except (TypeError, ValueError, RecursionError):
        continue


def _other_values(value: Any, rng: random.Random) -> bytes:
    """JSON with some values and names exchanged for others or for junk."""
    for _ in range(rng.randint(1, 4)):
        paths = [path for path in places(value) if path]
        if not paths:
            break
        *way, last = rng.choice(paths)
        node = value
        for step in way:
            node = node[step]
        match rng.randrange(4):
            case 0:
                node[last] = rng.choice(_SENDABLE)
            case 1:
                del node[last]
            case 2 if isinstance(node, dict):
                node[rng.choice(["", "x", "N", "rules", "deal", "hands", "deals"])] = node[last]
            case _:
                other = rng.choice(paths)
                taken = value
                for step in other:
                    try:
                        taken = taken[step]
                    except (KeyError, IndexError, TypeError):
                        break
                node[last] = json.loads(json.dumps(taken))
    return json.dumps(value).encode()


def _resident_mb(server: Server) -> float:
    """Of the service's processes together."""
    pages = 0
    todo = [server.process.pid]
    while todo:
        pid = todo.pop()
        pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        todo += children(pid)
    return pages * 4096 / 1e6


def _bodies(folder: Path, count: int, seed: int) -> bool:
    good = _good_bodies()
    rng = random.Random(seed)
    # The memory of the cache is bounded and fills on purpose, so there is none; nobody works on the jobs.
    server = start(folder, "--quiet", time_limit=_TIME_LIMIT, cache_mb=0, jobs=folder / "jobs.sqlite", jobs_workers=0)
    statuses: Counter[int] = Counter()
    slowest, wrong, sizes = 0.0, 0, []
    try:
        server.ask("POST", *good[-1], headers={"Content-Type": "application/x-ndjson"})  # loads what jobs alone need
        for number in range(count):
            path, body = rng.choice(good)
            body = _mutated(body, rng)
            kind = "application/x-ndjson" if "jobs" in path else "application/json"
            began = time.monotonic()
            try:
                with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
                    connection.request("POST", path, body, {"Content-Type": kind})
                    answer = connection.getresponse()
                    answer.read()
                    took = time.monotonic() - began
                    if (job := answer.headers["Location"]) is not None:  # so that there are never too many
                        connection.request("DELETE", job)
                        connection.getresponse().read()
                status = answer.status
            except (OSError, http.client.HTTPException) as error:
                print(f"{path}: {error!r}: {body[:300]!r}")
                status, took = 0, time.monotonic() - began
            slowest = max(slowest, took)
            statuses[status] += 1
            if status == 0 or (status >= 500 and status != 504) or took > _LONGEST:
                wrong += 1
                print(f"{path}: {status} after {took:.2f} s: {body[:500]!r}", flush=True)
            if number % (count // 10 or 1) == 0:
                sizes.append(_resident_mb(server))
        sizes.append(_resident_mb(server))
        healthy = server.ask("GET", "/healthz").status == 200
    finally:
        stop(server)
    told = " ".join(f"{status}:{number}" for status, number in sorted(statuses.items()))
    # What is loaded late is there after the first tenth.
    growth = sizes[-1] - sizes[len(sizes) // 2]
    print(f"{count:,} bodies: {told}; slowest {slowest:.2f} s; {wrong} wrong")
    print(f"resident MB: {' '.join(f'{size:.0f}' for size in sizes)}; {growth:+.0f} in the second half")
    return not wrong and healthy and growth < _GROWTH_MB


if __name__ == "__main__":
    sys.exit(main())
