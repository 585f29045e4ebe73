"""What a run came to: tricks, boards, margins and times, as JSON and in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from solver.answer import Answer
from solver.batch.progress import span
from solver.batch.tally import Tally

__all__ = ["TITLES", "Spread", "Summary"]

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
