"""What every answer of the service must keep to, made-up request or not: all checks of schemathesis, and no fault."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import schemathesis
from schemathesis.checks import CHECKS
from schemathesis.config import SchemathesisConfig

__all__ = ["CONFIG", "keeps_to", "refused_in_order"]

_ALLOWED: Final = {
    # What fits the document may still break a rule of the game, which no schema tells; never is it badly formed.
    "positive_data_acceptance": ["2xx", "3xx", "404", "409", "422", "503", "504", "507"],
    # Those that ``refused_in_order`` looks at: busy, full, and no answer within the limits of the request.
    "not_a_server_error": ["2xx", "3xx", "4xx", "503", "504", "507"],
}
CONFIG: Final = SchemathesisConfig.from_dict(
    {"checks": {name: {"expected-statuses": statuses} for name, statuses in _ALLOWED.items()}}
)
# JSON lines are a text to who makes them up.
schemathesis.serializer.alias("application/x-ndjson", "text/plain")


def refused_in_order(answer: Any) -> bool:
    """Whether it is busy or full and says when to come again, or had no answer within its limits."""
    kind = ""
    with suppress(ValueError, AttributeError, KeyError):
        kind = str(answer.json()["type"]).rpartition(":")[2]
    waits = answer.status_code in (503, 507) and "retry-after" in answer.headers
    return waits or (answer.status_code == 504 and kind == "limit")


def keeps_to(case: Any, answer: Any) -> None:
    """AssertionError, or one of schemathesis' own, where it does not."""
    assert answer.status_code < 500 or refused_in_order(answer), f"{answer.status_code}: {answer.text}"
    case.validate_response(answer, checks=CHECKS.get_all())
