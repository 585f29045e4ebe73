"""The typed face of the double-dummy search: exact values with best play by all four (R10 to R14).

Every call takes its own limits and answers exactly or raises: ``LimitError`` when time or nodes ran
out, ``Cancelled`` when the caller's :class:`Cancel` was set.  An :class:`Engine` keeps its table over
many questions under the same rules; without one each call has a fresh engine.  Engines share
nothing, so threads may solve side by side (the search runs without the GIL); one engine serves one
thread at a time.
"""

from solver.search.double_dummy import solve, trick_table
from solver.search.double_dummy_table import TrickTable
from solver.search.engine import Engine, best_line, card_values, exempt_that_matters, value
from solver.search.limits import NO_LIMITS, Cancel, Limits
from solver.search.many import ManyTables, solve_many, trick_tables
from solver.search.results import PositionResult, TableResult

__all__ = [
    "NO_LIMITS",
    "Cancel",
    "Engine",
    "Limits",
    "ManyTables",
    "PositionResult",
    "TableResult",
    "TrickTable",
    "best_line",
    "card_values",
    "exempt_that_matters",
    "solve",
    "solve_many",
    "trick_table",
    "trick_tables",
    "value",
]
