"""The service's jobs for the command line: whatever goes wrong is one line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

import solver.client
from solver.cli.common import BadInput, Failed
from solver.client import Job, Patience, ServiceError
from solver.errors import BackAlleyError, LimitError

__all__ = ["Client"]

_SILENCE: Final = 60.0
"""Seconds without a byte after which the service is given up."""
_PATIENCE: Final = 30.0
"""Seconds for which one that does not answer is asked again while a job is followed."""
_PAUSE: Final = 1.0
_LATER: Final = (409, 429)
"""Statuses below 500 that tell of the service's state, not of what was asked."""


class Client:
    """The jobs of the service at ``url``, each as the object of the HTTP API."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        try:
            parts = urlsplit(self._url)
            known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
            (parts.hostname or "").encode("idna")  # a label of more than 63 letters
            # Asked once: who sits before a command sees at once that nobody is there.
            self._client = solver.client.Client(self._url, patience=Patience(retries=0), timeout=_SILENCE)
        except (ValueError, ServiceError) as error:
            raise BadInput(f"{url}: is no address of a service: {error}") from None
        if not known:
            raise BadInput(f"{url}: is no address of a service, as http://127.0.0.1:8000 is")
        self._jobs = self._client.jobs

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def submit(self, task: str, lines: Iterable[bytes], key: str | None = None) -> dict[str, Any]:
        """A new job of these lines, sent as they come."""
        with self._told():
            return self._jobs.send(task, lines, key).to_dict()

    def status(self, job: str) -> dict[str, Any]:
        """The job as it stands."""
        with self._told():
            return self._jobs.get(job).to_dict()

    def cancel(self, job: str) -> dict[str, Any]:
        """Ends the job."""
        with self._told():
            return self._jobs.cancel(job).to_dict()

    def follow(self, job: str, told: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Tells how far the job is, as often as the service likes to be asked, until it is over; its end.

        A service that is begun anew in between is waited for.
        """
        with self._told():
            for now in self._patiently(job):
                told(now.to_dict())
        return now.to_dict()

    def results(self, job: str) -> Iterator[bytes]:
        """The bytes of the results, as they come."""
        with self._told():
            yield from self._jobs.lines(job)

    def _patiently(self, job: str) -> Iterator[Job]:
        since = time.monotonic()
        while True:
            try:
                for now in self._jobs.follow(job):
                    since = time.monotonic()
                    yield now
                return
            except ServiceError as error:
                if error.status not in (None, 503) or time.monotonic() - since > _PATIENCE:
                    raise
            time.sleep(_PAUSE)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except LimitError as error:
            raise Failed(str(error)) from None
        except BackAlleyError as error:
            raise BadInput(str(error)) from None
        except ServiceError as error:
            if error.status is None:
                reason = error.__cause__
                if reason is None:
                    raise Failed(f"{self._url} is no service of this kind: {error}") from None
                why = str(reason) or type(reason).__name__
                raise Failed(f"{self._url} does not answer: {why}") from None
            kind = Failed if error.status >= 500 or error.status in _LATER else BadInput
            raise kind(str(error)) from None
