"""How long decisions took, as counts by classes of 5 % each: they add up from any number of workers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

__all__ = ["Clock"]

_STEP: Final = math.log(1.05)
_LEAST: Final = 1e-7
_FURTHEST: Final = 1000
"""No class is further from that of a second: it would be longer than the world has been."""


@dataclass(slots=True)
class Clock:
    """Decisions by what was decided (``bid``, ``card``) and the class of their seconds."""

    counts: dict[str, Counter[int]] = field(default_factory=dict)

    def add(self, kind: str, seconds: float) -> None:
        """One decision more."""
        self.counts.setdefault(kind, Counter())[round(math.log(max(seconds, _LEAST)) / _STEP)] += 1

    def merge(self, other: Clock) -> None:
        """Those of another clock too."""
        for kind, counts in other.counts.items():
            self.counts.setdefault(kind, Counter()).update(counts)

    def quantile(self, kind: str, share: float) -> float | None:
        """The seconds that this share of the decisions took at most, to 2.5 %; None where there were none."""
        counts = self.counts.get(kind)
        if not counts:
            return None
        left = share * counts.total()
        for place in sorted(counts):
            left -= counts[place]
            if left <= 0:
                break
        return math.exp(place * _STEP)

    def to_dict(self) -> dict[str, Any]:
        """As JSON; ``from_dict`` reads it back."""
        return {
            kind: {str(place): counts[place] for place in sorted(counts)}
            for kind, counts in sorted(self.counts.items())
        }

    @classmethod
    def from_dict(cls, value: Mapping[str, Mapping[str, int]]) -> Self:
        """What ``to_dict`` wrote; ValueError and the like for anything else."""
        counts = {kind: Counter({int(place): int(count) for place, count in c.items()}) for kind, c in value.items()}
        if any(abs(place) > _FURTHEST or number < 0 for c in counts.values() for place, number in c.items()):
            raise ValueError("times that no clock has counted")
        return cls(counts)
