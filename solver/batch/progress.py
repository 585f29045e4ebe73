"""How far a batch is: a bar on a terminal, else a plain line now and then."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Final, NoReturn, Self, TextIO

from tqdm import tqdm

from solver.batch.summary import Tally, span

__all__ = ["Progress"]

_EVERY: Final = 10.0
"""Seconds between two lines."""


class Progress:
    """Is called with what is counted so far, as often as one likes; ``total`` is None where it is not known."""

    def __init__(self, total: int | None, *, quiet: bool = False, stream: TextIO | None = None) -> None:
        self._total = total
        self._stream = stream or sys.stderr
        self._quiet = quiet or self._stream is None
        self._began = self._told = time.monotonic()
        self._first: int | None = None
        self._bar: tqdm[NoReturn] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def __call__(self, tally: Tally) -> None:
        if self._quiet:
            return
        if self._first is None:
            self._first = tally.records  # of an earlier start: they say nothing of the speed
        if self._stream.isatty():
            self._draw(tally)
        elif time.monotonic() - self._told >= _EVERY:
            self._told = time.monotonic()
            print(self.line(tally), file=self._stream, flush=True)

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self._began

    def line(self, tally: Tally) -> str:
        """Where it stands, in one line."""
        speed = (tally.records - (self._first or 0)) / max(self.seconds, 1e-9)
        whole = "" if self._total is None else f" of {self._total:,}"
        left = ""
        if self._total is not None and speed > 0:
            left = f", {span((self._total - tally.records) / speed)} left"
        return f"{tally.records:,}{whole} records, {tally.errors:,} with an error, {speed:,.1f} a second{left}"

    def _draw(self, tally: Tally) -> None:
        if self._bar is None:
            self._bar = tqdm(total=self._total, initial=tally.records, unit=" records", file=self._stream)
        self._bar.set_postfix_str(f"{tally.errors:,} with an error" if tally.errors else "", refresh=False)
        self._bar.update(tally.records - self._bar.n)
