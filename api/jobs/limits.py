"""How much a job may be, and how long it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["CHUNK", "Limits"]

CHUNK: Final[Mapping[str, int]] = {"solve": 100, "bids": 40, "review": 20, "score": 500}
"""Records of a chunk: at 13 cards some seconds of work, which is what a kill costs and a cancelling waits for."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of a body and of a line, records of a job, jobs that are not over, and seconds kept after the end."""

    bytes: int
    line: int
    records: int
    jobs: int
    age: float
