"""``/v1/jobs``: many requests at once as JSON lines, worked on behind the service, their results as JSON lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

import flask
from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.examples import load
from api.http.body import check_coding, pieces
from api.http.problems import ProblemError, invalid
from api.jobs.intake import take_in
from api.openapi.resource import LINES, POSTED, Resource
from api.service import service
from solver.answer import Answer
from solver.batch.summary import Summary
from solver.batch.tasks import TASKS
from solver.errors import BackAlleyError, Fault, shorten

if TYPE_CHECKING:
    from api.jobs.store import Job as StoredJob
    from api.jobs.store import Store

__all__ = ["Job", "JobEnd", "JobRecord", "resource"]

resource = Resource("jobs", "Batches of many requests, worked on behind the service")
_KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")
_STORE: Final = ("rate-limit", "jobs-off", "jobs-store")
_TASKS: Final = ", ".join(TASKS)
_RETRY: Final = {"Retry-After": "Seconds after which it is worth asking again, while the job is not over."}


@dataclass(frozen=True, slots=True)
class Job(Answer):
    """A job as it stands."""

    OPTIONAL: ClassVar[tuple[str, ...]] = ("started", "ended", "detail")

    id: Annotated[str, "Its name in /v1/jobs/ID; who knows it may read the results."]
    task: Annotated[Literal[TASKS], "What is asked of each record."]  # type: ignore[valid-type]
    status: Annotated[Literal["queued", "running", "done", "cancelled", "failed"], "The last three are final."]
    done: Annotated[int, "Records answered so far, those with an error included."]
    errors: Annotated[int, "Records with an error so far."]
    total: Annotated[int, "Records of the job."]
    created: Annotated[str, "When it was asked for (ISO 8601, UTC)."]
    started: Annotated[str | None, "When the work began."] = None
    ended: Annotated[str | None, "When it was over; it is kept for some days from then on."] = None
    detail: Annotated[str | None, "Why it failed."] = None

    @classmethod
    def of(cls, job: StoredJob) -> Job:
        """The job of the store."""
        times = (_time(job.created) or "", _time(job.started), _time(job.ended))
        return cls(job.id, job.task, job.status, job.done, job.errors, job.total, *times, job.detail)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class RecordFault(Answer):
    """One thing wrong with a record."""

    OPTIONAL: ClassVar[tuple[str, ...]] = ("rule",)

    pointer: Annotated[str, "JSON pointer into the record."]
    detail: Annotated[str, "One sentence."]
    rule: Annotated[str | None, "The rule broken, as in R12."] = None


@dataclass(frozen=True, slots=True)
class RecordError(Answer):
    """What is wrong with a record."""

    detail: Annotated[str, "One sentence, with the line."]
    errors: Annotated[tuple[RecordFault, ...], "Each fault."]


@dataclass(frozen=True, slots=True)
class JobRecord(Answer):
    """What came of one line: a result or an error."""

    OPTIONAL: ClassVar[tuple[str, ...]] = ("id", "deal", "result", "error")

    line: Annotated[int, "Its line in the body, from 1."]
    id: Annotated[
        str | int | None, "The record's own id; else, where a line has a list of deals, its JSON pointer there."
    ] = None
    deal: Annotated[str | None, "The deal as a line."] = None
    result: Annotated[dict[str, Any] | None, "The answer of POST /v1/TASK, without its time."] = None
    error: Annotated[RecordError | None, "In place of a result."] = None


@dataclass(frozen=True, slots=True)
class JobEnd(Answer):
    """The last line of the results of a job that is done."""

    summary: Annotated[Summary, "What it came to."]


def _time(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _example(side: str) -> dict[str, Any]:
    return {name: {"summary": shown["summary"], "value": shown[side]} for name, shown in load("jobs").items()}


@resource.route("/jobs")
class Jobs(MethodView):
    @resource.asks(
        **{
            "task": {"required": True, "schema": {"enum": list(TASKS)}, "description": "What is asked of each record."},
            "Idempotency-Key": {
                "in": "header",
                "required": False,
                "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": f"^{_KEY.pattern}$"},
                "description": "The same key with the same request names the same job, however often it is sent.",
            },
        }
    )
    @resource.takes_lines(
        "One request of POST /v1/TASK a line, with an id if wanted, or a deal line.", longest="jobs_bytes"
    )
    @resource.answers(
        Job,
        status=202,
        headers={"Location": "The job.", "Retry-After": "Seconds after which to ask for it."},
        problem_kinds=(*POSTED, *_STORE, "key-in-use", "key-taken", "too-many-jobs", "no-space"),
    )
    def post(self) -> ResponseReturnValue:
        """Takes many requests in, to be answered one after another"""
        request = flask.request
        task = _query("task").get("task", "")
        if task not in TASKS:
            raise invalid([Fault("", f"the query says which task: ?task= with one of {_TASKS}")])
        key = request.headers.get("Idempotency-Key")
        if key is not None and not _KEY.fullmatch(key):
            raise invalid([Fault("", "an Idempotency-Key is 1 to 255 characters of ASCII without blanks")])
        if request.mimetype != LINES:
            said = f"not {shorten(request.mimetype)}" if request.mimetype else "and this one has none"
            raise ProblemError(
                "not-json-type",
                f"send the body with the header Content-Type: {LINES}, {said}",
                headers={"Accept-Post": LINES},
            )
        check_coding(request)
        jobs = service().jobs
        request.max_content_length = jobs.limits.bytes
        try:
            job = take_in(jobs.store, jobs.limits, task, key, pieces(request))
        except BackAlleyError as error:
            raise invalid(error.faults) from None
        place = flask.url_for("jobs.OneJob", job=job.id)
        return Job.of(job).to_dict(), 202, {"Location": place, **_retry(job)}


@resource.route("/jobs/<job>")
class OneJob(MethodView):
    @resource.answers(Job, shown=_example("progress"), headers=_RETRY, problem_kinds=(*_STORE, "no-such-job"))
    def get(self, job: str) -> ResponseReturnValue:
        """How far a job is"""
        found = _store().find(job)
        return Job.of(found).to_dict(), 200, _retry(found)

    @resource.answers(Job, shown=_example("cancelled"), problem_kinds=(*_STORE, "no-such-job", "no-space"))
    def delete(self, job: str) -> ResponseReturnValue:
        """Cancels a job that is not over; what was found stays until it expires"""
        return Job.of(_store().cancel(job)).to_dict()


@resource.route("/jobs/<job>/results")
class Results(MethodView):
    @resource.asks(
        after={
            "required": False,
            "schema": {"type": "integer", "minimum": 0},
            "description": "Only records of lines after this one: to go on where a reader was.",
        }
    )
    @resource.answers_lines(
        JobRecord,
        JobEnd,
        about="Records in input order, and once all are there a last line with the summary. While the job runs: those "
        "that are there in order, without that line. Of a cancelled job: those that were found.",
        shown=_example("results"),
        headers=_RETRY,
        problem_kinds=(*_STORE, "no-such-job", "invalid-request"),
    )
    def get(self, job: str) -> ResponseReturnValue:
        """The results as JSON lines, in input order"""
        after = _after()
        store = _store()
        found = store.find(job)
        return flask.Response(_lines(store, found, after), headers=_retry(found), content_type=LINES)


def _store() -> Store:
    return service().jobs.store


def _query(*known: str) -> Mapping[str, str]:
    """The query's parameters; ProblemError where there are others, or one twice."""
    args = flask.request.args
    if twice := [name for name in known if len(args.getlist(name)) > 1]:
        raise invalid([Fault("", f"the query tells {name} more than once") for name in twice])
    if unknown := [name for name in args if name not in known]:
        raise invalid([Fault("", f"the query's {shorten(name)} is no parameter here") for name in unknown])
    return args


def _after() -> int:
    text = _query("after").get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise invalid([Fault("", "the query's after is the number of a line")])
    return int(text)


def _retry(job: StoredJob) -> dict[str, str]:
    """When to ask again: soon for a job of some seconds, later for long ones."""
    if job.is_over:
        return {}
    return {"Retry-After": "1" if job.total <= 1000 else "5"}


def _lines(store: Store, job: StoredJob, after: int) -> Iterator[bytes]:
    """A piece of lines at a time, and the summary where the job was done when it was asked."""
    for piece in store.results(job, after):
        if piece.first > after:
            yield piece.data
            continue
        rest = [line for line in piece.data.splitlines(keepends=True) if json.loads(line)["line"] > after]
        if rest:
            yield b"".join(rest)
    if job.status == "done":
        tally, size = store.tally(job.id)
        seconds = (job.ended or 0.0) - (job.started or job.created)
        summary = Summary.of(job.task, tally, total=job.total, seconds=seconds, size=size)
        text = json.dumps({"summary": summary.to_dict()}, ensure_ascii=False, separators=(",", ":"))
        yield text.encode() + b"\n"
