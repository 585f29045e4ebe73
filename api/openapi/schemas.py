"""Marshmallow schemas of the requests.

What the engine reads it also checks, and its faults are passed on with their pointers: no rule stands here twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, TypeVar

import marshmallow as ma

from api.openapi.shapes import BIDS_PARTS, DEAL_LINE, DEAL_PARTS, MOST_SCORED, SOLVE_PARTS, Part
from solver.errors import BackAlleyError, Fault
from solver.formats.deal_json import read_rules
from solver.game.rules import STANDARD
from solver.requests.bids import BidsTask
from solver.requests.score import score
from solver.requests.solve import SolveTask
from solver.requests.task import Task

__all__ = [
    "BidsRequestSchema",
    "DealsRequestSchema",
    "ScoreRequestSchema",
    "SolveRequestSchema",
    "Whole",
    "engine_reads",
]

T = TypeVar("T")
MOST_DEALS: Final = 10_000
"""Deals dealt for one request."""
_MOST_SEED: Final = 2**53 - 1
_MESSAGES: Final = {"unknown": "is no field of this request", "type": "expected an object"}


def engine_reads(read: Callable[..., T], *given: Any) -> T:
    """``read(*given)``, the engine's errors turned into marshmallow's with every fault kept."""
    try:
        return read(*given)
    except BackAlleyError as error:
        raise ma.ValidationError(list(error.faults)) from None  # api.http.body takes faults for messages


class Whole(ma.fields.Field[int]):
    """A whole number as JSON Schema has it: 9 and 9.0, but neither true nor "9"."""

    def __init__(self, least: int, most: int, about: str, **options: Any) -> None:
        shape = {"type": "integer", "minimum": least, "maximum": most, "description": about}
        super().__init__(metadata=shape, **options)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> int:  # noqa: ARG002
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value % 1 != 0:
            raise ma.ValidationError("must be a whole number")
        if not self.least <= value <= self.most:
            raise ma.ValidationError(f"must be from {self.least:,} to {self.most:,}")
        return int(value)


class _TaskSchema(ma.Schema):
    """A deal and what is asked of it, loaded as the engine's task under ``task``.

    The engine reads and checks every field; its faults are passed on as they are.
    """

    class Meta:
        unknown = ma.RAISE

    error_messages = _MESSAGES
    reads: ClassVar[type[Task]]

    hands = Part(DEAL_PARTS["hands"])
    trump = Part(DEAL_PARTS["trump"])
    upcard = Part(DEAL_PARTS["upcard"])
    dealer = Part(DEAL_PARTS["dealer"])
    bids = Part(DEAL_PARTS["bids"])
    play = Part(DEAL_PARTS["play"])
    rules = Part(DEAL_PARTS["rules"])
    deal = Part(DEAL_LINE)

    @ma.validates_schema(pass_original=True, skip_on_field_errors=False)
    def _read(self, data: dict[str, Any], original: object, **_: Any) -> None:
        if isinstance(original, Mapping):
            known = {name: value for name, value in original.items() if name in self.fields}
            data["task"] = engine_reads(self.reads.from_dict, known)


class SolveRequestSchema(_TaskSchema):
    """A deal to solve."""

    reads = SolveTask
    leader = Part(SOLVE_PARTS["leader"])
    exempt = Part(SOLVE_PARTS["exempt"])
    time_limit = Part(SOLVE_PARTS["time_limit"])
    node_limit = Part(SOLVE_PARTS["node_limit"])


class BidsRequestSchema(_TaskSchema):
    """A deal to bid."""

    reads = BidsTask
    objective = Part(BIDS_PARTS["objective"])
    constraints = Part(BIDS_PARTS["constraints"])
    time_limit = Part(BIDS_PARTS["time_limit"])
    node_limit = Part(BIDS_PARTS["node_limit"])


class ScoreRequestSchema(ma.Schema):
    """A deal or a game to score; loads as the engine's score of it."""

    def load(self, data: Any, **_: Any) -> Any:  # a list is a game, which a schema's own load would refuse
        if not isinstance(data, (Mapping, list)):
            raise ma.ValidationError("expected an object, or a list of deals")
        game = data if isinstance(data, list) else data.get("deals")
        if isinstance(game, list) and len(game) > MOST_SCORED:
            fault = Fault(
                "" if game is data else "/deals", f"{len(game):,} deals, and at most {MOST_SCORED:,} are scored"
            )
            raise ma.ValidationError([fault])
        return {"score": engine_reads(score, data)}


class Seed(ma.fields.Field[int | str]):
    """A whole number or a short text."""

    def __init__(self) -> None:
        shapes = [{"type": "integer", "minimum": 0, "maximum": _MOST_SEED}, {"type": "string", "maxLength": 64}]
        about = "The same seed gives the same deals; the answer tells the one chosen for you."
        super().__init__(metadata={"anyOf": shapes, "description": about})

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> int | str:  # noqa: ARG002
        if isinstance(value, str) and len(value) <= 64:
            return value
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value % 1 != 0:
            raise ma.ValidationError("must be a whole number, or a text of at most 64 characters")
        if not 0 <= value <= _MOST_SEED:
            raise ma.ValidationError(f"must be from 0 to {_MOST_SEED:,}")
        return int(value)


class DealsRequestSchema(ma.Schema):
    """Deals to be dealt."""

    class Meta:
        unknown = ma.RAISE

    error_messages = _MESSAGES

    cards = Whole(1, 13, "Cards a hand (R2).", required=True)
    count = Whole(1, MOST_DEALS, "How many deals.", load_default=1)
    seed = Seed()
    rules = Part(DEAL_PARTS["rules"])

    @ma.validates_schema(pass_original=True, skip_on_field_errors=False)
    def _read(self, data: dict[str, Any], original: object, **_: Any) -> None:
        if isinstance(original, Mapping):
            given = original.get("rules")
            data["rules"] = STANDARD if given is None else engine_reads(read_rules, given)
