"""Matches as the options ask for them, one after another with the same workers."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from solver.batch.engines import start
from solver.batch.part import naming, write_whole
from solver.cli.common import BadInput, Failed, StoppedError
from solver.cli.output import echo
from solver.tournament.clock import Clock
from solver.tournament.counts.result import MatchResult
from solver.tournament.counts.summary import Summary
from solver.tournament.match import Match
from solver.tournament.records_file import record_lines
from solver.tournament.run import Played, open_run, play_match

__all__ = ["Asked", "play_matches"]

_EVERY: Final = 10.0
"""Seconds between two lines of progress where there is no terminal."""

_MOST_SAID: Final = 100_000
"""Lines that are remembered, so that a command that says new ones all the time fills no memory."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How matches are played: workers, folder of the run, file of records."""

    jobs: int
    folder: Path | None
    restart: bool
    records: Path | None
    quiet: bool


def play_matches(matches: Iterable[tuple[str, Match]], asked: Asked, *, times: bool, many: bool) -> list[MatchResult]:
    """The results, with ``times`` of decisions where asked; of ``many`` matches each has a folder of its name."""
    if asked.records is not None and (asked.records.is_dir() or not asked.records.parent.is_dir()):
        raise BadInput(f"{asked.records}: {'is a folder' if asked.records.is_dir() else 'its folder does not exist'}")
    results, lines, said = [], list[str](), set[str]()
    with ExitStack() as stack:
        engine = stack.enter_context(closing(start("processes", asked.jobs))) if asked.jobs > 1 else None
        for name, match in matches:
            with ExitStack() as folders:
                run = None
                if asked.folder is not None:
                    place = asked.folder / name if many else asked.folder
                    run = folders.enter_context(closing(open_run(match, place, restart=asked.restart)))
                with _Progress(match, asked.quiet, said) as progress:
                    try:
                        played = play_match(match, engine, run, progress, progress.say)
                    except OSError as error:
                        raise Failed(f"{error.filename or asked.folder}: {error.strerror}") from None
                    except KeyboardInterrupt:
                        if asked.folder is None:
                            raise
                        raise StoppedError(f"stopped; the same command goes on, from {asked.folder}") from None
            result = played.result()
            if not asked.quiet:
                echo("\n".join(_time_lines(played)), err=True)
            results.append(replace(result, times=_times(played)) if times else result)
            if asked.records is not None:
                lines += record_lines(match, played.units())
    if asked.records is not None:
        _write(asked.records, [f"{line}\n".encode() for line in lines])
    return results


def _write(path: Path, lines: list[bytes]) -> None:
    """Writes a file whole, in place of what a link leads to; a pipe or a device has to be written to as it is."""
    place = Path(os.path.realpath(path))
    if place.exists() and not stat.S_ISREG(place.stat().st_mode):
        with naming(place), place.open("wb") as file:
            file.writelines(lines)
    else:
        write_whole(place, *lines)


class _Progress:
    """A bar on a terminal, else a line now and then; and what commands say on standard error, each line once.

    ``said`` are the lines that were told before.
    """

    def __init__(self, match: Match, quiet: bool, said: set[str]) -> None:
        self._said = said
        self._name = f"{match.first} - {match.second}"
        self._quiet = quiet or sys.stderr is None
        self._told = time.monotonic()
        self._bar: Any = None
        if not self._quiet and sys.stderr.isatty():
            self._bar = tqdm(total=match.count, unit=" games" if match.games else " deals", desc=self._name)

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def say(self, line: str) -> None:
        """Tells the line of a command, unless it was told."""
        if line in self._said:
            return
        if len(self._said) < _MOST_SAID:
            self._said.add(line)
        if self._bar is not None:
            self._bar.write(line, file=sys.stderr)
        else:
            echo(line, err=True)

    def __call__(self, summary: Summary, count: int) -> None:
        mean = summary.mean()
        so_far = f"{mean.mean:+.2f} ± {mean.half_width:.2f}"
        if self._bar is not None:
            self._bar.set_postfix_str(so_far, refresh=False)
            self._bar.update(mean.deals - self._bar.n)
        elif not self._quiet and time.monotonic() - self._told >= _EVERY:
            self._told = time.monotonic()
            echo(f"{self._name}: {mean.deals:,} of {count:,}, {so_far}", err=True)


def _times(played: Played) -> dict[str, Any]:
    """Seconds a decision by bot and by what was decided."""
    bots = zip(played.match.contenders, played.clocks, strict=True)
    return {f"{place}: {bot}": _by_kind(clock) for place, (bot, clock) in enumerate(bots)}


def _by_kind(clock: Clock) -> dict[str, dict[str, float | int | None]]:
    return {
        kind: {
            "decisions": counts.total(),
            "median": _significant(clock.quantile(kind, 0.5)),
            "p99": _significant(clock.quantile(kind, 0.99)),
        }
        for kind, counts in sorted(clock.counts.items())
    }


def _significant(seconds: float | None) -> float | None:
    return None if seconds is None else float(f"{seconds:.2g}")


def _time_lines(played: Played) -> Iterator[str]:
    for bot, clock in zip(played.match.contenders, played.clocks, strict=True):
        told = [
            f"a {kind} {_span(clock.quantile(kind, 0.5))} (median), 99 % below {_span(clock.quantile(kind, 0.99))}"
            for kind in sorted(clock.counts)
        ]
        yield f"{bot}: {'; '.join(told) or 'no times'}"


def _span(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    return (
        f"{seconds * 1e6:.0f} µs"
        if seconds < 1e-3
        else f"{seconds * 1e3:.2g} ms"
        if seconds < 1
        else f"{seconds:.2g} s"
    )
