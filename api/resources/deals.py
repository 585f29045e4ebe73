"""``POST /v1/deals``: random deals, dealt by the book."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

import flask
from flask.typing import ResponseReturnValue
from flask.views import MethodView

from api.openapi.resource import POSTED, Request, Resource
from solver.requests.deals import DealsTask, Dealt

__all__ = ["resource"]

resource = Resource("deals", "Random deals")

_AT_ONCE: Final = 25
"""Deals of one piece of an answer: some 8 ms of plain Python, after which others have their turn."""


@resource.route("/deals")
class Deals(MethodView):
    @resource.takes(Request("DealsRequest", DealsTask.form(), DealsTask.from_dict))
    @resource.answers(Dealt, problem_kinds=POSTED)
    def post(self, task: DealsTask) -> ResponseReturnValue:
        """Deals with their upcard, bloopers exchanged by the book; the same seed gives the same deals"""
        if task.count <= _AT_ONCE:
            return task.run().to_dict()
        return flask.Response(_pieces(task.drawn()), content_type="application/json")


def _pieces(task: DealsTask) -> Iterator[str]:
    """The answer's text, made as it is read, so that no more than a piece of it is held."""
    deals = task.deals()
    before = '{"deals":['
    while some := [deal.to_dict() for deal in islice(deals, _AT_ONCE)]:
        yield before + _text(some)[1:-1]
        before = ","
    rest = replace(task, count=1).run().to_dict()
    del rest["deals"]
    yield "]," + _text(rest)[1:] + "\n"


def _text(value: object) -> str:
    """JSON as Flask writes it."""
    return json.dumps(value, separators=(",", ":"))
