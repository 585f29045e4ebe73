"""Batches as a user runs them, and what may befall them: bad lines, kills, records that no worker survives."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bad_deals import BAD, deal_of

from solver.batch.source import Chunk, Entry, Lines
from solver.batch.tasks import Question
from solver.dealing import deals

COMMAND = [sys.executable, "-c", "from solver.cli import main; main()"]
JUNK = ("junk", '{"hands": ', "[1, 2", '{"hands": {}, "hands": {}}', '{"deal": 7}', "W H N:AK. 2. 3. 4.")
"""Lines that are no deal at all."""


def backalley(*arguments: object, text: str | bytes = b"", check: bool = False) -> subprocess.CompletedProcess[str]:
    """``backalley batch`` run to its end."""
    done = subprocess.run(
        [*COMMAND, "batch", *map(str, arguments)],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        check=False,
        timeout=300,
    )
    found = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert not check or done.returncode == 0, found.stderr
    assert "Traceback" not in found.stderr, found.stderr
    return found


def records_of(path: Path) -> list[dict[str, Any]]:
    """The records of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@dataclass(frozen=True)
class Mixed:
    """A file of deals of which some are bad: ``wrong`` has pointer and rule by line."""

    text: str
    wrong: dict[int, tuple[str | None, str | None]]


def mixed(count: int, bad: int, seed: int = 1) -> Mixed:
    """``count`` lines, ``bad`` of them wrong in all the ways there are in turn."""
    rng = random.Random(seed)
    places = set(rng.sample(range(count), bad))
    lines: list[str] = []
    wrong: dict[int, tuple[str | None, str | None]] = {}
    kinds = len(BAD) + len(JUNK)
    for place, deal in enumerate(deals(3, count, seed)):
        if place not in places:
            lines.append(str(deal) if place % 2 else json.dumps({**deal.to_dict(), "id": place}))
            continue
        kind = len(wrong) % kinds
        if kind < len(BAD):
            lines.append(json.dumps(deal_of(BAD[kind])))
            wrong[place + 1] = (BAD[kind].pointer, BAD[kind].rule)
        else:
            lines.append(JUNK[kind - len(BAD)])
            wrong[place + 1] = (None, None)
    if 1 in wrong:  # the first line tells what sort of file it is
        lines[0] = lines[-1]
        wrong.pop(1)
    return Mixed("\n".join(lines) + "\n", wrong)


def killed(arguments: Sequence[object], kills: int, waits: tuple[float, float], seed: int) -> tuple[int, int]:
    """Runs a batch again and again, with ``kills`` -9 at random moments; exit status of the last, and kills made."""
    rng = random.Random(seed)
    made = 0
    while True:
        command = [*COMMAND, "batch", *map(str, arguments)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
            try:
                return process.wait(rng.uniform(*waits) if made < kills else 300), made
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                made += 1


@dataclass(frozen=True)
class Poisonous:
    """Records of which some kill the process that reads them."""

    lines: Lines
    deadly: frozenset[int]

    def __len__(self) -> int:
        return len(self.lines)

    def entries(self, question: Question) -> Iterator[Entry]:
        for entry in self.lines.entries(question):
            if entry.line in self.deadly:
                os.kill(os.getpid(), signal.SIGKILL)
            yield entry

    def places(self) -> Iterator[tuple[int, str | int | None]]:
        return self.lines.places()

    def split(self) -> tuple[Poisonous, Poisonous]:
        first, second = self.lines.split()
        return Poisonous(first, self.deadly), Poisonous(second, self.deadly)


@dataclass(frozen=True)
class PoisonousSource:
    """Deals of three cards, of which the lines ``deadly`` kill whoever reads them."""

    count: int
    deadly: frozenset[int]
    total: int | None = None
    cards: int = 3

    def describe(self) -> dict[str, Any]:
        return {"poisonous": sorted(self.deadly), "count": self.count}

    def chunks(self, question: Question, size: int) -> Iterator[Chunk]:  # noqa: ARG002
        numbered = [(number, str(deal)) for number, deal in enumerate(deals(3, self.count, 5), 1)]
        for index, first in enumerate(range(0, self.count, size)):
            yield Chunk(index, Poisonous(Lines(tuple(numbered[first : first + size])), self.deadly))
