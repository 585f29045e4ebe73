"""How deals end when all bid and play their best, as measured: ``data/par_margins.json`` read.

``scripts/generate/deal_numbers.py`` makes the file, by preset and hand size, from the counts behind
docs/numbers.md.  Two presets are measured; what other rules may take from them, ``measured_for`` decides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from solver.game.rules import PRESETS, Rules

__all__ = ["MeasuredDeals", "ParMargins", "measured", "measured_for"]

_SCORING_KNOBS: Final = ("max_bid", "side_total_cap", "trick_points", "fail_points", "board_points", "board_levels")
"""What decides how large margins are: how high one may bid, and what it pays."""


@dataclass(frozen=True, slots=True, eq=False)
class ParMargins:
    """How deals of one hand size ended: ``counts`` of margins, in points, of the dealer's side.

    Of ``deals`` deals some were ``passed_out`` (R9), and are in no count; ``boards`` had a board in the best
    auction.
    """

    deals: int
    passed_out: int
    boards: int
    counts: Mapping[int, int]

    @classmethod
    def from_json(cls, entry: Mapping[str, Any]) -> ParMargins:
        """From an entry of the file."""
        counts = {int(margin): times for margin, times in entry["margins"].items()}
        return cls(entry["deals"], entry["passed_out"], entry["boards"], MappingProxyType(counts))

    @property
    def margins(self) -> tuple[int, ...]:
        """The margins that occurred."""
        return tuple(self.counts)

    @property
    def chances(self) -> tuple[float, ...]:
        """How often each of ``margins`` occurs; with ``passed_out_chance`` they add up to 1."""
        return tuple(times / self.deals for times in self.counts.values())

    @property
    def passed_out_chance(self) -> float:
        return self.passed_out / self.deals

    @property
    def played(self) -> int:
        """How many deals were not passed out."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The mean margin of the deals that were played; there must be one."""
        return sum(margin * times for margin, times in self.counts.items()) / self.played

    @property
    def variance(self) -> float:
        """The mean square of what a margin is off the mean."""
        mean = self.mean
        return sum((margin - mean) ** 2 * times for margin, times in self.counts.items()) / self.played


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredDeals:
    """The deals measured under ``preset``, by hand size, as they stand for some rules.

    ``exact`` tells whether deals under those rules end just as often so: whether nothing differs but the hand
    sizes of a game and who deals again, which no single deal depends on.
    """

    preset: str
    by_size: Mapping[int, ParMargins]
    exact: bool = True


def measured_for(rules: Rules) -> MeasuredDeals:
    """What stands for ``rules``: deals of the preset that bids and scores alike, else standard ones."""
    online = PRESETS["bab_online"]
    alike = all(getattr(rules, knob) == getattr(online, knob) for knob in _SCORING_KNOBS)
    name = "bab_online" if alike else "standard"
    preset = PRESETS[name]
    exact = replace(rules, hand_sizes=preset.hand_sizes, redeal_dealer=preset.redeal_dealer) == preset
    return MeasuredDeals(name, measured()[name], exact)


@cache
def measured() -> Mapping[str, Mapping[int, ParMargins]]:
    """The whole file: preset, hand size, how its deals ended."""
    text = files("solver").joinpath("data/par_margins.json").read_text(encoding="utf-8")
    return MappingProxyType(
        {
            preset: MappingProxyType({int(size): ParMargins.from_json(entry) for size, entry in sizes.items()})
            for preset, sizes in json.loads(text).items()
        }
    )
