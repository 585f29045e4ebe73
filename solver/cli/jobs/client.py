"""The service's /v1/jobs as functions; whatever goes wrong is one line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Self

import httpx

from solver.cli.common import BadInput, Failed

__all__ = ["Client"]

_LINES: Final = "application/x-ndjson"
_SILENCE: Final = 60.0
"""Seconds without a byte after which the service is given up."""
_PATIENCE: Final = 30.0
"""Seconds for which one that does not answer is asked again while a job is followed."""
_ENDED: Final = ("done", "cancelled", "failed")


class Client:
    """The jobs of the service at ``url``."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        try:
            known = httpx.URL(self._url)
        except httpx.InvalidURL as error:
            raise BadInput(f"{url}: is no address of a service: {error}") from None
        if known.scheme not in ("http", "https") or not known.host:
            raise BadInput(f"{url}: is no address of a service, as http://127.0.0.1:8000 is")
        self._http = httpx.Client(base_url=known, timeout=httpx.Timeout(_SILENCE, connect=10.0))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def submit(self, task: str, lines: Iterable[bytes], key: str | None = None) -> dict[str, Any]:
        """A new job of these lines, sent as they come."""
        headers = {"Content-Type": _LINES} | ({"Idempotency-Key": key} if key is not None else {})
        with self._told():
            return self._json(self._http.post("/v1/jobs", params={"task": task}, content=lines, headers=headers))

    def status(self, job: str) -> dict[str, Any]:
        """The job as it stands."""
        return self._status(job)[0]

    def cancel(self, job: str) -> dict[str, Any]:
        """Ends the job."""
        with self._told():
            return self._json(self._http.delete(f"/v1/jobs/{job}"))

    def follow(self, job: str, told: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Tells how far the job is, as often as the service likes to be asked, until it is over; its end.

        A service that is begun anew in between is waited for.
        """
        since = time.monotonic()
        while True:
            try:
                now, wait = self._status(job)
                since = time.monotonic()
            except _UnreachedError:
                if time.monotonic() - since > _PATIENCE:
                    raise
                wait = 1.0
            else:
                told(now)
                if now["status"] in _ENDED:
                    return now
            time.sleep(wait)

    def results(self, job: str) -> Iterator[bytes]:
        """The bytes of the results, as they come."""
        with self._told(), self._http.stream("GET", f"/v1/jobs/{job}/results") as answer:
            if answer.is_error:
                answer.read()
                raise _refused(answer)
            yield from answer.iter_bytes()

    def _status(self, job: str) -> tuple[dict[str, Any], float]:
        """The job, and the seconds after which to ask again."""
        with self._told():
            answer = self._http.get(f"/v1/jobs/{job}")
            if answer.status_code == 503:
                raise _UnreachedError(_sentence(answer))
            return self._json(answer), float(answer.headers.get("Retry-After", 1))

    def _json(self, answer: httpx.Response) -> dict[str, Any]:
        if answer.is_error:
            raise _refused(answer)
        try:
            found = answer.json()
        except ValueError:
            found = None
        if not isinstance(found, dict) or "id" not in found:
            raise Failed(f"{self._url} is no service of this kind: its answer is no job")
        return found

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except httpx.HTTPError as error:
            raise _UnreachedError(f"{self._url} does not answer: {error or type(error).__name__}") from None


class _UnreachedError(Failed):
    """The service does not answer, or not now."""


def _refused(answer: httpx.Response) -> Failed | BadInput:
    kind = Failed if answer.status_code >= 500 or answer.status_code in (409, 429) else BadInput
    return kind(_sentence(answer))


def _sentence(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return f"{answer.request.url.host} answers {answer.status_code} {answer.reason_phrase}"
