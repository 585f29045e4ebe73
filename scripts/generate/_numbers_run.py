"""The run behind docs/numbers.md: a folder with a file for each part, so that it goes on wherever it was stopped."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from _numbers_measured import Counts, Part, counted
from tqdm import tqdm

from solver.batch.part import write_whole
from solver.errors import DealError

PRESETS: Final = ("standard", "bab_online")
_MOST: Final = 1000
_SECONDS: Final = 10.0
_AT_13: Final = 0.4
"""Seconds of a deal of 13 cards with all that is counted of it; 2.3 times less for each card fewer."""


def part_size(cards: int) -> int:
    """Deals a part: some seconds of work."""
    deals = _SECONDS / (_AT_13 / 2.3 ** (13 - cards))
    return int(min(_MOST, max(25, deals // 25 * 25)))


@dataclass(frozen=True, slots=True)
class Run:
    """A run in ``folder`` of ``deals`` by hand size under each preset; DealError where the folder is of another."""

    folder: Path
    seed: str
    deals: Mapping[int, int]
    presets: tuple[str, ...] = PRESETS
    identity: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        sizes = {str(cards): part_size(cards) for cards in range(1, 14)}
        identity = {"seed": self.seed, "version": version("back-alley"), "deals a part": sizes}
        object.__setattr__(self, "identity", identity)
        manifest = self.folder / "manifest.json"
        self.folder.mkdir(parents=True, exist_ok=True)
        if not manifest.exists():
            write_whole(manifest, json.dumps(identity).encode())
        elif json.loads(manifest.read_text(encoding="utf-8")) != identity:
            raise DealError(f"{self.folder} holds a run with another seed or of another version: name another folder")

    def parts(self) -> list[Part]:
        """All parts: sizes to 9 one after another, then the larger ones side by side, so that any stop leaves some."""
        parts = [
            (cards if cards <= 9 else 10 + first / self.deals[cards], Part(preset, cards, first, count))
            for cards in sorted(self.deals)
            for first, count in _steps(self.deals[cards], part_size(cards))
            for preset in self.presets
        ]
        return [part for _, part in sorted(parts, key=lambda each: each[0])]

    def work(self, jobs: int = 1) -> None:
        """Counts what is not counted yet."""
        left = [part for part in self.parts() if not self._file(part).exists()]
        if not left:
            return
        with tqdm(total=sum(part.count for part in left), unit=" deals", disable=None) as bar:
            for part, counts in _counted(left, self.seed, jobs):
                write_whole(self._file(part), json.dumps(plain(counts)).encode())
                bar.update(part.count)
                bar.set_description(f"{part.preset}, {part.cards} cards")

    def summary(self) -> dict[str, Any]:
        """Everything that was counted, as JSON: the seed, and by preset and size the deals and their figures."""
        whole: dict[str, dict[str, Any]] = {}
        for part in sorted(self.parts(), key=lambda part: (self.presets.index(part.preset), part.cards, part.first)):
            file = self._file(part)
            if not file.exists():
                continue
            size = whole.setdefault(part.preset, {}).setdefault(str(part.cards), {"deals": 0, "counts": {}})
            size["deals"] += part.count
            merge(size["counts"], json.loads(file.read_text(encoding="utf-8")))
        for sizes in whole.values():
            for size in sizes.values():
                size["counts"] = plain(size["counts"])
        return {"seed": self.seed, "presets": whole}

    def _file(self, part: Part) -> Path:
        return self.folder / f"{part.preset}-{part.cards:02}-{part.first:07}-{part.count}.json"


def _steps(deals: int, size: int) -> Iterator[tuple[int, int]]:
    for first in range(0, deals, size):
        yield first, min(size, deals - first)


def _counted(parts: list[Part], seed: str, jobs: int) -> Iterator[tuple[Part, Counts]]:
    if jobs == 1:
        yield from ((part, counted(part, seed)) for part in parts)
        return
    with ProcessPoolExecutor(jobs) as pool:
        futures = {pool.submit(counted, part, seed): part for part in parts}
        for future in as_completed(futures):
            yield futures[future], future.result()


def plain(counts: Mapping[str, Mapping[int, int]]) -> dict[str, dict[str, int]]:
    """Counts as JSON, values ascending."""
    return {name: {str(value): times for value, times in sorted(counts[name].items())} for name in sorted(counts)}


def merge(whole: dict[str, Counter[int]], more: Mapping[str, Mapping[str, int]]) -> None:
    """Adds counts from JSON."""
    for name, values in more.items():
        whole.setdefault(name, Counter()).update({int(value): times for value, times in values.items()})
