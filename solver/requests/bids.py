"""Best bids asked for as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any, ClassVar, Final

from solver.answer import Answer
from solver.formats.deal_forms import by_seat
from solver.formats.deal_json import DealReader, kind_of
from solver.forms import NULL, Form, Whole, any_of, array, described, keyed, members, one_of, or_null, ref
from solver.game.cards import HAND_SIZES, Seat, Side
from solver.requests.task import Task
from solver.search.limits import Cancel

__all__ = ["OBJECTIVES", "BidsTask"]

OBJECTIVES: Final = ("margin", "own", "safe", "win")
"""What best bids may be best for, as ``solver.bidding.asking`` reads them; this list spares its import."""


# The forms that solver.bidding reads, said here since to import it brings numpy; a test holds the two together.
_POINTS: Final = Whole(-100_000, 100_000)
_TOTALS: Final = Whole(0, 2 * HAND_SIZES.high)
_MOST_BIDS: Final = HAND_SIZES.high + 2
_MOST_LEFT: Final = 100
_OPPONENTS: Final = ("best", "pass", "double_dummy_count")
_NAMED: Final = members({"name": one_of(name for name in OBJECTIVES if name != "win")}, ["name"])
_WIN: Final = described(
    "The chance to win the game, and what it depends on.",
    members(
        {
            "name": one_of(["win"]),
            "score": described("Points before this deal.", keyed(Side, _POINTS.form, required=list(Side))),
            "left": described(
                "Hand sizes of the deals after this one, or how many of the rules' game are left.",
                any_of({"type": "integer", "minimum": 0}, array(HAND_SIZES.form, _MOST_LEFT)),
            ),
        },
        ["name", "score", "left"],
    ),
)
_TOTAL: Final = or_null(keyed(Side, _TOTALS.form))
_CONSTRAINTS: Final = members(
    {
        "fixed": described("The one bid of a seat.", or_null(by_seat(ref("Bid")))),
        "allowed": described("The bids a seat may choose from.", or_null(by_seat(array(ref("Bid"), _MOST_BIDS, 1)))),
        "no_boards": described(
            "Seats that do not claim board; true is all.",
            any_of({"type": "boolean"}, array(ref("Seat"), len(Seat)), NULL),
        ),
        "max_total": described("The most a side bids for; a board is all the tricks.", _TOTAL),
        "min_total": described("The least a side bids for.", _TOTAL),
        "opponents": described(
            "How the others bid: their best, pass, or what their own cards take.", or_null(one_of(_OPPONENTS))
        ),
    }
)


@dataclass(frozen=True, slots=True)
class BidsTask(Task):
    """The best bids of a deal after those already made."""

    OPTIONS: ClassVar[Mapping[str, Form]] = {
        "objective": described(
            "What each side maximises: margin (the default), own points less the other's; own, its points and then the"
            " margin; safe, the margin with one trick fewer than best play gives, and then the margin.",
            any_of(one_of(name for name in OBJECTIVES if name != "win"), _WIN, _NAMED, NULL),
        ),
        "constraints": described("What is known or asked of the bids to come.", or_null(_CONSTRAINTS)),
        **Task.OPTIONS,
    }

    objective: str | Mapping[str, Any] = "margin"
    constraints: Mapping[str, Any] | None = None

    @classmethod
    def _read(cls, reader: DealReader, data: Mapping[Any, object]) -> dict[str, Any]:
        # Their members are read when the bids are worked out, by what brings the optimiser.
        objective, constraints = data.get("objective"), data.get("constraints")
        if not isinstance(objective, Mapping) and objective not in (None, *OBJECTIVES):
            reader.add("/objective", f"an objective is one of {', '.join(OBJECTIVES)}")
        if not isinstance(constraints, (Mapping, NoneType)):
            reader.add("/constraints", f"expected an object, not {kind_of(constraints)}")
        return {**Task._read(reader, data), "objective": objective or "margin", "constraints": constraints}

    def run(self, *, time_limit: float | None = None, memory_mb: int = 256, cancel: Cancel | None = None) -> Answer:
        from solver.bidding import optimal_bids  # brings ortools, half a second

        return optimal_bids(
            self.deal,
            objective=self.objective,
            constraints=self.constraints,
            time_limit=self._seconds(time_limit),
            node_limit=self.node_limit,
            memory_mb=memory_mb,
            cancel=cancel,
        )
