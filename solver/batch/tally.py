"""What a run counts as it goes, for its summary: small, and the same whatever order its parts come in."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from solver.game.cards import Seat

__all__ = ["Tally"]

_STEPS: Final = 8
"""Buckets of the times for each factor of two: 9 % wide."""


@dataclass(slots=True)
class Tally:
    """Records, errors by rule, values by name and hand size, and times.

    ``counts[name, cards][value]`` is how often; ``times[bucket]`` how many records took about
    ``2 ** (bucket / 8)`` µs; ``seconds`` is the sum over all workers.
    """

    records: int = 0
    errors: int = 0
    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    counts: dict[tuple[str, int], Counter[int]] = field(default_factory=dict)
    times: Counter[int] = field(default_factory=Counter)

    def took(self, seconds: float) -> None:
        """One record more was answered, in this time."""
        self.seconds += seconds
        self.times[int(_STEPS * math.log2(max(seconds * 1e6, 1.0)))] += 1

    def add(self, name: str, cards: int, value: int, times: int = 1) -> None:
        """So many more of a value."""
        if (name, cards) not in self.counts:
            self.counts[name, cards] = Counter()
        self.counts[name, cards][value] += times

    def table(self, cards: int, cases: Sequence[str], values: Sequence[int], times: int = 1) -> None:
        """So many more tables of NS tricks by case."""
        plain = [value for case, value in zip(cases, values, strict=True) if ":" not in case]
        for value in plain:
            self.add("tricks", cards, value, times)
        if len(plain) == len(Seat):
            self.add("lead", cards, max(plain) - min(plain), times)
        if len(values) == 2 * len(Seat):
            right = sum(value == (0 if place % 2 else cards) for place, value in enumerate(values[len(Seat) :]))
            self.add("boards", cards, right, times)

    def result(self, task: str, cards: int, result: Mapping[str, Any]) -> None:
        """One more result, as JSON."""
        tricks = result.get("tricks")
        if isinstance(tricks, Mapping) and "NS" in tricks:
            self.add("tricks", cards, tricks["NS"])
        if task == "bids":
            self.add("margin", cards, result["margin"])
            self.add("boards", cards, sum(bid == "board" for bid in result["line"].values()))
        elif task == "score":
            self.add("margin", cards, result["score"]["NS"] - result["score"]["EW"])
        elif task == "review":
            if (account := result["account"]) is not None:
                self.add("par", cards, account["par_margin"])
                self.add("margin", cards, account["final_margin"])
            for player in result["players"].values():
                self.add("loss", cards, player["loss_points"])

    def merge(self, other: Tally) -> None:
        """Adds all that the other has."""
        self.records += other.records
        self.errors += other.errors
        self.seconds += other.seconds
        self.faults.update(other.faults)
        self.times.update(other.times)
        for key, counter in other.counts.items():
            self.counts.setdefault(key, Counter()).update(counter)

    def values(self, name: str) -> dict[int, Counter[int]]:
        """The counts of one name by hand size."""
        return {cards: counter for (other, cards), counter in sorted(self.counts.items()) if other == name}

    def percentile(self, share: float) -> float:
        """Seconds that this share of the records stayed within, to 9 %."""
        left = share * self.times.total()
        for bucket, number in sorted(self.times.items()):
            left -= number
            if left <= 0:
                return float(2 ** ((bucket + 1) / _STEPS)) / 1e6
        return 0.0

    def to_dict(self) -> dict[str, Any]:
        """As JSON; ``from_dict`` reads it back."""
        counts: dict[str, dict[str, dict[str, int]]] = {}
        for (name, cards), counter in sorted(self.counts.items()):
            counts.setdefault(name, {})[str(cards)] = {str(value): counter[value] for value in sorted(counter)}
        return {
            "records": self.records,
            "errors": self.errors,
            "seconds": round(self.seconds, 6),
            "faults": dict(sorted(self.faults.items())),
            "counts": counts,
            "times": {str(bucket): self.times[bucket] for bucket in sorted(self.times)},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The tally that ``to_dict`` wrote."""
        return cls(
            data["records"],
            data["errors"],
            data["seconds"],
            Counter(data["faults"]),
            {
                (name, int(cards)): Counter({int(value): number for value, number in counter.items()})
                for name, sizes in data["counts"].items()
                for cards, counter in sizes.items()
            },
            Counter({int(bucket): number for bucket, number in data["times"].items()}),
        )
