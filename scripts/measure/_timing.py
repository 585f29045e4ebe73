"""What the measuring scripts share: CPU times deal by deal, of two that take turns, and a table of them."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from _figures import geometric, percentile, spend, summary, table
from tqdm import tqdm

from solver.game.rules import Rules
from solver.search import Engine

Ask = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Question:
    """One deal's share of a work: how we answer it, how the other does, and the other's answer in our words.

    ``ours`` is given a maker of engines, and takes as many as it wants.
    """

    ours: Callable[[Callable[[], Engine]], Any]
    theirs: Ask | None = None
    read: Callable[[Any], Any] | None = None


@dataclass(slots=True)
class Engines:
    """Makes the engines of one deal, one at a time, and counts their nodes and the largest table."""

    rules: Rules
    last: Engine | None = None
    done: int = 0
    largest: int = 0

    def make(self) -> Engine:
        if self.last is not None:
            self.done, self.largest = self.nodes, max(self.largest, self.last.bytes)
        self.last = Engine(self.rules)
        return self.last

    @property
    def nodes(self) -> int:
        return self.done + (0 if self.last is None else self.last.nodes)

    @property
    def most_mb(self) -> float:
        return max(self.largest, 0 if self.last is None else self.last.bytes) / 2**20


@dataclass(slots=True)
class Times:
    """Times of one work, deal by deal; ``versus`` names the other of the two, without one ``theirs`` is empty.

    ``compared`` counts the answers held against each other, ``differences`` those that were not equal.  ``remark``
    is what a reader must know beside the figures.
    """

    name: str
    versus: str = ""
    unit: str = "ms"
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    table_mb: list[float] = field(default_factory=list)
    compared: int = 0
    differences: int = 0
    remark: str = ""

    def ask(self, question: Question, rules: Rules) -> None:
        """Time one question, who begins alternating; making engines is part of our time."""
        engines = Engines(rules)
        answers: list[Any] = []
        raw: list[Any] = []

        turns: list[Ask] = [lambda: answers.append(spend(self.ours, lambda: question.ours(engines.make)))]
        if question.theirs is not None:
            theirs = question.theirs
            turns.append(lambda: raw.append(spend(self.theirs, theirs)))
        for turn in turns if len(self.nodes) % 2 == 0 else reversed(turns):
            turn()
        self.nodes.append(engines.nodes)
        self.table_mb.append(engines.most_mb)
        if raw and question.read is not None:
            self.compare(answers[0], question.read(raw[0]))

    def compare(self, ours: Any, theirs: Any) -> None:
        self.compared += 1
        self.differences += ours != theirs


def run(name: str, questions: Iterable[Question], total: int, rules: Rules, versus: str, unit: str = "ms") -> Times:
    """Time the questions one by one, in ``ms`` or ``us``."""
    times = Times(name, versus, unit)
    for question in tqdm(questions, total=total, desc=name, unit=" deals", disable=None):
        times.ask(question, rules)
    if unit == "us":
        times.ours, times.theirs = ([1000 * spent for spent in each] for each in (times.ours, times.theirs))
    return times


def report(results: Iterable[Times]) -> str:
    """One Markdown table of all works."""
    head = (
        "work",
        "deals",
        "ours: mean / median / p90 / p99 / max",
        "beside",
        "theirs, the same",
        "ours to theirs: geometric; mean",
        "differences",
        "nodes, mean",
        "table MB: p99 / max",
    )
    rows = []
    for times in results:
        others = times.theirs
        ratio = f"{geometric(times.ours, others):.3f}; {sum(times.ours) / sum(others):.3f}" if others else "-"
        mb = times.table_mb
        rows.append(
            [
                f"{times.name}, {times.unit}" + (f" ({times.remark})" if times.remark else ""),
                str(len(times.ours)),
                summary(times.ours),
                times.versus if others else "-",
                summary(others) if others else "-",
                ratio,
                f"{times.differences} of {times.compared}" if times.compared else "-",
                f"{statistics.mean(times.nodes):,.0f}" if times.nodes else "-",
                f"{percentile(mb, 0.99):.1f} / {max(mb):.1f}" if mb else "-",
            ]
        )
    return table(head, rows)
