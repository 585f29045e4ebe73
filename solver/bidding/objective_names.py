"""The names of the objectives, apart so that whoever only names one need not load numpy."""

from __future__ import annotations

from typing import Final

__all__ = ["OBJECTIVES"]

OBJECTIVES: Final = ("margin", "own", "safe", "win")
"""What best bids may be best for; ``solver.bidding.objectives`` says what each means."""
