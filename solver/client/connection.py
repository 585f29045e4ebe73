"""One service and how it is asked: again where that helps, never longer than the caller's patience."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final

import httpx

from solver.client.problems import ServiceError, kind_of, raise_problem

__all__ = ["Connection", "Patience", "retry_after"]

_FIRST_PAUSE: Final = 0.25
_LONGEST_PAUSE: Final = 8.0


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a question is asked again, and for how many seconds in all; Retry-After beyond that ends it."""

    retries: int = 5
    seconds: float = 60.0


class Connection:
    """A service that is asked over ``http``; questions change nothing, so they may be asked again."""

    def __init__(self, http: httpx.Client, patience: Patience) -> None:
        self.http = http
        self.patience = patience

    def ask(
        self,
        method: str,
        path: str,
        *,
        json: object = None,
        content: bytes | Iterable[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None,
        seconds: float | None = None,
        stream: bool = False,
    ) -> httpx.Response:
        """The answer, of a status below 300; else the error that its problem stands for.

        A service that is busy or cannot be reached is asked again after its Retry-After, or after pauses that
        double; not so where ``content`` comes piece by piece, and only once.  ``seconds`` is how long an answer may
        take, if not as long as any.  With ``stream`` the caller reads the answer and closes it.
        """
        until = time.monotonic() + self.patience.seconds
        timeout = self.http.timeout.as_dict()
        if seconds is not None and timeout["read"] is not None:
            timeout["read"] = max(seconds, timeout["read"])
        retries = self.patience.retries if content is None or isinstance(content, bytes) else 0
        for tried in range(retries + 1):
            last = tried == retries
            request = self.http.build_request(
                method,
                path,
                json=json,
                content=content,
                headers=headers,
                params=params,
                timeout=httpx.Timeout(**timeout),
            )
            try:
                answer = self.http.send(request, stream=stream)
                if answer.is_success:
                    return answer
                answer.read()
            except httpx.TransportError as error:
                self._give_up_or_pause(error, until, tried, last)
                continue
            wished = retry_after(answer)
            pause = _pause(tried) if wished is None else wished
            if last or not _is_worth_another(answer) or time.monotonic() + pause > until:
                raise_problem(answer, wished)
            time.sleep(pause)
        raise AssertionError("the last try returns or raises")

    def _give_up_or_pause(self, error: httpx.TransportError, until: float, tried: int, last: bool) -> None:
        pause = _pause(tried)
        # Asked again, what took too long would take as long again.
        slow = isinstance(error, (httpx.ReadTimeout, httpx.WriteTimeout, httpx.UnsupportedProtocol))
        if slow or last or time.monotonic() + pause > until:
            what = "did not answer in time" if isinstance(error, httpx.TimeoutException) else "cannot be reached"
            reason = f": {error}" if str(error) else ""
            raise ServiceError(f"the service at {self.http.base_url} {what}{reason}") from error
        time.sleep(pause)


def _is_worth_another(answer: httpx.Response) -> bool:
    """Whether another try may fare better: not where a limit was hit, which asks for the same work."""
    return answer.status_code in (429, 502, 503) or (answer.status_code == 504 and kind_of(answer) != "limit")


def _pause(tried: int) -> float:
    """Seconds before the next try: doubling, and anywhere in the upper half, so that clients do not come at once."""
    longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0**tried)
    return longest * random.uniform(0.5, 1)


def retry_after(answer: httpx.Response) -> float | None:
    """Seconds that the answer asks to wait, as a number or a date (RFC 9110, 10.2.3); None where it says nothing."""
    told = answer.headers.get("Retry-After")
    if told is None:
        return None
    if told.isascii() and told.isdigit():
        return float(told[:9])
    try:
        date = parsedate_to_datetime(told)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())
