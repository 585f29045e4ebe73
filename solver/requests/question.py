"""What is asked, without how it was written or how long it may take: one digest for each question.

Two requests that mean the same have the same digest, so that the answer to one is the answer to the other.
"""

from __future__ import annotations

import enum
import hashlib
import json
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from typing import Any, Final

from solver.answer import ToJson
from solver.game.cards import Card
from solver.requests.task import LIMITS, Work

__all__ = ["DIGEST_SIZE", "question"]

DIGEST_SIZE: Final = 20
"""Bytes."""


def question(task: Work) -> bytes:
    """The digest of everything that the answer to ``task`` depends on; its limits are left out."""
    text = json.dumps(_plain(task), separators=(",", ":"), default=repr)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:DIGEST_SIZE]


def _plain(value: object) -> Any:
    """The value as JSON that is the same wherever and whenever it is written."""
    if value is None or (isinstance(value, (str, int, float)) and not isinstance(value, enum.Enum)):
        return value
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, Card):
        return value.index
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {"by": sorted(([str(key), _plain(item)] for key, item in value.items()), key=_first)}
    if isinstance(value, Set):
        return {"set": sorted(json.dumps(_plain(item)) for item in value)}
    if is_dataclass(value):
        # A field that does not count in a comparison only tells where something was written.
        told = [field.name for field in fields(value) if field.compare and field.name not in LIMITS]
        return [type(value).__name__, *(_plain(getattr(value, name)) for name in told)]
    return [type(value).__name__, value.to_json() if isinstance(value, ToJson) else repr(value)]


def _first(pair: list[Any]) -> str:
    return str(pair[0])
