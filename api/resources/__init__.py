"""One module a resource: its route, what it asks and what it answers.  A new one has its line here."""

from typing import Final

import flask

from api.openapi.resource import Resource
from api.resources import answers, bids, deals, docs, health, jobs, page, review, rules, score, solve

__all__ = ["PAGES", "RESOURCES"]

RESOURCES: Final[tuple[Resource, ...]] = (
    solve.resource,
    bids.resource,
    review.resource,
    score.resource,
    deals.resource,
    jobs.resource,
    rules.resource,
    answers.resource,
    health.resource,
)
"""What the OpenAPI document tells of, in its order."""
PAGES: Final[tuple[flask.Blueprint, ...]] = (page.blueprint, docs.blueprint)
"""What is for people and not documented."""
