"""The margin to be expected before a deal, by hand size and dealer, from measured deals (solver/data)."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS, Rules

__all__ = ["Expected", "expected_margin"]


@dataclass(frozen=True, slots=True)
class Expected:
    """A mean par margin, NS less EW, and its standard error; both 0 where nothing was ``measured``."""

    margin: float = 0.0
    error: float = 0.0
    measured: bool = False


def expected_margin(cards: int, dealer: Seat, rules: Rules) -> Expected:
    """What deals of this size come to on average when all bid and play their best.

    Exchanging the sides changes nothing but who deals, so all that there is to measure is what dealing,
    and with it the last bid, is worth.  Rules that bid, play and score unlike every measured preset have 0.
    """
    for name, preset in PRESETS.items():
        alike = replace(rules, hand_sizes=preset.hand_sizes, redeal_dealer=preset.redeal_dealer) == preset
        if alike and (deals := _measured().get(name, {}).get(str(cards))):
            return _mean(deals["margins"], dealer.side)
    return Expected()


def _mean(margins: dict[str, int], dealer: Side) -> Expected:
    """From counts of margins of the dealer's side."""
    count = sum(margins.values())
    if not count:
        return Expected()
    mean = sum(int(margin) * times for margin, times in margins.items()) / count
    spread = sum((int(margin) - mean) ** 2 * times for margin, times in margins.items()) / count
    sign = 1 if dealer is Side.NS else -1
    return Expected(round(sign * mean, 1), round((spread / count) ** 0.5, 1), True)


@cache
def _measured() -> dict[str, dict[str, Any]]:
    """Preset → hand size → counts of margins; scripts/generate/par_margins.py makes them."""
    text = files("solver").joinpath("data/par_margins.json").read_text(encoding="utf-8")
    margins: dict[str, dict[str, Any]] = json.loads(text)
    return margins
