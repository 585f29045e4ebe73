"""What a run counts as it goes, and what it came to: tricks, boards, margins and times, as JSON and in words.

A tally is small, and the same whatever order its parts come in.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Self

from solver.answer import Answer
from solver.game.cards import Seat

__all__ = ["TITLES", "Spread", "Summary", "Tally", "span"]

TITLES: Final[Mapping[str, str]] = {
    "tricks": "NS tricks",
    "lead": "What the lead is worth: most less fewest NS tricks over the four leaders",
    "boards": "Seats for which a board is right",
    "margin": "Margin, NS less EW",
    "par": "Par margin, NS less EW",
    "loss": "Points that a player lost",
}
"""What is counted, in words."""
_SHARES: Final = (0.5, 0.9, 0.99, 1.0)
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
        self.took_each([seconds])

    def took_each(self, times: Sequence[float]) -> None:
        """So many records more were answered, each in its seconds."""
        self.seconds += sum(times)
        log2 = math.log2
        self.times.update([int(_STEPS * log2(seconds * 1e6)) if seconds > 1e-6 else 0 for seconds in times])

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


@dataclass(frozen=True, slots=True)
class Spread(Answer):
    """How the values of one thing lie at one hand size."""

    count: Annotated[int, "Values."]
    mean: Annotated[float, "Their mean."]
    deviation: Annotated[float, "Their standard deviation."]
    least: Annotated[int, "The least."]
    most: Annotated[int, "The most."]
    values: Annotated[dict[int, int], "How often each value came."]

    @classmethod
    def of(cls, counter: Counter[int]) -> Spread:
        """Of a count that is not empty."""
        count = counter.total()
        mean = sum(value * number for value, number in counter.items()) / count
        square = sum(number * (value - mean) ** 2 for value, number in counter.items()) / count
        values = {value: counter[value] for value in sorted(counter)}
        return cls(count, round(mean, 4), round(math.sqrt(square), 4), min(counter), max(counter), values)


@dataclass(frozen=True, slots=True)
class Summary(Answer):
    """A run, or what there is of it."""

    task: Annotated[str, "What was asked."]
    status: Annotated[str, "running or done."]
    records: Annotated[int, "Records so far, those with an error included."]
    total: Annotated[int | None, "Records of the input, null where that is not known."]
    errors: Annotated[int, "Records with an error."]
    faults: Annotated[dict[str, int], "Errors by the rule that was broken."]
    seconds: Annotated[float, "Seconds that the run took so far, over all its starts."]
    work: Annotated[float, "Seconds of search, summed over all workers."]
    size: Annotated[int, "Bytes of the output so far."]
    times: Annotated[dict[str, float], "Milliseconds that the half, 90 %, 99 % and all of the records stayed within."]
    counts: Annotated[dict[str, dict[int, Spread]], "What was counted, by name and cards a hand."]

    @classmethod
    def of(
        cls,
        task: str,
        tally: Tally,
        *,
        status: str = "done",
        total: int | None = None,
        seconds: float = 0,
        size: int = 0,
    ) -> Summary:
        """Of what was counted."""
        times = {f"{share:.0%}": round(tally.percentile(share) * 1000, 3) for share in _SHARES if tally.times}
        counts = {
            name: {cards: Spread.of(counter) for cards, counter in tally.values(name).items()}
            for name in TITLES
            if tally.values(name)
        }
        return cls(
            task,
            status,
            tally.records,
            total,
            tally.errors,
            dict(tally.faults.most_common()),
            round(seconds, 3),
            round(tally.seconds, 3),
            size,
            times,
            counts,
        )

    def text(self) -> str:
        """For people: what was done, then a line for each thing and hand size."""
        lines = [self._head()]
        if self.faults:
            lines.append("Errors by rule: " + ", ".join(f"{rule} {number:,}" for rule, number in self.faults.items()))
        if self.times:
            lines.append(
                "Time of a record: " + ", ".join(f"{share} within {ms:,.2f} ms" for share, ms in self.times.items())
            )
        for name, sizes in self.counts.items():
            lines.append(f"{TITLES[name]}:")
            lines += [f"  {_size(cards)}: {_words(spread)}" for cards, spread in sizes.items()]
        return "\n".join(lines)

    def _head(self) -> str:
        speed = f", {self.records / self.seconds:,.1f} a second" if self.seconds > 0 else ""
        size = f", {self.size / self.records:,.1f} bytes each" if self.size and self.records else ""
        whole = f" of {self.total:,}" if self.total is not None and self.status != "done" else ""
        wrong = f", {self.errors:,} with an error" if self.errors else ""
        return f"{self.records:,}{whole} records of {self.task} in {span(self.seconds)}{speed}{size}{wrong}"


def _size(cards: int) -> str:
    return f"{cards} card{'' if cards == 1 else 's'}"


def _words(spread: Spread) -> str:
    return f"mean {spread.mean:,.2f} ± {spread.deviation:,.2f}, from {spread.least:,} to {spread.most:,}"


def span(seconds: float) -> str:
    """A time in words: ``45 s``, ``12 min``, ``3.5 h``."""
    if seconds < 90:
        return f"{seconds:,.0f} s"
    return f"{seconds / 60:,.0f} min" if seconds < 5400 else f"{seconds / 3600:,.1f} h"
