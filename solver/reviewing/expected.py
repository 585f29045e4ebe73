"""The margin to be expected before a deal, by hand size and dealer: measured once, shipped as data."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from solver.cards import Seat, Side
from solver.rules import Rules

__all__ = ["expected_margin"]


@cache
def _means() -> dict[str, dict[str, Any]]:
    """Preset → hand size → ``mean`` par margin of the dealer's side, ``se``, ``deals``; see scripts/measure_par.py."""
    text = (files("solver.reviewing") / "par_means.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def expected_margin(cards: int, dealer: Seat, rules: Rules) -> tuple[float, bool]:
    """The mean par margin, NS less EW, and whether it was measured under these rules.

    Exchanging the sides changes nothing but who deals, so all there is to measure is the dealer's
    advantage; it is taken for 0 under rules that were not measured.
    """
    name = rules.to_value()
    measured = _means().get(name, {}).get(str(cards)) if isinstance(name, str) else None
    if measured is None:
        return 0.0, False
    mean = float(measured["mean"])
    return (mean if dealer.side is Side.NS else -mean), True
