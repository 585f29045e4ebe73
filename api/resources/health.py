"""Liveness, readiness and figures; none of them needs a solving slot."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

import flask
from flask.views import MethodView

from api.http.metrics import CONTENT_TYPE
from api.http.problems import ProblemError
from api.openapi.resource import Resource
from api.service import service
from solver.answer import Answer

__all__ = ["Status", "resource"]

resource = Resource("health", "Liveness, readiness and figures", prefix="")


@dataclass(frozen=True, slots=True)
class Status(Answer):
    """A sign of life."""

    status: Annotated[Literal["ok", "ready"], "ok, or ready."]


def _shown(status: Status) -> dict[str, Any]:
    return {status.status: {"value": status.to_dict()}}


_OK: Final = Status("ok")
_READY: Final = Status("ready")


@functools.cache
def _engine_answers() -> bool:
    """Whether search and optimiser are there and right about one card each; raises what hinders it.

    It also loads the optimiser, which takes a second, before a user would wait for that.
    """
    from solver.bidding import optimal_bids
    from solver.deal import Deal

    best = optimal_bids(Deal.parse("W S N:2... 3... 4... 5..."))
    # East and West both claim, since the second claim doubles what the highest card is worth (R8, R16).
    return (best.margin, best.line) == (-20, {"N": 0, "E": "board", "S": 0, "W": "board"})


@resource.route("/healthz")
class Health(MethodView):
    @resource.answers(Status, shown=_shown(_OK))
    def get(self) -> flask.typing.ResponseReturnValue:
        """Whether the process answers"""
        return _OK.to_dict()


@resource.route("/readyz")
class Ready(MethodView):
    @resource.answers(Status, shown=_shown(_READY), problem_kinds=("not-ready",))
    def get(self) -> flask.typing.ResponseReturnValue:
        """Whether search and optimiser work, and the service is not being stopped"""
        if service().leaving.is_set():
            raise ProblemError("not-ready", "the service is being stopped")
        try:
            ready = _engine_answers()
        except (ImportError, ValueError) as error:
            service().logger.error("not ready", exc_info=error)
            ready = False
        if not ready:
            raise ProblemError("not-ready", "search or optimiser do not work here; the log tells why")
        return _READY.to_dict()


@resource.route("/metrics")
class Figures(MethodView):
    @resource.answers_text("text/plain", "Figures in Prometheus' text format")
    def get(self) -> flask.typing.ResponseReturnValue:
        """Requests, times, slots and search nodes"""
        return flask.Response(service().metrics.text(), content_type=CONTENT_TYPE)
