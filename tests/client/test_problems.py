"""Problems of the service, each as an error: all that it documents are known here."""

from __future__ import annotations

import httpx
import pytest

from api.http.problems import TYPES
from solver.client import ServiceError
from solver.client.problems import kind_of, raise_problem
from solver.errors import BackAlleyError, DealError, JsonError, LimitError, PlayError


def problem(kind: str, **more: object) -> httpx.Response:
    told = {"type": f"urn:back-alley:problem:{kind}", "detail": "said", **more}
    return httpx.Response(TYPES[kind][0], json=told, headers={"Content-Type": "application/problem+json"})


@pytest.mark.parametrize("kind", TYPES)
def test_each_kind_is_one_error(kind: str) -> None:
    answer = problem(kind)
    assert kind_of(answer) == kind
    wrong = {"invalid-request": DealError, "not-json": DealError, "limit": LimitError}
    with pytest.raises(wrong.get(kind, ServiceError), match="said") as caught:
        raise_problem(answer)
    if isinstance(caught.value, ServiceError):
        assert (caught.value.kind, caught.value.status) == (kind, TYPES[kind][0])


@pytest.mark.parametrize("name", ["PlayError", "JsonError", "Fault", "json_pointer", "__name__", None, 3])
def test_an_error_has_the_class_that_it_is_named(name: object) -> None:
    with pytest.raises(BackAlleyError) as caught:
        raise_problem(problem("invalid-request", error=name))
    assert type(caught.value) is {"PlayError": PlayError, "JsonError": JsonError}.get(str(name), DealError)
