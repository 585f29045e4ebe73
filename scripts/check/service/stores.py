#!/usr/bin/env python3
"""What clients see while the stores behind the service fail, with real servers of Debian's packages.

    scripts/check/service/stores.py            all of these
    scripts/check/service/stores.py disk       a full disk under the file of the cache (a small tmpfs: needs root)
    scripts/check/service/stores.py redis      Redis stopped, killed and begun anew under the cache and the rate limit
    scripts/check/service/stores.py postgres   PostgreSQL begun anew under the jobs, while jobs and solves run

Each prints what clients saw before, meanwhile and after, and ends with status 1 where one was wrong, lost or late.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests" / "oracles"))
import httpx
from databases import Postgres
from job_runs import body_of, right_lines, until
from served import Server, free_port, start, stop
from small_disk import small_disk

from solver import solve
from solver.dealing import deals

_LINES: Final = {"Content-Type": "application/x-ndjson"}
_LATE: Final = 2.0
"""Seconds that a solve of 6 cards may take with others beside it, whatever its cache does."""
_DEALS: Final = [(deal.to_dict(), solve(deal).to_dict()["tricks"]) for deal in deals(6, 400, "stores")]


class Clients:
    """Two clients that solve deals of 6 cards again and again, and hold each answer against the right one."""

    def __init__(self, server: Server) -> None:
        self._url = f"http://127.0.0.1:{server.port}"
        self._over = threading.Event()
        self._lock = threading.Lock()
        self.right = True
        self._begin()
        self._threads = [threading.Thread(target=self._run, args=(first,), daemon=True) for first in (0, 200)]
        for thread in self._threads:
            thread.start()

    def _begin(self) -> None:
        self._statuses: Counter[str] = Counter()
        self._seconds: list[float] = []
        self._stores: Counter[str] = Counter()

    def _run(self, place: int) -> None:
        with httpx.Client(base_url=self._url, timeout=30) as client:
            while not self._over.wait(0.01):
                deal, tricks = _DEALS[place % len(_DEALS)]
                place += 1
                began = time.monotonic()
                try:
                    answer = client.post("/v1/solve", json=deal)
                    status = str(answer.status_code)
                    if status == "200" and answer.json()["tricks"] != tricks:
                        status = "WRONG"
                    kept = answer.headers.get("Cache-Status", "none").partition("; ")[2]
                except httpx.HTTPError as error:
                    status, kept = type(error).__name__, "none"
                with self._lock:
                    self._statuses[status] += 1
                    self._stores[kept.partition(";")[0]] += 1
                    self._seconds.append(time.monotonic() - began)

    def tell(self, what: str, seconds: float = 3.0) -> None:
        """What was seen from now on for a while."""
        with self._lock:
            self._begin()
        time.sleep(seconds)
        with self._lock:
            statuses, stores, taken = self._statuses, self._stores, sorted(self._seconds)
            self._begin()
        late = bool(taken) and taken[-1] > _LATE
        self.right &= set(statuses) == {"200"} and not late
        print(
            f"  {what}: {dict(statuses)}, cache {dict(stores)}, p50 {1000 * taken[len(taken) // 2]:.1f} ms, "
            f"most {1000 * taken[-1]:.0f} ms{' LATE' if late else ''}",
            flush=True,
        )

    def end(self) -> bool:
        self._over.set()
        for thread in self._threads:
            thread.join()
        return self.right


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096):
                pass
        except OSError as error:
            print(f"  the disk: {error.strerror}")


def disk(folder: Path) -> bool:
    """Memory keeps nothing here, so that each answer asks the file."""
    with small_disk(folder / "disk", 4) as small:
        ballast = small / "ballast"
        server = start(folder, "--quiet", cache_mb=0, cache_file=small / "cache.sqlite", cache_from_ms=0, jobs="off")
        clients = Clients(server)
        clients.tell("with room")
        _fill(ballast)
        clients.tell("full", 6)
        figures = server.ask("GET", "/metrics").body.decode().splitlines()
        told = [line for line in figures if "cache_errors_total{" in line]
        print(f"  counted: {told}")
        ballast.unlink()
        clients.tell("room again", 12)
        right = clients.end()
        stop(server)
        with closing(sqlite3.connect(small / "cache.sqlite")) as file:
            whole = file.execute("PRAGMA integrity_check").fetchone()[0]
        print(f"  the file afterwards: {whole}")
        return right and whole == "ok"


class _Redis:
    """A Redis server on a port of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self.begin()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def begin(self) -> None:
        quiet = ["--save", "", "--bind", "127.0.0.1", "--dir", self._folder]
        self.process = subprocess.Popen(["redis-server", "--port", str(self.port), *quiet], stdout=subprocess.DEVNULL)

        def answers() -> bool:
            import redis

            try:
                return bool(redis.Redis(port=self.port).ping())
            except redis.ConnectionError:
                return False

        until(answers)


def redis(folder: Path) -> bool:
    """Silent (stopped, so that connections stay and nothing is answered), gone, and back."""
    store = _Redis(folder)
    settings: dict[str, Any] = {"cache_redis": store.url, "rate_store": store.url, "rate_limit": "1000000/minute"}
    server = start(folder, "--quiet", cache_mb=0, cache_from_ms=0, jobs="off", **settings)
    clients = Clients(server)
    try:
        clients.tell("there")
        store.process.send_signal(signal.SIGSTOP)
        clients.tell("silent", 6)
        store.process.send_signal(signal.SIGCONT)
        clients.tell("answers again", 6)
        store.process.kill()
        store.process.wait()
        clients.tell("gone", 6)
        store.begin()
        clients.tell("begun anew", 12)
    finally:
        store.process.kill()
        store.process.wait()
    right = clients.end()
    stop(server)
    return right


def postgres(folder: Path) -> bool:
    """Stopped at once (SIGQUIT, as after a crash) and begun anew, twice, while a job runs."""
    body = body_of(3000, 7)
    right_ones = right_lines(body)
    with Postgres() as database:
        server = start(folder, "--quiet", jobs=database.address, jobs_workers=1, jobs_lease=5)
        url = f"http://127.0.0.1:{server.port}"
        clients = Clients(server)
        with httpx.Client(base_url=url, timeout=60) as client:
            place = client.post("/v1/jobs?task=solve", content=body, headers=_LINES).headers["Location"]
            until(lambda: client.get(place).json()["done"])
            clients.tell("there")
            for turn in (1, 2):
                database.end(signal.SIGQUIT)
                seen = [client.get(place), client.post("/v1/jobs?task=solve", content=body, headers=_LINES)]
                told = [f"{each.status_code} (Retry-After {each.headers.get('Retry-After')})" for each in seen]
                print(f"  gone, turn {turn}: job {told[0]}, new job {told[1]}")
                clients.tell("gone")
                database.begin()
                until(lambda: client.get(place).status_code == 200, 60)
                clients.tell("begun anew")
                refused = all(each.status_code == 503 for each in seen)
                clients.right &= refused
            began = time.monotonic()
            until(lambda: client.get(place).json()["status"] == "done", 300)
            *found, end = client.get(f"{place}/results").content.splitlines()
        whole = found == right_ones and json.loads(end)["summary"]["records"] == 3000
        print(f"  the job: {'complete, as it must be' if whole else 'NOT AS IT MUST BE'}"
              f" {time.monotonic() - began:.0f} s later")  # fmt: skip
        right = clients.end()
        stop(server)
    return whole and right


CHECKS: Final[dict[str, Callable[[Path], bool]]] = {"disk": disk, "redis": redis, "postgres": postgres}


def main() -> int:
    """Runs the checks; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checks", nargs="*", metavar="check", help=f"of {', '.join(CHECKS)}")
    asked = parser.parse_args()
    if unknown := set(asked.checks) - set(CHECKS):
        parser.error(f"no check: {', '.join(unknown)}")
    right = True
    for name in asked.checks or CHECKS:
        print(f"{name}:", flush=True)
        folder = Path(tempfile.mkdtemp())
        try:
            held = CHECKS[name](folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        print(f"  {'right' if held else 'WRONG'}", flush=True)
        right &= held
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
