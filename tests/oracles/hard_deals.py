"""Published bridge deals that keep any search busy, for tests of limits."""

from __future__ import annotations

from pathlib import Path

from solver.deal import Deal
from solver.game.rules import PRESETS
from solver.requests.deals import read_deals

FILE = Path(__file__).parents[2] / "fixtures" / "peers" / "hard.pbn"


def hard_deals() -> list[Deal]:
    """All of them, for whist rules."""
    return list(read_deals(FILE.read_text(), PRESETS["whist"]))


def hardest() -> Deal:
    """The one with the longest search."""
    return hard_deals()[1]
