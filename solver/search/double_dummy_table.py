"""The double-dummy trick table of a deal: what the search answers and what bidding stands on.

Bids touch the play only through the first leader and through who may lead trumps at once (R10,
R12), so 4 + 15 numbers say all that the auction needs to know of the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from solver.errors import BackAlleyError, DealError
from solver.game.cards import Seat

if TYPE_CHECKING:
    from solver.game.auction import Auction

__all__ = ["TrickTable"]


@dataclass(frozen=True, slots=True)
class TrickTable:
    """NS tricks with best play by all four, for every first leader and every set of board claimants.

    ``cards`` is the hand size (1 to 13).  ``ns[seat]`` are the NS tricks when ``seat`` leads and
    nobody claimed board.  ``boards[mask]`` are the NS tricks when exactly the seats of ``mask``
    (bit ``seat``) claimed board: the last of them in bidding order leads (R10), lead-exempt seats by
    the knob ``board_lead_exemption``.  ``boards[0]`` is -1, and so are all sixteen under rules
    without boards.  ``nodes`` counts the search's positions.  Units: tricks, 0 to ``cards``;
    DealError where a number lies outside.
    """

    cards: int
    dealer: Seat
    ns: tuple[int, int, int, int]
    boards: tuple[int, ...]
    nodes: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.cards <= 13:
            raise DealError(f"a table is of 1 to 13 cards, not {self.cards}", "R2")
        if len(self.ns) != 4 or not all(0 <= tricks <= self.cards for tricks in self.ns):
            raise DealError(f"ns must hold four numbers from 0 to {self.cards}", "R10")
        if len(self.boards) != 16 or not all(-1 <= tricks <= self.cards for tricks in self.boards):
            raise DealError(f"boards must hold sixteen numbers from -1 to {self.cards}", "R8")

    @classmethod
    def of(cls, cards: int, dealer: Seat, values: Sequence[int], nodes: int = 0) -> Self:
        """From the values of its cases in order: four, or nineteen where the rules have boards."""
        n, e, s, w, *boards = values
        return cls(cards, dealer, (n, e, s, w), (-1, *(boards or [-1] * 15)), nodes)

    @property
    def has_boards(self) -> bool:
        """Whether every set of claimants has its tricks."""
        return min(self.boards[1:]) >= 0

    def ns_tricks(self, auction: Auction) -> int:
        """NS tricks after a complete auction that was not passed out; DealError for any other (R9)."""
        if auction.leader is None:
            raise DealError("tricks are known only after a complete auction with a bid in it", "R9")
        if not auction.board_mask:
            return self.ns[auction.leader]
        tricks = self.boards[auction.board_mask]
        if tricks < 0:
            raise DealError("the table was made under rules without boards", "R8")
        return tricks

    def to_dict(self) -> dict[str, Any]:
        """JSON: ``TrickTable.from_dict`` reads it back."""
        return {
            "cards": self.cards,
            "dealer": str(self.dealer),
            "ns": list(self.ns),
            "claims": list(self.boards),
            "nodes": self.nodes,
        }

    @classmethod
    def from_dict(cls, value: dict[str, Any]) -> TrickTable:
        """The table that ``to_dict`` wrote; DealError for what it did not."""
        try:
            n, e, s, w = value["ns"]
            dealer = Seat.parse(value["dealer"])
            return cls(value["cards"], dealer, (n, e, s, w), tuple(value["claims"]), value.get("nodes", 0))
        except BackAlleyError:
            raise
        except (AttributeError, LookupError, TypeError, ValueError):
            raise DealError("this is no table of tricks as JSON has them") from None
