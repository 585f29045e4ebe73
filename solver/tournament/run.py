"""A match from its first chunk to its result: side by side, in a folder that lets it go on, ended early where asked.

Chunks are taken in order, and whether the interval is narrow enough is asked after each: so where a match ends, and
every byte that is kept of it, is the same for any number of workers and stops.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from solver.batch.engines import Engine
from solver.batch.part import SPOILT, Part, write_part
from solver.batch.run import RunError, RunFolder
from solver.batch.summary import Tally
from solver.players.bots.process import Say
from solver.tournament.chunk import Result, play_chunk
from solver.tournament.clock import Clock
from solver.tournament.counts.result import MatchResult
from solver.tournament.counts.summary import Summary
from solver.tournament.match import Match
from solver.tournament.record import UnitRecord

__all__ = ["LEAST_PAIRS", "Played", "open_run", "play_match"]

LEAST_PAIRS: Final = 32
"""Pairs of rooms before which no match ends early: a few alike would make a narrow interval of chance."""
_TRIES: Final = 3
_AHEAD: Final = 4
"""Chunks a worker that may be done before the one whose turn it is."""
_TIMES: Final = "times.jsonl"
Told = Callable[[Summary, int], None]


@dataclass(slots=True)
class Played:
    """A match that was played: its lines, and how long decisions took."""

    match: Match
    summary: Summary
    lines: list[bytes] = field(default_factory=list)
    clocks: tuple[Clock, Clock] = field(default_factory=lambda: (Clock(), Clock()))
    stopped: bool = False

    def result(self) -> MatchResult:
        """Its result, without times."""
        return self.summary.result(stopped=self.stopped)

    def units(self) -> Iterator[UnitRecord]:
        """The records of its pairs of rooms."""
        return (UnitRecord.parse(line) for block in self.lines for line in block.splitlines())

    def take(self, block: bytes, times: list[dict[str, Any]]) -> list[int]:
        """One chunk more; the numbers of its pairs of rooms."""
        units = [UnitRecord.parse(line) for line in block.splitlines()]
        for unit in units:
            self.summary.add(unit)
        self.lines.append(block)
        for clock, counts in zip(self.clocks, times, strict=True):
            clock.merge(Clock.from_dict(counts))
        return [unit.unit for unit in units]

    @property
    def is_narrow(self) -> bool:
        """Whether the match may end here though not all is played."""
        points, until = self.summary.points, self.match.until
        if until is None or len(points) < LEAST_PAIRS or len(points) >= self.match.count:
            return False
        return self.summary.mean().within(until)


def open_run(match: Match, path: Path, *, restart: bool = False) -> RunFolder:
    """The folder of a match, begun where there is none; RunError where it is another's."""
    asked = {
        "version": version("back-alley"),
        "match": match.describe(),
        "form": "jsonl",
        "chunk": match.chunk,
        "total": match.count,
    }
    return RunFolder.open(path, None, asked, restart=restart)


def play_match(
    match: Match,
    engine: Engine | None = None,
    run: RunFolder | None = None,
    told: Told = lambda *_: None,
    say: Say | None = None,
) -> Played:
    """Plays the match, or what is left of it in its folder; without an engine in this process, one chunk by one.

    ``told`` hears the summary so far and the pairs of rooms to play, ``say`` what commands write to standard error,
    where without it that goes: at once in this process, after each chunk from others.
    RunError where a worker dies again and again.
    """
    played = Played(match, Summary(match))
    begun = 0 if run is None else _known(played, run)
    total = -(-match.count // match.chunk)
    if run is not None and run.is_done:
        played.stopped = len(played.summary.points) < match.count
        return played
    played.stopped = played.is_narrow
    if begun:
        told(played.summary, match.count)
    if not played.stopped and begun < total:
        chunks = (
            _alone(match, begun, total, say or _tell) if engine is None else _side_by_side(match, engine, begun, total)
        )
        for index, (block, times, said) in enumerate(chunks, begun):
            for line in said:
                (say or _tell)(line)
            if run is not None:
                _keep(run, index, block, times)
            played.take(block, times)
            told(played.summary, match.count)
            if played.is_narrow:
                played.stopped = True
                chunks.close()
                break
    if run is not None:
        run.place()
    return played


def _tell(line: str) -> None:
    if sys.stderr is not None:
        print(line, file=sys.stderr, flush=True)


def _known(played: Played, run: RunFolder) -> int:
    """What the folder holds goes into the summary; how many chunks there are."""
    run.advance()
    units: list[int] = []
    if run.partial.exists():
        for line in run.partial.read_bytes().splitlines(keepends=True):
            try:
                units += played.take(line, [{}, {}])
            except SPOILT:
                raise RunError(f"{run.partial} is damaged; --restart begins again") from None
    match, parts = played.match, run.state.parts
    if parts > -(-match.count // match.chunk) or units != list(range(min(parts * match.chunk, match.count))):
        raise RunError(f"{run.partial} does not hold what its state.json says; --restart begins again")
    times = run.path / _TIMES
    if times.exists():
        for line in times.read_bytes().splitlines():
            for clock, counts in zip(played.clocks, _counts(line), strict=True):
                clock.merge(counts)
    return parts


def _counts(line: bytes) -> tuple[Clock, Clock]:
    """The times of a chunk; none from a line that a stop cut short or that is spoilt, as nothing hangs on them."""
    try:
        one, other = map(Clock.from_dict, json.loads(line))
    except SPOILT:
        return Clock(), Clock()
    return one, other


def _keep(run: RunFolder, index: int, block: bytes, times: list[dict[str, Any]]) -> None:
    part = Part(index, Tally(), len(block), crc32(block), None, block)
    write_part(run.parts, part)
    run.take(part)
    with (run.path / _TIMES).open("ab") as file:
        file.write(json.dumps(times, separators=(",", ":")).encode() + b"\n")


def _alone(match: Match, begun: int, total: int, say: Say) -> Generator[Result, None, None]:
    for index in range(begun, total):
        yield play_chunk(match, index, say=say)


def _side_by_side(match: Match, engine: Engine, begun: int, total: int) -> Generator[Result, None, None]:
    """The chunks in order, from workers."""
    running: dict[Future[Result], int] = {}
    done: dict[int, Result] = {}
    tries: dict[int, int] = {}
    due = submitted = begun

    def submit(index: int) -> None:
        running[engine.submit(play_chunk, match, index)] = index

    try:
        while due < total:
            while len(running) < engine.slots and submitted < min(total, due + _AHEAD * engine.slots):
                submit(submitted)
                submitted += 1
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                index = running.pop(future)
                try:
                    done[index] = future.result()
                except engine.lost:
                    tries[index] = tries.get(index, 0) + 1
                    if tries[index] == _TRIES:
                        raise RunError(f"{_TRIES} workers died on deal {index * match.chunk} or soon after") from None
                    submit(index)
            while due in done:
                yield done.pop(due)
                due += 1
    finally:
        for future in running:
            future.cancel()
        wait(running)  # the engine is somebody else's next
