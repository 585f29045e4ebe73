"""What ``optimal_bids`` answers: the best bids of a deal, the plan, what comes of each bid and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeVar

from solver.answer import Answer
from solver.bidding.constraints import NONE, Constraints
from solver.errors import BidError
from solver.game.auction import Bid, Contract
from solver.game.cards import Seat, Side

__all__ = ["BidsResult", "ByBid", "Grid", "Option", "Plan"]

V = TypeVar("V")


class ByBid(dict[Bid, V]):
    """A mapping by bid that takes a bid in whatever form ``Bid.parse`` does.

    ``options[3]``, ``options["3"]``, ``options["board"]``, ``options["pass"]`` and ``"board" in options`` all
    work, and it equals a mapping with the same bids in other forms.  A word that is no bid is in none.
    """

    def __getitem__(self, key: Bid | int | str) -> V:
        try:
            bid = Bid.parse(key)
        except BidError:
            raise KeyError(key) from None
        return super().__getitem__(bid)

    def __contains__(self, key: object) -> bool:
        try:
            return super().__contains__(Bid.parse(key))
        except BidError:
            return False

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of this bid, ``default`` where there is none."""
        try:
            return self[key]
        except KeyError:
            return default

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return len(self) == len(other) and all(key in self and self[key] == other[key] for key in other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None


@dataclass(frozen=True, slots=True)
class Plan(Answer):
    """What a partnership agrees on: this bid, and partner's best reply to each bid in between.

    ``replies`` has every bid of the seat ``after`` that can happen; it is empty, and both seats None, where the
    partner bids no more.
    """

    seat: Annotated[Seat, "Who bids next."]
    bid: Annotated[Bid, "The best bid."]
    after: Annotated[Seat | None, "Whose bid comes between; null where the partner bids no more."]
    partner: Annotated[Seat | None, "The bidder's partner; null where they bid no more."]
    replies: Annotated[ByBid[Bid], "The partner's best bid for each bid in between."]
    margin: Annotated[int, "What the bidder's side gets at least, whatever the others bid."]


@dataclass(frozen=True, slots=True)
class Option(Answer):
    """What comes of one bid with best bidding after it, and why."""

    bid: Annotated[Bid, "The bid."]
    line: Annotated[dict[Seat, Bid], "The auction that best bidding after it leads to, by seat, in bidding order."]
    contracts: Annotated[dict[Side, Contract], "What each side must make."]
    leader: Annotated[Seat | None, "Who leads (R10); null if all pass."]
    tricks: Annotated[dict[Side, int] | None, "Tricks of each side with best play; null if all pass."]
    score: Annotated[dict[Side, int], "Points of each side."]
    margin: Annotated[int, "Points of the bidder's side less the other's."]
    value: Annotated[float, "What the objective looks at first: points, or the chance to win."]
    level: Annotated[int | None, "The multiplier of a board."]
    break_even: Annotated[
        float | None,
        "The chance at which a board starts to pay: how likely all the tricks must be for it to beat the best bid"
        " without board; null where there is none, or no chance would do.",
    ]
    text: Annotated[str, "One sentence."]


@dataclass(frozen=True, slots=True)
class Grid(Answer):
    """What partner's bid changes: ``margin[row][column]`` by own bid and partner's, opponents at their best."""

    MEMBERS: ClassVar[tuple[str, ...]] = ("rows", "columns", "margin")

    own: tuple[Bid, ...]
    partner: tuple[Bid, ...]
    margin: Annotated[
        tuple[tuple[int | None, ...], ...],
        "Margin of the bidder's side by row and column; null where the rules forbid both bids.",
    ]

    @property
    def rows(self) -> tuple[str, ...]:
        """The bidder's bids, as words."""
        return tuple(map(str, self.own))

    @property
    def columns(self) -> tuple[str, ...]:
        """The partner's bids, as words."""
        return tuple(map(str, self.partner))


@dataclass(frozen=True, slots=True)
class BidsResult(Answer):
    """The best bids of a deal from some point of the auction on, proven optimal.

    ``line`` holds the bids already made as well; ``leader``, ``contracts``, ``tricks``, ``score`` and ``margin``
    are its result.
    """

    next: Annotated[Seat | None, "Who bids next; null when all have."]
    options: Annotated[
        ByBid[int],
        "Margin (own score − other's) of the bidder's side for each legal bid, with best bidding after it.",
    ]
    best: Annotated[Bid | None, "The best bid; null when all have bid."]
    line: Annotated[dict[Seat, Bid], "One auction that is best for all, by seat, in bidding order."]
    leader: Annotated[Seat | None, "Who leads after that auction (R10); null if all pass."]
    contracts: Annotated[dict[Side, Contract], "What each side must make."]
    tricks: Annotated[dict[Side, int] | None, "Tricks of each side with best play; null if all pass (R9)."]
    score: Annotated[dict[Side, int], "Points of each side."]
    margin: Annotated[int, "Points of NS less those of EW."]
    objective: Annotated[str, "What each side maximised."]
    constraints: Annotated[Constraints, "What was asked of the bids."] = NONE
    plan: Annotated[Plan | None, "How to go on after the best bid; null when all have bid."] = None
    explanations: Annotated[tuple[Option, ...], "What comes of each bid, and why."] = ()
    grid: Annotated[
        Grid | None,
        "Margin of the bidder's side by own bid and partner's, null where the rules forbid both.",
    ] = None
    nodes: Annotated[int, "Positions searched for the tricks; 0 where they were given or known."] = 0
    status: Annotated[str, "optimal: the best there is, proven."] = "optimal"
