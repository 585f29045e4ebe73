"""Liveness, readiness and figures; none of them needs a solving slot."""

from __future__ import annotations

import functools

import flask
from flask.views import MethodView

from api.answers import HealthSchema
from api.metrics import CONTENT_TYPE
from api.problems import ProblemError
from api.resource import answers, make_blueprint
from api.service import service

__all__ = ["blueprint"]

blueprint = make_blueprint("health", "Liveness, readiness and figures", prefix="")


@functools.cache
def _engine_answers() -> bool:
    """Whether the search is there and right about one card each; raises what hinders it."""
    from solver.deal import Deal
    from solver.search import solve

    deal = Deal.parse("W S N:2S 3S 4S 5S")
    tricks: dict[str, dict[str, int]] = solve(deal, time_limit=1.0).to_dict()["tricks"]
    return tricks["N"] == {"NS": 0, "EW": 1}


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
        """Whether the search works"""
        try:
            ready = _engine_answers()
        except (ImportError, ValueError) as error:
            service().logger.error("not ready", exc_info=error)
            ready = False
        if not ready:
            raise ProblemError("not-ready", "the search does not work here; the log tells why")
        return {"status": "ready"}


@blueprint.route("/metrics")
class Figures(MethodView):
    @answers(blueprint, {"type": "string"}, content_type="text/plain", description="Figures in Prometheus' text format")
    def get(self) -> flask.typing.ResponseReturnValue:
        """Requests, times, slots and search nodes"""
        return flask.Response(service().metrics.text(), content_type=CONTENT_TYPE)
