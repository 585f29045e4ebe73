"""A batch from its source to its output: chunks go to the workers, parts come back, and the output grows in order.

A job is what to answer and how to write it.  ``Job.run`` works it off in a run folder, and goes on there when it is
called again; ``Job.stream`` gives the bytes as they come and keeps nothing.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Final

from solver.batch.chunk import Answers, Recipe, answer, lost
from solver.batch.engines import Engine
from solver.batch.fields import Fields
from solver.batch.part import Part, encode_part, naming, work, write_part
from solver.batch.run import RunFolder
from solver.batch.sink import Form, write_table
from solver.batch.source import Chunk, Dealt, Records, Source
from solver.batch.summary import Tally
from solver.batch.tasks import Question
from solver.errors import BackAlleyError, Cancelled
from solver.search import Cancel

__all__ = ["Job", "NoWorkersError", "RecordError", "Told"]

Told = Callable[[Tally], None]
"""Is told what is counted so far, at least every half second."""
_TICK: Final = 0.5
_CHUNK_SECONDS: Final = 5.0
_MOST_RECORDS: Final = 5000
_GROWTH: Final = 2.1
"""What a card more a hand multiplies the work by."""
_AT_13: Final = {"solve": 0.03, "bids": 0.1, "review": 0.3, "score": 0.0001}
"""Seconds of one record at 13 cards, roughly."""
_TRIES: Final = 3
"""Workers that may die on a chunk before it is split."""
_PATIENCE: Final = 60.0
"""Seconds without any news after which it is asked whether there are workers."""
_HELD: Final = 4
"""Parts for each worker that a stream may hold back for one that is late."""


class RecordError(BackAlleyError):
    """The first record with an error, where none is let pass."""


class NoWorkersError(BackAlleyError):
    """All workers of a cluster are gone, and none came back."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to answer and how to write it: ``strict`` stops at the first record with an error.

    ``chunk`` is the number of records that go to a worker at a time, chosen by the size of hands if None.
    """

    source: Source
    question: Question = field(default_factory=Question)
    fields: Fields = field(default_factory=Fields)
    form: Form = field(default_factory=Form)
    chunk: int | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        # What is wrong with every record is told before the first chunk.
        _ = self.recipe.method
        if isinstance(self.source, Dealt):
            self.question.check_dealt(self.source.deal(0))

    @property
    def chunk_size(self) -> int:
        """Records a chunk: some seconds of work, and not too many to hold."""
        if self.chunk is not None:
            return self.chunk
        seconds = max(_AT_13[self.question.task] / _GROWTH ** (13 - self.source.cards), 1e-4)
        return max(1, min(_MOST_RECORDS, int(_CHUNK_SECONDS / seconds)))

    def describe(self) -> dict[str, Any]:
        """What the records depend on, for the manifest of a run; the last three do not count."""
        return {
            "version": version("back-alley"),
            "source": self.source.describe(),
            "question": self.question.to_dict(),
            "fields": list(self.fields.names),
            "form": self.form.kind,
            "packed": self.form.packed,
            "input": getattr(self.source, "name", None),
            "chunk": self.chunk_size,
            "total": self.source.total,
        }

    @property
    def recipe(self) -> Recipe:
        """What workers need to know."""
        return Recipe(self.question, self.fields, self.form.has_columns, self.strict)

    def run(
        self, folder: RunFolder, engine: Engine, told: Told = lambda _: None, cancel: Cancel | None = None
    ) -> Tally:
        """Works the job off in its folder, from where it was left, until the output is in its place.

        The tally is of the whole run.  RecordError with ``strict``; Cancelled where ``cancel`` was set; OSError for a
        full disk, after which the run can go on as after any stop.
        """
        if folder.is_done:
            return folder.state.tally
        began, before = time.monotonic(), folder.state.seconds

        def so_far() -> Tally:
            tally = Tally()
            for each in (folder.state.tally, *(part.tally for part in folder.ready.values())):
                tally.merge(each)
            return tally

        folder.advance()
        known = so_far()
        if self.strict and known.errors:
            raise RecordError(f"the run has {known.errors} records with errors already, and --strict lets none pass")
        chunks = (
            chunk
            for chunk in self.source.chunks(self.question, folder.manifest["chunk"])
            if not folder.has(chunk.index)
        )
        told(known)
        parts = str(folder.parts.resolve()) if engine.shares else None
        for part in _Running(self, engine, parts, chunks, lambda: told(known), cancel).parts():
            known.merge(part.tally)
            if part.data is not None:
                write_part(folder.parts, part)
            folder.state.seconds = before + time.monotonic() - began
            folder.take(part)
            told(known)
        if self.form.has_columns:
            with naming(folder.partial):
                write_table(folder.all_parts(), self.fields, self.question, folder.partial)
        folder.place()
        return folder.state.tally

    def stream(self, engine: Engine, told: Told = lambda _: None, cancel: Cancel | None = None) -> Iterator[bytes]:
        """The output's bytes in order, as they are found; nothing is kept."""
        known = Tally()
        held: dict[int, Part] = {}
        sent = 0

        def chunks() -> Iterator[Chunk | None]:
            for chunk in self.source.chunks(self.question, self.chunk_size):
                while chunk.index >= sent + _HELD * engine.slots:
                    yield None  # wait for the late one
                yield chunk

        for part in _Running(self, engine, None, chunks(), lambda: told(known), cancel).parts():
            known.merge(part.tally)
            told(known)
            held[part.index] = part
            while (ready := held.pop(sent, None)) is not None:
                sent += 1
                yield ready.data or b""


@dataclass(slots=True)
class _Attempt:
    """A chunk, or a piece of one, with a worker; ``tries`` workers died on it before."""

    chunk: Chunk
    records: Records
    tries: int = 0
    split: _Split | None = None
    place: tuple[int, ...] = ()


@dataclass(slots=True)
class _Split:
    """A chunk in pieces: the answers that are there by place, and how many pieces are out."""

    out: int = 0
    answers: dict[tuple[int, ...], Answers] = field(default_factory=dict)


class _Running:
    """The chunks that are with workers now."""

    def __init__(
        self,
        job: Job,
        engine: Engine,
        folder: str | None,
        chunks: Iterator[Chunk | None] | Iterator[Chunk],
        tick: Callable[[], None],
        cancel: Cancel | None,
    ) -> None:
        self._job = job
        self._recipe = job.recipe
        self._engine = engine
        self._folder = folder
        self._chunks: Iterator[Chunk | None] = iter(chunks)
        self._tick = tick
        self._cancel = cancel
        self._again: deque[_Attempt] = deque()
        self._running: dict[Future[Any], _Attempt] = {}

    def parts(self) -> Iterator[Part]:
        """The parts as they are done, in any order."""
        last = time.monotonic()
        while True:
            self._fill()
            if not self._running:
                return
            done, _ = wait(self._running, timeout=_TICK, return_when=FIRST_COMPLETED)
            if self._cancel is not None and self._cancel.is_set:
                raise Cancelled("cancelled before the batch was done")
            if done:
                last = time.monotonic()
            else:
                self._tick()
                if time.monotonic() - last > _PATIENCE and not self._engine.workers():
                    raise NoWorkersError("no worker is left; the same command goes on once there are some")
            for future in done:
                part = self._finished(self._running.pop(future), future)
                if part is not None:
                    if self._recipe.strict and part.error is not None:
                        raise RecordError(part.error)
                    yield part

    def _fill(self) -> None:
        while len(self._running) < self._engine.slots:
            if self._again:
                if not self._may_try(self._again[0]):
                    return
                attempt = self._again.popleft()
            elif not self._engine.exact and any(other.split for other in self._running.values()):
                return
            elif (chunk := next(self._chunks, None)) is not None:
                attempt = _Attempt(chunk, chunk.records)
            else:
                return
            self._submit(attempt)

    def _may_try(self, attempt: _Attempt) -> bool:
        """Whether it can go out now: a suspect goes alone where an engine does not know who killed a worker."""
        others = self._running.values()
        if attempt.split is None or self._engine.exact:
            return not any(other.split for other in others) or self._engine.exact
        return not others

    def _submit(self, attempt: _Attempt) -> None:
        if attempt.split is None:
            future: Future[Any] = self._engine.submit(work, self._recipe, self._job.form, attempt.chunk, self._folder)
        else:
            future = self._engine.submit(answer, self._recipe, attempt.records)
        self._running[future] = attempt

    def _finished(self, attempt: _Attempt, future: Future[Any]) -> Part | None:
        """The part of a chunk that is complete with this; a worker that died is made good."""
        try:
            result = future.result()
        except self._engine.lost:
            return self._lost(attempt)
        if isinstance(result, Part):
            return result
        return self._piece(attempt, result)

    def _lost(self, attempt: _Attempt) -> Part | None:
        attempt.tries += 1
        if attempt.tries < (_TRIES if attempt.split is None or len(attempt.records) == 1 else 1):
            self._again.append(attempt)
            return None
        if len(attempt.records) > 1:
            split = attempt.split or _Split(out=1)
            split.out += 1
            for place, half in enumerate(attempt.records.split()):
                self._again.append(_Attempt(attempt.chunk, half, 0, split, (*attempt.place, place)))
            return None
        why = f"{_TRIES} workers died on this record"
        attempt.split = attempt.split or _Split(out=1)
        return self._piece(attempt, lost(self._recipe, attempt.records, why))

    def _piece(self, attempt: _Attempt, answers: Answers) -> Part | None:
        split = attempt.split
        if split is None:  # cannot be: only pieces come as answers
            return None
        split.answers[attempt.place] = answers
        split.out -= 1
        if split.out:
            return None
        whole = Answers()
        for _, piece in sorted(split.answers.items()):
            whole.rows += piece.rows
            whole.tally.merge(piece.tally)
            whole.error = whole.error or piece.error
        return encode_part(self._recipe, self._job.form, attempt.chunk.index, whole, self._folder)
