"""Jobs of a service: many questions sent at once, followed, and their results read as they come."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import httpx

from solver.answer import to_json
from solver.client.connection import Connection, retry_after
from solver.client.problems import ServiceError
from solver.deal import Deal
from solver.errors import DealError, Fault

__all__ = ["Job", "JobRecord", "Jobs"]

_JOBS: Final = "/v1/jobs"
_LINES: Final = "application/x-ndjson"
_PAUSE: Final = 1.0
"""Seconds between two looks at a job whose service does not say when to look again."""
_SHOWN: Final = ("id", "task", "status", "done", "errors", "total", "created", "started", "ended", "detail")
_OVER: Final = ("done", "cancelled", "failed")

Question = Deal | Mapping[str, Any] | str


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it stood when it was asked for; ``detail`` tells why it failed, and times are ISO 8601 in UTC."""

    id: str
    task: str
    status: Literal["queued", "running", "done", "cancelled", "failed"]
    done: int
    errors: int
    total: int | None
    detail: str | None = None
    created: str | None = None
    started: str | None = None
    ended: str | None = None

    @property
    def is_over(self) -> bool:
        return self.status in _OVER

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Job:
        """From the service's JSON."""
        must = (data[name] for name in ("id", "task", "status", "done", "errors"))
        return cls(*must, *(data.get(name) for name in ("total", "detail", "created", "started", "ended")))

    def to_dict(self) -> dict[str, Any]:
        """The service's JSON."""
        return {name: value for name in _SHOWN if (value := getattr(self, name)) is not None}


@dataclass(frozen=True, slots=True)
class JobRecord:
    """What came of one question: ``result``, the JSON of an answer without its time, or ``error``.

    ``line`` counts questions from 1; ``id`` is the question's own, or its JSON pointer among several on one line;
    ``deal`` is its deal as a line.
    """

    line: int
    result: Mapping[str, Any] | None
    error: DealError | None
    id: str | int | None = None
    deal: str | None = None

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> JobRecord:
        """From a line of the results."""
        error = data.get("error")
        return cls(data["line"], data.get("result"), error and _error(error), data.get("id"), data.get("deal"))


def _error(told: Mapping[str, Any]) -> DealError:
    faults = [Fault(each["pointer"], each["detail"], each.get("rule")) for each in told.get("errors", ())]
    return DealError.of(faults or [Fault("", told["detail"])])


class Jobs:
    """The jobs of the service behind ``connection``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def submit(self, task: str, questions: Iterable[Question]) -> Job:
        """A job for ``task`` (solve, bids, review or score): deals, deal lines, or JSON of that endpoint.

        It has a key of its own, so that asking again after a broken connection makes no second job.
        """
        lines = (json.dumps(_question(each), separators=(",", ":")) for each in questions)
        return self._send(task, "".join(f"{line}\n" for line in lines).encode(), uuid.uuid4().hex)

    def send(self, task: str, lines: Iterable[bytes], key: str | None = None) -> Job:
        """A job for ``task`` of these lines as they are, sent as they come and never held whole.

        It is asked for once, and is the one that had the same ``key`` before if there is one.
        """
        return self._send(task, lines, key)

    def _send(self, task: str, content: bytes | Iterable[bytes], key: str | None) -> Job:
        headers = {"Content-Type": _LINES} | ({} if key is None else {"Idempotency-Key": key})
        return _job(self._connection.ask("POST", _JOBS, params={"task": task}, content=content, headers=headers))

    def get(self, job: Job | str) -> Job:
        """The job as it stands now."""
        return self._look(job)[0]

    def cancel(self, job: Job | str) -> Job:
        """Ends the job; what was found stays for a while."""
        return _job(self._connection.ask("DELETE", _path(job)))

    def follow(self, job: Job | str) -> Iterator[Job]:
        """The job as it stands now, and whenever the service says to look again, until it is over."""
        while True:
            found, pause = self._look(job)
            yield found
            if found.is_over:
                return
            time.sleep(pause)

    def results(self, job: Job | str) -> Iterator[JobRecord]:
        """The results in the order of the questions, as they come, until the job is over.

        It goes on where a broken connection left it.  ServiceError if the job failed, once its results are read.
        """
        after = 0
        told = 0  # records of that line, which may have a list of deals
        broken = 0
        while True:
            found, pause = self._look(job)  # before the results: those of a job that is over are all there
            again = told
            try:
                for record in self._records(job, max(after - 1, 0)):
                    if record.line <= after and again:
                        again -= 1
                        continue
                    told = told + 1 if record.line == after else 1
                    after, broken = record.line, 0
                    yield record
            except httpx.TransportError as error:
                broken += 1
                if broken > self._connection.patience.retries:
                    raise ServiceError(f"the results of job {found.id} broke off behind line {after}") from error
                time.sleep(_PAUSE)
                continue
            if found.status == "failed":
                raise ServiceError(found.detail or f"job {found.id} failed", kind="failed")
            if found.is_over:
                return
            time.sleep(pause)

    def lines(self, job: Job | str) -> Iterator[bytes]:
        """The bytes of those results that are there, as they come; ServiceError where they break off."""
        answer = self._connection.ask("GET", f"{_path(job)}/results", stream=True)
        try:
            yield from answer.iter_bytes()
        except httpx.TransportError as error:
            raise ServiceError("the results broke off") from error
        finally:
            answer.close()

    def _records(self, job: Job | str, after: int) -> Iterator[JobRecord]:
        params = {"after": after} if after else None
        answer = self._connection.ask("GET", f"{_path(job)}/results", params=params, stream=True)
        try:
            for line in answer.iter_lines():
                if line and "line" in (data := json.loads(line)):  # the last line is a summary
                    yield JobRecord.from_dict(data)
        finally:
            answer.close()

    def _look(self, job: Job | str) -> tuple[Job, float]:
        answer = self._connection.ask("GET", _path(job))
        pause = retry_after(answer)
        return _job(answer), _PAUSE if pause is None else pause


def _job(answer: httpx.Response) -> Job:
    try:
        return Job.from_dict(answer.json())
    except (ValueError, LookupError, TypeError):
        raise ServiceError("the answer is no job") from None


def _path(job: Job | str) -> str:
    return f"{_JOBS}/{job.id if isinstance(job, Job) else job}"


def _question(asked: Question) -> Any:
    return {"deal": asked} if isinstance(asked, str) else to_json(asked)
