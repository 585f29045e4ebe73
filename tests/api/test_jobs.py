"""/v1/jobs as a client sees it, each answer held against the document."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from flask.testing import FlaskClient
from job_runs import body_of, parsed, right_lines, until, work_off

from api import Settings, create_app
from api.examples import load
from api.jobs.store import Store
from api.resources.jobs import JobEnd, JobRecord
from solver.dealing import deals

LINES = "application/x-ndjson"


class Jobs:
    """The service with a store of its own, on whose jobs nobody works until the test says so."""

    def __init__(self, app: Flask, document: dict[str, Any]) -> None:
        self.client: FlaskClient = app.test_client()
        self._document = document
        self._jobs = app.extensions["back-alley"].jobs

    @property
    def store(self) -> Store:
        store: Store = self._jobs.store
        return store

    def ask(self, method: str, path: str, **options: Any) -> Any:
        """The answer, which the document must have told of."""
        answer = self.client.open(path, method=method, **options)
        route = path.split("?")[0]
        parts = route.split("/")
        if len(parts) > 3:
            parts[3] = "{job}"
        told = self._document["paths"]["/".join(parts)][method.lower()]["responses"][str(answer.status_code)]
        if "$ref" in told:
            told = self._document["components"]["responses"][told["$ref"].rpartition("/")[2]]
        assert answer.mimetype in told["content"]
        if answer.mimetype == LINES:
            line = told["content"][LINES]["x-item-schema"]
            for record in parsed(answer.get_data().splitlines()):
                self.follows(line, record)
        else:
            self.follows(told["content"][answer.mimetype]["schema"], answer.json)
        for header in ("Location",) if answer.status_code == 202 else ():
            assert header in answer.headers
            assert header in told["headers"]
        return answer

    def post(self, body: Any, query: str = "?task=solve", content_type: str | None = LINES, **headers: str) -> Any:
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ask("POST", f"/v1/jobs{query}", data=body, content_type=content_type, headers=told)

    def follows(self, schema: dict[str, Any], value: Any) -> None:
        whole = {**schema, "components": self._document["components"]}
        jsonschema_rs.Draft202012Validator(whole).validate(value)


def jobs_with(document: dict[str, Any], folder: Path, **settings: Any) -> Jobs:
    told = {"jobs": str(folder / "jobs.sqlite"), "log_requests": False, **settings}
    return Jobs(create_app(Settings(**told)), document)


@pytest.fixture
def jobs(document: dict[str, Any], tmp_path: Path) -> Iterator[Jobs]:
    made = jobs_with(document, tmp_path)
    yield made
    made.store.database.close()


def test_from_lines_to_results(jobs: Jobs) -> None:
    body = body_of(230)
    accepted = jobs.post(body)
    assert accepted.status_code == 202
    where = accepted.headers["Location"]
    assert where == f"/v1/jobs/{accepted.json['id']}"
    assert {name: accepted.json[name] for name in ("task", "status", "done", "errors", "total")} == {
        "task": "solve",
        "status": "queued",
        "done": 0,
        "errors": 0,
        "total": 230,
    }
    waiting = jobs.ask("GET", where)
    assert (waiting.json, waiting.headers["Retry-After"]) == (accepted.json, "1")
    assert jobs.ask("GET", f"{where}/results").get_data() == b""
    work_off(jobs.store)
    done = jobs.ask("GET", where)
    assert (done.json["status"], done.json["done"]) == ("done", 230)
    assert "Retry-After" not in done.headers
    *records, end = jobs.ask("GET", f"{where}/results").get_data().splitlines()
    assert records == right_lines(body)
    summary = json.loads(end)["summary"]
    assert (summary["records"], summary["total"], summary["errors"], summary["status"]) == (230, 230, 0, "done")


@pytest.mark.parametrize("task", ["bids", "review", "score"])
def test_every_task(jobs: Jobs, task: str) -> None:
    told = {"dealer": "N", "bids": {"N": 0, "E": 0, "S": 0, "W": 0}}
    lines = [json.dumps({**deal.to_dict(), **told}) for deal in deals(2, 3, 1)]
    if task == "bids":
        lines = [json.dumps({**deal.to_dict(), "dealer": "N"}) for deal in deals(2, 3, 1)]
    if task == "score":
        lines = [json.dumps({"cards": 2, **told, "tricks": {"NS": 1}})] * 3
    where = jobs.post("\n".join(lines), f"?task={task}").headers["Location"]
    work_off(jobs.store)
    *records, end = parsed(jobs.ask("GET", f"{where}/results").get_data().splitlines())
    assert [set(record) >= {"line", "result"} for record in records] == [True] * 3, records
    assert end["summary"]["task"] == task


def test_results_while_it_runs_and_from_where_a_reader_was(jobs: Jobs) -> None:
    from job_runs import worker_of

    body = body_of(250)
    where = jobs.post(body).headers["Location"]
    worker = worker_of(jobs.store)
    lease = worker.leases.take()
    assert lease is not None
    worker.work(lease)
    assert jobs.ask("GET", f"{where}/results").get_data().splitlines() == right_lines(body)[:100]
    assert jobs.ask("GET", where).json["status"] == "running"
    work_off(jobs.store)
    for after in (0, 99, 101, 250):
        *records, end = jobs.ask("GET", f"{where}/results?after={after}").get_data().splitlines()
        assert records == right_lines(body)[after:]
        assert json.loads(end)["summary"]["records"] == 250


def test_cancelled(jobs: Jobs) -> None:
    where = jobs.post(body_of(30)).headers["Location"]
    assert jobs.ask("DELETE", where).json["status"] == "cancelled"
    assert jobs.ask("DELETE", where).json == jobs.ask("GET", where).json
    assert jobs.ask("GET", f"{where}/results").get_data() == b""
    work_off(jobs.store)
    assert jobs.ask("GET", where).json["done"] == 0


def test_a_job_that_is_not_there(jobs: Jobs) -> None:
    for method, path in (("GET", "/v1/jobs/0"), ("DELETE", "/v1/jobs/0"), ("GET", "/v1/jobs/0/results")):
        answer = jobs.ask(method, path)
        assert (answer.status_code, answer.json["type"]) == (404, "urn:back-alley:problem:no-such-job")


@pytest.mark.parametrize(
    ("query", "content_type", "body", "status", "words"),
    [
        ("", LINES, b"x", 422, "which task"),
        ("?task=win", LINES, b"x", 422, "solve, bids, review, score"),
        ("?task=solve&fields=x", LINES, b"x", 422, "fields is no parameter"),
        ("?task=solve", "application/json", b"{}", 415, "not application/json"),
        ("?task=solve", None, b"x", 415, "has none"),
        ("?task=solve", LINES, b"", 422, "at least one record"),
        ("?task=solve", LINES, b"\n# x\n", 422, "at least one record"),
    ],
)
def test_what_is_no_job(jobs: Jobs, query: str, content_type: str | None, body: bytes, status: int, words: str) -> None:
    answer = jobs.post(body, query, content_type)
    assert answer.status_code == status
    assert words in answer.json["detail"]
    if status == 415:
        assert answer.headers["Accept-Post"] == LINES


def test_a_packed_body_is_refused(jobs: Jobs) -> None:
    assert jobs.post(b"x", Content_Encoding="gzip").status_code == 415


def test_a_parameter_that_is_told_twice_is_refused(jobs: Jobs) -> None:
    body = body_of(2)
    for query in ("?task=solve&task=bids", "?task=solve&task=solve", "?task=solve&task="):
        answer = jobs.post(body, query)
        assert (answer.status_code, "task more than once" in answer.json["detail"]) == (422, True)
    where = jobs.post(body).headers["Location"]
    answer = jobs.ask("GET", f"{where}/results?after=0&after=1")
    assert (answer.status_code, "after more than once" in answer.json["detail"]) == (422, True)


@pytest.mark.parametrize("after", ["-1", "x", "", "1.5", "٣"])
def test_a_place_that_is_none(jobs: Jobs, after: str) -> None:
    where = jobs.post(body_of(1)).headers["Location"]
    assert jobs.ask("GET", f"{where}/results?after={after}").status_code == 422


def test_the_same_request_again(jobs: Jobs) -> None:
    first = jobs.post(body_of(3), Idempotency_Key="evening")
    again = jobs.post(body_of(3), Idempotency_Key="evening")
    assert (again.status_code, again.headers["Location"]) == (202, first.headers["Location"])
    other = jobs.post(body_of(4), Idempotency_Key="evening")
    assert (other.status_code, other.json["type"]) == (422, "urn:back-alley:problem:key-taken")
    assert jobs.post(body_of(3), Idempotency_Key="two words").status_code == 422
    jobs.store.begin("solve", "begun", 99)
    coming = jobs.post(body_of(3), Idempotency_Key="begun")
    assert (coming.status_code, coming.headers["Retry-After"]) == (409, "2")


def test_too_much_of_everything(document: dict[str, Any], tmp_path: Path) -> None:
    small = jobs_with(document, tmp_path, jobs_bytes=5000, jobs_records=8, jobs_queued=1, max_body=1000)
    line = body_of(1)
    for body, words in (
        (b"#" * 6000, "5,000 bytes"),
        (b" " * 1001 + b"\n", "line 1 is longer than 1,000 bytes"),
        (line * 9, "at most 8 records"),
    ):
        answer = small.post(body)
        assert answer.status_code == 413
        assert words in answer.json["detail"]
    chunked = {"input_stream": io.BytesIO(b"#\n" * 6000), "environ_overrides": {"wsgi.input_terminated": True}}
    answer = small.ask("POST", "/v1/jobs?task=solve", content_type=LINES, **chunked)
    assert answer.status_code == 413
    where = small.post(line * 8).headers["Location"]
    full = small.post(line)
    assert (full.status_code, full.json["type"]) == (503, "urn:back-alley:problem:too-many-jobs")
    assert int(full.headers["Retry-After"]) > 0
    small.ask("DELETE", where)
    assert small.post(line).status_code == 202
    small.store.database.close()


def test_a_full_store_is_told_and_goes_on_after_room_was_made(document: dict[str, Any], tmp_path: Path) -> None:
    small = jobs_with(document, tmp_path, jobs_disk=1)
    body = body_of(1500, 13)
    kept = []
    while (answer := small.post(body)).status_code == 202:
        kept.append(answer.headers["Location"])
        assert len(kept) < 50
    assert (answer.status_code, answer.json["type"]) == (507, "urn:back-alley:problem:no-space")
    assert "full" in answer.json["detail"]
    assert int(answer.headers["Retry-After"]) > 0
    for where in kept:
        assert small.ask("GET", where).json["status"] == "queued"
    for where in kept[1:]:
        assert small.ask("DELETE", where).status_code in (200, 507)
    assert small.ask("DELETE", kept[0]).json["status"] == "cancelled"
    assert until(lambda: small.post(body)).status_code == 202
    small.store.database.close()


@pytest.mark.parametrize("place", ["off", "nowhere://x", "/dev/null/jobs.sqlite"])
def test_where_jobs_are_off_it_is_said(document: dict[str, Any], place: str) -> None:
    off = Jobs(create_app(Settings(jobs=place, log_requests=False)), document)
    for method, path in (("POST", "/v1/jobs?task=solve"), ("GET", "/v1/jobs/0"), ("DELETE", "/v1/jobs/0")):
        answer = off.ask(method, path, **({"data": b"x", "content_type": LINES} if method == "POST" else {}))
        assert (answer.status_code, answer.json["type"]) == (503, "urn:back-alley:problem:jobs-off")
        assert "BACKALLEY_JOBS" in answer.json["detail"]


def test_the_examples_are_what_comes(jobs: Jobs, document: dict[str, Any]) -> None:
    ((name, shown),) = load("jobs").items()
    post = document["paths"]["/v1/jobs"]["post"]
    assert post["requestBody"]["content"][LINES]["examples"][name]["value"] == shown["request"]

    def timeless(job: dict[str, Any]) -> dict[str, Any]:
        return {key: None if key in ("id", "created", "started", "ended") else value for key, value in job.items()}

    accepted, other = jobs.post(shown["request"]), jobs.post(shown["request"])
    assert timeless(accepted.json) == timeless(shown["response"])
    assert timeless(jobs.ask("DELETE", other.headers["Location"]).json) == timeless(shown["cancelled"])
    work_off(jobs.store)
    where = accepted.headers["Location"]
    assert timeless(jobs.ask("GET", where).json) == timeless(shown["progress"])
    *records, end = parsed(jobs.ask("GET", f"{where}/results").get_data().splitlines())
    *shown_records, shown_end = parsed(shown["results"].encode().splitlines())
    assert records == shown_records
    changing = {"seconds": 0, "work": 0, "times": {}}
    assert {**end["summary"], **changing} == {**shown_end["summary"], **changing}


def test_the_document_names_the_lines_of_the_results(document: dict[str, Any]) -> None:
    told = document["paths"]["/v1/jobs/{job}/results"]["get"]["responses"]["200"]["content"][LINES]
    names = {ref["$ref"].rpartition("/")[2] for ref in told["x-item-schema"]["anyOf"]}
    assert names == {JobRecord.__name__, JobEnd.__name__}


def test_figures(jobs: Jobs) -> None:
    def told() -> dict[str, float]:
        lines = jobs.client.get("/metrics").get_data(as_text=True).splitlines()
        return {
            name: float(value)
            for name, value in (line.rsplit(" ", 1) for line in lines if "backalley_jobs" in line)
            if not name.startswith("#")
        }

    first = jobs.post(body_of(5) + b"no deal\n").json["id"]
    jobs.post(body_of(3))
    assert told() == {
        **{
            f'backalley_jobs{{status="{status}"}}': 0
            for status in ("receiving", "running", "done", "failed", "cancelled")
        },
        'backalley_jobs{status="queued"}': 2,
        "backalley_jobs_records": 0,
        "backalley_jobs_record_errors": 0,
    }
    work_off(jobs.store)
    now = told()
    assert (now['backalley_jobs{status="queued"}'], now['backalley_jobs{status="done"}']) == (0, 2)
    assert (now["backalley_jobs_records"], now["backalley_jobs_record_errors"]) == (9, 1)
    assert jobs.store.find(first).errors == 1


def test_without_a_store_there_are_no_figures(document: dict[str, Any], tmp_path: Path) -> None:
    off = jobs_with(document, tmp_path, jobs="off")
    answer = off.client.get("/metrics")
    assert answer.status_code == 200
    assert b"backalley_slots" in answer.data
    assert b"backalley_jobs" not in answer.data
