"""Error answers of a service, as the errors of local calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn

import httpx

import solver.errors
from solver.errors import BackAlleyError, DealError, Fault, LimitError

__all__ = ["ServiceError", "kind_of", "raise_problem"]

_URN: Final = "urn:back-alley:problem:"
_ASKED: Final = ("invalid-request", "not-json")
"""The kinds that say what is wrong with a question."""


class ServiceError(Exception):
    """The service did not answer: nothing was wrong with the question, or nothing that a local call would say.

    ``status`` is that of HTTP, None where no answer came; ``kind`` the last part of the problem's type, such as
    ``busy`` or ``rate-limit``; ``retry_after`` the seconds after which the service would be asked again.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        kind: str = "",
        retry_after: float | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.retry_after = retry_after
        self.request_id = request_id


def kind_of(answer: httpx.Response) -> str:
    """Which of the service's problems this is; empty for anything else, such as a proxy's page."""
    told = str(_problem(answer).get("type", ""))
    return told.removeprefix(_URN) if told.startswith(_URN) else ""


def raise_problem(answer: httpx.Response, retry_after: float | None = None) -> NoReturn:
    """DealError and its kin with all faults, LimitError, or ServiceError."""
    problem = _problem(answer)
    kind = kind_of(answer)
    detail = str(problem.get("detail") or f"the service answered {answer.status_code} {answer.reason_phrase}")
    if kind in _ASKED:
        raise _error(problem.get("error")).of(_faults(problem, detail))
    if kind == "limit":
        raise LimitError(detail)
    raise ServiceError(
        detail,
        status=answer.status_code,
        kind=kind,
        retry_after=retry_after,
        request_id=problem.get("request_id") or answer.headers.get("X-Request-ID"),
    )


def _problem(answer: httpx.Response) -> Mapping[str, Any]:
    if answer.headers.get("Content-Type", "").partition(";")[0] != "application/problem+json":
        return {}
    try:
        problem = answer.json()
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}


def _error(name: object) -> type[BackAlleyError]:
    """The error of this name, DealError where the service names none or one that is not known here."""
    found = getattr(solver.errors, str(name), None)
    return found if isinstance(found, type) and issubclass(found, BackAlleyError) else DealError


def _faults(problem: Mapping[str, Any], detail: str) -> Iterator[Fault]:
    told = problem.get("errors")
    for each in told if isinstance(told, list) else []:
        yield Fault(str(each.get("pointer", "")), str(each.get("detail", detail)), each.get("rule"))
    if not told:
        yield Fault("", detail)
