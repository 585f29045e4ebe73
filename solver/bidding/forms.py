"""What may be asked of the bids, as JSON: the forms and bounds that objectives and constraints are read by.

Apart from them, so that whoever only names a form need not load numpy.
"""

from __future__ import annotations

import enum
from typing import Final

from solver.formats.deal_forms import by_seat
from solver.forms import NULL, Whole, any_of, array, described, keyed, members, one_of, or_null, ref, spelled
from solver.game.cards import HAND_SIZES, Seat, Side

__all__ = [
    "CONSTRAINTS",
    "MOST_BIDS",
    "MOST_LEFT",
    "NAMED",
    "OBJECTIVE",
    "OBJECTIVES",
    "POINTS",
    "TOTALS",
    "Method",
    "Opponents",
]

OBJECTIVES: Final = ("margin", "own", "safe", "win")
"""What best bids may be best for; ``solver.bidding.objectives`` says what each means."""

POINTS: Final = Whole(-100_000, 100_000)
"""Points of a side before a deal."""
MOST_LEFT: Final = 100
"""Deals left after this one, told by their sizes."""
TOTALS: Final = Whole(0, 2 * HAND_SIZES.high)
"""What a side bids for."""
MOST_BIDS: Final = HAND_SIZES.high + 2
"""Bids there are: pass, the numbers and board."""


class Opponents(enum.StrEnum):
    """How the opponents of the seat to bid are taken to bid."""

    BEST = "best"
    PASS = "pass"
    DOUBLE_DUMMY_COUNT = "double_dummy_count"


class Method(enum.StrEnum):
    """What works best bids out: the optimiser with plan, grid and explanations, or backward induction without them.

    All that both tell is the same; induction takes half a millisecond where the optimiser takes some ten.
    """

    OPTIMISER = "optimiser"
    INDUCTION = "induction"


NAMED: Final = tuple(name for name in OBJECTIVES if name != "win")
"""Those that a name is enough for."""
_WIN: Final = described(
    "The chance to win the game, and what it depends on.",
    members(
        {
            "name": one_of(["win"]),
            "score": described("Points before this deal.", keyed(Side, POINTS.form, required=list(Side))),
            "left": described(
                "Hand sizes of the deals after this one, or how many of the rules' game are left.",
                any_of({"type": "integer", "minimum": 0}, array(HAND_SIZES.form, MOST_LEFT)),
            ),
        },
        ["name", "score", "left"],
    ),
)
OBJECTIVE: Final = described(
    "What each side maximises: margin (the default), own points less the other's; own, its points and then the margin;"
    " safe, the margin with one trick fewer than best play gives, and then the margin; win, the chance to win.",
    any_of(one_of(NAMED), members({"name": one_of(NAMED)}, ["name"]), _WIN, NULL),
)
"""An objective by name, or with what it needs to know."""

_TOTAL: Final = or_null({**keyed(Side, TOTALS.form), "patternProperties": {spelled(*Side, blanks=False): TOTALS.form}})
CONSTRAINTS: Final = members(
    {
        "fixed": described("The one bid of a seat.", or_null(by_seat(ref("Bid")))),
        "allowed": described("The bids a seat may choose from.", or_null(by_seat(array(ref("Bid"), MOST_BIDS, 1)))),
        "no_boards": described(
            "Seats that do not claim board; true is all.",
            any_of({"type": "boolean"}, array(ref("Seat"), len(Seat)), NULL),
        ),
        "max_total": described("The most a side bids for; a board is all the tricks.", _TOTAL),
        "min_total": described("The least a side bids for.", _TOTAL),
        "opponents": described(
            "How the others bid: their best, pass, or what their own cards take.", or_null(one_of(Opponents))
        ),
    }
)
"""Facts about the bids to come, all optional."""
