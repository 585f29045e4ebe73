"""Jobs for tests: bodies of deals, stores, and what must come of them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from api.jobs.database import Database
from api.jobs.intake import take_in
from api.jobs.limits import Limits
from api.jobs.place import place_of
from api.jobs.store import Job, Store
from api.jobs.worker import Worker
from solver.batch.chunk import Recipe, answer
from solver.batch.source import Lines
from solver.batch.tasks import Question
from solver.dealing import deals

ROOMY = Limits(bytes=10_000_000, line=1_000_000, records=100_000, jobs=100, age=3600)


def body_of(count: int, cards: int = 2, seed: int = 1) -> bytes:
    """So many deals, as JSON with an id and as lines in turn."""
    lines = [
        str(deal) if place % 2 else json.dumps({**deal.to_dict(), "id": f"deal {place}"})
        for place, deal in enumerate(deals(cards, count, seed))
    ]
    return ("\n".join(lines) + "\n").encode()


def right_lines(body: bytes, task: str = "solve") -> list[bytes]:
    """The results that a body must have, found here and now."""
    numbered = tuple(enumerate(body.decode().splitlines(), 1))
    return [str(row).encode() for row in answer(Recipe(Question(task)), Lines(numbered)).rows]


def store_at(path: Path | str, megabytes: int = 0) -> Store:
    """The store in this file, or at this address."""
    return Store(Database(place_of(str(path)), megabytes))


def taken(store: Store, body: bytes, task: str = "solve", key: str | None = None, limits: Limits = ROOMY) -> Job:
    """A body taken in, in pieces of an odd size."""
    return take_in(store, limits, task, key, (body[start : start + 777] for start in range(0, len(body), 777)))


def worker_of(store: Store, lease: float = 30.0) -> Worker:
    """A worker of this process."""
    return Worker(store.database, lease=lease, age=3600, time_limit=10)


def work_off(store: Store) -> None:
    """Answers all that waits."""
    worker = worker_of(store)
    while (lease := worker.leases.take()) is not None:
        worker.work(lease)


def lines_of_job(store: Store, job: str, after: int = 0) -> list[bytes]:
    """The results that are there, in order."""
    return b"".join(piece.data for piece in store.results(store.find(job), after)).splitlines()


def until(happened: Callable[[], Any], seconds: float = 30.0) -> Any:
    """Waits for it, and gives what it gave; an error where that takes too long."""
    end = time.monotonic() + seconds
    while not (found := happened()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
    return found


def parsed(lines: Iterator[bytes] | list[bytes]) -> list[dict[str, Any]]:
    """JSON lines."""
    return [json.loads(line) for line in lines]
