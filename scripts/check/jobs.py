#!/usr/bin/env python3
"""Long checks of /v1/jobs: what an evening of a busy service may meet, on real processes.

    scripts/check/jobs.py kills               20 jobs of 1,000 deals at once, the server killed -9 twice in between
    scripts/check/jobs.py kills --postgres    the same on a PostgreSQL server begun for it
    scripts/check/jobs.py disk                a full disk under the store (a small tmpfs: needs root)

Each prints what it saw, and ends with status 1 where something is not as it must be.
"""

from __future__ import annotations

import argparse
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "oracles"))
import httpx
import sqlalchemy as sa
from databases import postgres
from job_runs import body_of, right_lines, store_at, until
from served import Server, free_port, start
from small_disk import small_disk

from api.jobs.store import Store
from api.jobs.tables import JOBS
from solver.dealing import deals

LINES = {"Content-Type": "application/x-ndjson"}


def main() -> int:
    """Runs one check; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("check", choices=["kills", "disk"])
    parser.add_argument("--postgres", action="store_true", help="the store is a PostgreSQL database")
    parser.add_argument("--jobs", type=int, default=20)
    parser.add_argument("--deals", type=int, default=1000, help="of each job")
    parser.add_argument("--cards", type=int, default=5)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--workers", type=int, help="job workers  [all cores but one]")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        if asked.check == "disk":
            right = _disk(Path(folder))
        else:
            place = f"{stack.enter_context(postgres())}/postgres" if asked.postgres else f"{folder}/jobs.sqlite"
            right = _kills(Path(folder), place, asked)
    print("right" if right else "WRONG")
    return 0 if right else 1


class Served:
    """A server on one port that can be killed and begun again; what it says is kept."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self.settings = settings
        self.port = free_port()
        self.said: list[str] = []
        self.url = f"http://127.0.0.1:{self.port}"
        self.begin()

    def begin(self) -> None:
        self._server: Server = start(self.folder, "--quiet", port=self.port, **self.settings)
        threading.Thread(target=self._listen, args=(self._server.process,), daemon=True).start()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        self.said.extend(process.stderr)

    def check(self) -> bool:
        """True, or an end with what it said where the server has ended by itself."""
        if self._server.process.poll() is not None:
            raise SystemExit(f"the server ended with {self._server.process.returncode}:\n{''.join(self.said[-40:])}")
        return True

    def kill(self) -> None:
        self._server.process.kill()
        self._server.process.wait()
        until(self._is_free)  # its children hold the port, and answer, until they see that it is gone

    def _is_free(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
        except OSError:
            return True
        return False

    def end(self) -> None:
        self._server.process.terminate()
        self._server.process.wait(30)


class Plain:
    """A client that solves deals of 5 cards one after another, and what it waited."""

    def __init__(self, url: str) -> None:
        self.seconds: list[float] = []
        self.missed = 0
        self._over = threading.Event()
        self._url = url
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with httpx.Client(base_url=self._url, timeout=30) as client:
            for deal in deals(5, 1_000_000, 99):
                began = time.perf_counter()
                try:
                    client.post("/v1/solve", json=deal.to_dict()).raise_for_status()
                    self.seconds.append(time.perf_counter() - began)
                except httpx.HTTPError:  # the server is dead just now
                    self.missed += 1
                if self._over.wait(0.02):
                    return

    def end(self) -> str:
        self._over.set()
        self._thread.join()
        cuts = statistics.quantiles(self.seconds, n=100)
        missed = f", {self.missed} while the server was dead" if self.missed else ""
        return (
            f"{len(self.seconds)} plain solves of 5 cards, p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms"
            f"{missed}"
        )


def _submitted(url: str, name: str, body: bytes) -> str:
    """The place of a job, however often it must be sent."""
    while True:
        try:
            answer = httpx.post(
                f"{url}/v1/jobs?task=solve", content=body, headers={**LINES, "Idempotency-Key": name}, timeout=60
            )
            if answer.status_code == 202:
                return answer.headers["Location"]
        except httpx.HTTPError:
            pass
        time.sleep(0.2)


def _done(store: Store) -> int:
    with store.database.reading() as connection:
        return connection.execute(sa.select(sa.func.coalesce(sa.func.sum(JOBS.c.done), 0))).scalar_one()


def _kills(folder: Path, place: str, asked: argparse.Namespace) -> bool:
    bodies = [body_of(asked.deals, asked.cards, seed) for seed in range(asked.jobs)]
    right = [right_lines(body) for body in bodies]
    settings = {"jobs": place, "jobs_lease": 5}
    if asked.workers is not None:
        settings["jobs_workers"] = asked.workers
    served = Served(folder, **settings)
    plain = Plain(served.url)
    time.sleep(5)
    print(f"without jobs: {plain.end()}")
    store = store_at(place)
    plain = Plain(served.url)
    began = time.monotonic()
    with ThreadPoolExecutor(asked.jobs) as pool:
        sent = [pool.submit(_submitted, served.url, f"job-{n}", body) for n, body in enumerate(bodies)]
        total = asked.jobs * asked.deals
        for kill in range(1, asked.kills + 1):
            until(lambda: served.check() and _done(store) >= total * kill / (asked.kills + 1), 600)  # noqa: B023
            served.kill()
            print(f"killed with {_done(store):,} of {total:,} records done")
            served.begin()
        places = [each.result() for each in sent]
    with httpx.Client(base_url=served.url, timeout=60) as client:
        until(lambda: served.check() and all(client.get(where).json()["status"] == "done" for where in places), 600)
        took = time.monotonic() - began
        print(f"with jobs: {plain.end()}")
        wrong = 0
        for where, lines in zip(places, right, strict=True):
            *found, end = client.get(f"{where}/results").content.splitlines()
            if found != lines or json.loads(end)["summary"]["records"] != asked.deals:
                wrong += 1
    served.end()
    store.database.close()
    sizes = f"{asked.jobs} jobs of {asked.deals:,} deals of {asked.cards} cards"
    print(f"{sizes} in {took:.1f} s, {wrong} not as they must be")
    return not wrong and len(set(places)) == asked.jobs


def _disk(folder: Path) -> bool:
    body = body_of(3000, 9)
    with small_disk(folder / "disk", 8) as disk:
        served = Served(folder, jobs=disk / "jobs.sqlite", jobs_workers=1, jobs_lease=3)
        with httpx.Client(base_url=served.url, timeout=60) as client:

            def post() -> httpx.Response:
                return client.post("/v1/jobs?task=solve", content=body, headers=LINES)

            first = post().headers["Location"]
            until(lambda: client.get(first).json()["done"])
            ballast = disk / "ballast"
            with ballast.open("wb", buffering=0) as file:
                try:
                    while file.write(b"\0" * 4096):
                        pass
                except OSError as error:
                    print(f"the disk is full: {error.strerror}")
            refused = post()
            later = refused.headers["Retry-After"]
            print(f"POST: {refused.status_code} {refused.json()['detail']} (Retry-After {later})")
            until(lambda: any("is full" in line for line in served.said))
            print(f"worker: {next(line for line in served.said if 'is full' in line).strip()}")
            stuck = client.get(first).json()
            plain = client.post("/v1/solve", json=next(deals(5, 1, 1)).to_dict()).status_code
            print(f"meanwhile: {stuck['status']} with {stuck['done']} of {stuck['total']} done, plain solve {plain}")
            ballast.unlink()
            until(lambda: client.get(first).json()["status"] == "done", 300)
            *found, end = client.get(f"{first}/results").content.splitlines()
            whole = found == right_lines(body) and json.loads(end)["summary"]["records"] == 3000
            print(f"room again: done, the results are {'complete' if whole else 'NOT COMPLETE'}")
            second = post()
            print(f"POST: {second.status_code}")
            until(lambda: client.get(second.headers["Location"]).json()["status"] == "done", 300)
        served.end()
    return whole and refused.status_code == 507 and plain == 200 and stuck["status"] == "running"


if __name__ == "__main__":
    sys.exit(main())
