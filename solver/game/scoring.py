"""The score of one deal (R15 to R17); ``score_sheet`` adds deals up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from solver.answer import Answer
from solver.errors import DealError
from solver.game.auction import Auction, Bid, Contract
from solver.game.cards import Seat, Side, Suit, from_mask
from solver.game.play import tricks_by_side
from solver.game.rules import Rules

__all__ = ["DealScore", "deal_score", "is_rainbow", "side_score"]


def is_rainbow(hand: int, trump: Suit | None) -> bool:
    """Whether four cards show all four suits, bloopers counting as trumps."""
    suits = {card.belongs_to(trump) for card in from_mask(hand)}
    return hand.bit_count() == 4 and len(suits) == 4 and None not in suits


def side_score(contract: Contract, tricks: int, cards: int, rules: Rules) -> int:
    """A side's points for its contract when it takes ``tricks`` of ``cards`` (R15, R16).

    They never fall as tricks rise: search and reviews maximise tricks in place of points, so no rule may change that.
    """
    if contract.total is None:
        points = rules.board_points * cards * contract.level
        return points if tricks == cards else -points
    if tricks < contract.total:
        return -rules.fail_points * contract.total
    return rules.trick_points * contract.total + tricks - contract.total


def deal_score(auction: Auction, ns_tricks: int, rainbows: Mapping[Side, int] | None = None) -> dict[Side, int]:
    """Both sides' points for a deal: each scores its own contract (R17), and nobody if all passed (R9).

    ``ns_tricks`` is 0 … ``auction.cards``; ``rainbows`` counts rainbow hands by side, as
    ``Deal.rainbows()`` gives them.  DealError if the bidding is not complete or the tricks cannot be.
    """
    if not auction.complete:
        raise DealError("a score needs the bids of all four seats", "R6", pointer="/bids")
    if not 0 <= ns_tricks <= auction.cards:
        raise DealError(f"NS cannot take {ns_tricks} of {auction.cards} tricks", "R14", pointer="/tricks/NS")
    if auction.passed_out:
        return dict.fromkeys(Side, 0)
    points = {}
    tricks = tricks_by_side(ns_tricks, auction.cards)
    for side, contract in auction.contracts().items():
        bonus = auction.rules.rainbow_bonus * (rainbows or {}).get(side, 0)
        points[side] = side_score(contract, tricks[side], auction.cards, auction.rules) + bonus
    return points


@dataclass(frozen=True, slots=True)
class DealScore(Answer):
    """A deal scored."""

    MEMBERS: ClassVar[tuple[str, ...]] = (
        "cards",
        "dealer",
        "contracts",
        "leader",
        "tricks",
        "passed_out",
        "rainbow",
        "score",
    )

    cards: Annotated[int, "Cards a hand."]
    dealer: Annotated[Seat, "Who dealt."]
    contracts: Annotated[dict[Side, Contract], "What each side had to make."]
    leader: Annotated[Seat | None, "Who led (R10); null if all passed."]
    tricks: Annotated[dict[Side, int] | None, "Tricks won; null if all passed."]
    rainbow: Annotated[dict[Side, int], "Points of the score that came from rainbow hands."]
    score: Annotated[dict[Side, int], "Points of each side."]
    bids: dict[Seat, Bid]

    @classmethod
    def of(cls, auction: Auction, ns_tricks: int, rainbows: Mapping[Side, int] | None = None) -> DealScore:
        """The score of a complete auction; ``ns_tricks`` does not matter if all passed."""
        out = auction.passed_out
        bonus = 0 if out else auction.rules.rainbow_bonus
        return cls(
            auction.cards,
            auction.dealer,
            auction.contracts(),
            auction.leader,
            None if out else tricks_by_side(ns_tricks, auction.cards),
            {side: bonus * (rainbows or {}).get(side, 0) for side in Side},
            deal_score(auction, 0 if out else ns_tricks, rainbows),
            auction.by_seat(),
        )

    @property
    def passed_out(self) -> bool:
        """Whether all passed, so that the same size is dealt again (R9)."""
        return self.tricks is None

    def made(self, side: Side) -> bool | None:
        """Whether the side made its contract; None where it had nothing to make (R15) or all passed."""
        contract = self.contracts[side]
        if self.tricks is None or contract.total == 0:
            return None
        return contract.made(self.tricks[side], self.cards)
