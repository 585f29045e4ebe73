"""Liveness, readiness and figures; none of them needs a solving slot."""

from __future__ import annotations

import functools

import flask
from flask.views import MethodView

from api.http.metrics import CONTENT_TYPE
from api.http.problems import ProblemError
from api.openapi.answers import HealthSchema
from api.openapi.resource import answers, make_blueprint
from api.service import service

__all__ = ["blueprint"]

blueprint = make_blueprint("health", "Liveness, readiness and figures", prefix="")


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


@blueprint.route("/healthz")
class Health(MethodView):
    @answers(blueprint, HealthSchema, examples={"ok": {"value": {"status": "ok"}}})
    def get(self) -> flask.typing.ResponseReturnValue:
        """Whether the process answers"""
        return {"status": "ok"}


@blueprint.route("/readyz")
class Ready(MethodView):
    @answers(blueprint, HealthSchema, examples={"ready": {"value": {"status": "ready"}}}, problem_kinds=("not-ready",))
    def get(self) -> flask.typing.ResponseReturnValue:
        """Whether search and optimiser work"""
        try:
            ready = _engine_answers()
        except (ImportError, ValueError) as error:
            service().logger.error("not ready", exc_info=error)
            ready = False
        if not ready:
            raise ProblemError("not-ready", "search or optimiser do not work here; the log tells why")
        return {"status": "ready"}


@blueprint.route("/metrics")
class Figures(MethodView):
    @answers(blueprint, {"type": "string"}, content_type="text/plain", description="Figures in Prometheus' text format")
    def get(self) -> flask.typing.ResponseReturnValue:
        """Requests, times, slots and search nodes"""
        return flask.Response(service().metrics.text(), content_type=CONTENT_TYPE)
